package import StrictJSON

/// Something that Apple said and Till does not know: a member, or the value of one.
package struct UnknownName: Hashable, Sendable {
  /// Such as `inAppOwnershipType GIFTED`, or `member bundleProductId` for a member.
  package let name: String
  /// How many statements say so, older versions of one included.
  package var count: Int
  /// When the first of them arrived.
  package var first: Timestamp

  package init(name: String, count: Int, first: Timestamp) {
    self.name = name
    self.count = count
    self.first = first
  }
}

/// The names of what Apple signed and Till does not know: members, and values of those that it does know.
///
/// Such as `inAppOwnershipType GIFTED`, or `member bundleProductId` for a member. All of it is kept as it came.
package struct UnknownNames: Sendable {
  package private(set) var names: [String] = []

  package init() {}

  mutating func add<Value: OpenEnum>(_ member: String, _ value: Value?) {
    if let value, !value.isKnown { names.append("\(member) \(value)") }
  }

  mutating func add(members: JSONObject?, of parent: String = "") {
    names += (members?.names ?? []).map { "member \(parent)\($0)" }
  }

  mutating func add(_ name: String) { names.append(name) }

  /// What is unknown of a payload, whatever it is; a payload that cannot be read names itself.
  package static func of(payload: JSONObject) -> [String] {
    do throws(JSONError) {
      if payload["notificationType"] != nil { return try ServerNotification(json: payload).unknownNames }
      if payload["receiptType"] != nil { return try AppTransaction(json: payload).unknownNames }
      if payload["transactionId"] != nil { return try Transaction(json: payload).unknownNames }
      if payload["autoRenewStatus"] != nil { return try RenewalInfo(json: payload).unknownNames }
      return []
    } catch {
      return ["type of \(error.path)"]
    }
  }

  /// What is unknown of an answer of the App Store Server API: its members, those of its objects, and environments.
  package static func of(answer: JSONObject) -> [String] {
    var names = UnknownNames()
    names.add(answer: .object(answer))
    return names.names
  }

  private mutating func add(answer value: JSONValue) {
    switch value {
    case .object(let object):
      for (name, value) in object {
        if !Self.membersOfAnswers.contains(name) { names.append("answer's member \(name)") }
        if name == "environment" {
          add("answer's environment", value.stringValue.map(StoreEnvironment.init(rawValue:)))
        }
        add(answer: value)
      }
    case .array(let values): for value in values { add(answer: value) }
    default: break
    }
  }

  /// Every member that Apple's libraries know of an answer.
  private static let membersOfAnswers: Set<String> = [
    "revision", "hasMore", "bundleId", "appAppleId", "environment", "signedTransactions", "signedTransactionInfo",
    "signedAppTransactionInfo", "data", "subscriptionGroupIdentifier", "lastTransactions", "status",
    "originalTransactionId", "signedRenewalInfo", "webOrderLineItemId", "success", "effectiveDate", "requestIdentifier",
    "complete", "completeDate", "succeededCount", "failedCount", "testNotificationToken", "signedPayload",
    "sendAttempts", "attemptDate", "sendAttemptResult", "paginationToken", "notificationHistory", "errorCode",
    "errorMessage", "imageIdentifiers", "imageIdentifier", "imageState", "imageSize", "messageIdentifiers",
    "messageIdentifier", "messageState", "realtimeURL", "config", "maxConcurrentRequests", "totalRequests",
    "totalDuration", "responseTimeThreshold", "successRateThreshold", "requestId", "target", "result", "successRate",
    "numPending", "responseTimes", "average", "p50", "p90", "p95", "p99", "failures",
  ]
}

extension Transaction {
  /// What of it Till does not know: it is shown as it came, and nothing is taken away by it.
  package var unknownNames: [String] {
    var names = UnknownNames()
    names.add("type", type)
    names.add("inAppOwnershipType", inAppOwnershipType)
    names.add("environment", environment)
    names.add("transactionReason", transactionReason)
    names.add("revocationReason", revocationReason)
    names.add("revocationType", revocationType)
    names.add("offerType", offerType)
    names.add("offerDiscountType", offerDiscountType)
    names.add("billingPlanType", billingPlanType)
    names.add(members: otherMembers)
    names.add(members: commitmentInfo?.otherMembers, of: "commitmentInfo.")
    return names.names
  }
}

extension RenewalInfo {
  /// What of it Till does not know.
  package var unknownNames: [String] {
    var names = UnknownNames()
    names.add("expirationIntent", expirationIntent)
    names.add("autoRenewStatus", autoRenewStatus)
    names.add("priceIncreaseStatus", priceIncreaseStatus)
    names.add("environment", environment)
    names.add("offerType", offerType)
    names.add("offerDiscountType", offerDiscountType)
    names.add("renewalBillingPlanType", renewalBillingPlanType)
    names.add(members: otherMembers)
    names.add(members: commitmentInfo?.otherMembers, of: "commitmentInfo.")
    return names.names
  }
}

extension ServerNotification {
  /// What of it Till does not know; what is signed inside of it is another statement.
  package var unknownNames: [String] {
    var names = UnknownNames()
    names.add("notificationType", notificationType)
    names.add("subtype", subtype)
    names.add(members: otherMembers, of: "notification.")
    names.add("environment", data?.environment)
    names.add("status", data?.status)
    names.add("consumptionRequestReason", data?.consumptionRequestReason)
    names.add(members: data?.otherMembers, of: "data.")
    names.add(members: summary?.otherMembers, of: "summary.")
    names.add(members: externalPurchaseToken?.otherMembers, of: "externalPurchaseToken.")
    names.add(members: appData?.otherMembers, of: "appData.")
    return names.names
  }
}

extension AppTransaction {
  /// What of it Till does not know.
  package var unknownNames: [String] {
    var names = UnknownNames()
    names.add("receiptType", receiptType)
    names.add("originalPlatform", originalPlatform)
    names.add(members: otherMembers)
    return names.names
  }
}
