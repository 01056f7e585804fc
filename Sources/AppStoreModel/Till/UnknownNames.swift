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
package enum UnknownNames {
  /// Returns the unknown names in a payload of any kind; for an unreadable payload, the member of the wrong type.
  package static func of(payload: JSONObject) -> [String] {
    do throws(JSONError) {
      if payload["notificationType"] != nil { return try ServerNotification(json: payload).unknownNames }
      if payload["receiptType"] != nil { return try AppTransaction(json: payload).unknownNames }
      if payload["transactionId"] != nil { return try Transaction(json: payload).unknownNames }
      if payload["autoRenewProductId"] != nil || payload["autoRenewStatus"] != nil {
        return try RenewalInfo(json: payload).unknownNames
      }
      return []
    } catch {
      return ["type of \(error.path)"]
    }
  }

  /// Returns the unknown names in an answer of the App Store Server API: members at any depth, and environments.
  package static func of(answer: JSONObject) -> [String] {
    answer.flatMap { name, value -> [String] in
      var names = membersOfAnswers.contains(name) ? [] : ["answer's member \(name)"]
      let environment = name == "environment" ? value.stringValue.map(StoreEnvironment.init(rawValue:)) : nil
      if let unknown = environment?.unknownName { names.append("answer's environment \(unknown)") }
      return names + of(value: value)
    }
  }

  private static func of(value: JSONValue) -> [String] {
    switch value {
    case .object(let object): of(answer: object)
    case .array(let values): values.flatMap(of(value:))
    default: []
    }
  }

  /// All members that Apple's libraries know in an answer.
  private static let membersOfAnswers: Set<String> = [
    "revision", "hasMore", "bundleId", "appAppleId", "environment", "signedTransactions", "signedTransactionInfo",
    "signedAppTransactionInfo", "data", "subscriptionGroupIdentifier", "lastTransactions", "status",
    "originalTransactionId", "signedRenewalInfo", "webOrderLineItemId", "success", "effectiveDate", "requestIdentifier",
    "complete", "completeDate", "succeededCount", "failedCount", "testNotificationToken", "signedPayload",
    "sendAttempts", "firstSendAttemptResult", "attemptDate", "sendAttemptResult", "paginationToken",
    "notificationHistory", "errorCode",
    "errorMessage", "imageIdentifiers", "imageIdentifier", "imageState", "imageSize", "messageIdentifiers",
    "messageIdentifier", "messageState", "realtimeURL", "config", "maxConcurrentRequests", "totalRequests",
    "totalDuration", "responseTimeThreshold", "successRateThreshold", "requestId", "target", "result", "successRate",
    "numPending", "responseTimes", "average", "p50", "p90", "p95", "p99", "failures",
  ]
}

extension ServerNotification {
  /// The names in this notification that Till does not know, without those in the signed data inside it.
  package var unknownNames: [String] { Self.fields.unknownNames(of: self, in: "notification.") }
}
