package import Core

/// A name in Apple's data that Till does not know: a member, or the value of a member.
package struct UnknownName: Hashable, Sendable {
  /// The unknown name, such as `inAppOwnershipType GIFTED`, or `member bundleProductId` for a member.
  package let name: String
  /// The number of signed objects with this name, older versions included.
  package var count: Int
  /// When the first of these objects arrived.
  package var first: Timestamp

  package init(name: String, count: Int, first: Timestamp) {
    self.name = name
    self.count = count
    self.first = first
  }
}

/// Collects the names in Apple's signed data that Till does not know: members, and values of known members.
///
/// Examples are `inAppOwnershipType GIFTED`, and `member bundleProductId` for a member. Till keeps such data unchanged.
package struct UnknownNames: Sendable {
  package private(set) var names: [String] = []

  package init() {}

  mutating func add<Value: OpenEnum>(_ member: String, _ value: Value?) {
    if let value, !value.isKnown { names.append("\(member) \(value)") }
  }

  mutating func add(members: JSONObject?, of parent: String = "") {
    names += (members?.names ?? []).map { "member \(parent)\($0)" }
  }

  /// Returns the unknown names in a payload of any kind; for an unreadable payload, the member of the wrong type.
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

  /// Returns the unknown names in an answer of the App Store Server API: members at any depth, and environments.
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

  /// All members that Apple's libraries know in an answer.
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
  /// The names in this transaction that Till does not know; they are shown unchanged and never remove access.
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
  /// The names in this renewal info that Till does not know.
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
  /// The names in this notification that Till does not know, without those in the signed data inside it.
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
  /// The names in this app transaction that Till does not know.
  package var unknownNames: [String] {
    var names = UnknownNames()
    names.add("receiptType", receiptType)
    names.add("originalPlatform", originalPlatform)
    names.add(members: otherMembers)
    return names.names
  }
}
