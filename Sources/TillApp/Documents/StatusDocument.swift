import AppStoreModel
import Core
import Device

/// Returns the document of `till status`; its keys are stable.
func statusDocument(
  _ statuses: [ProductStatus], state: DeviceState, identity: StoreIdentity, clock: DeviceClock, policy: RestorePolicy?
) -> JSONObject {
  var document: JSONObject = [
    "account": state.account.json,
    "user": state.user.json,
    "backend": .string(identity.kind.rawValue),
    "environment": .string(identity.environment.rawValue),
    "updates": .string(state.updates.rawValue),
    "restorePolicy": (policy?.rawValue).json,
    "asOf": clock.now.json,
    "lastChecked": state.lastChecked.json,
    "products": .array(statuses.map { .object($0.rowDocument) }),
  ]
  document.mark(identity.environment)
  if clock.isSuspect { document.append("clockSuspect", true) }
  return document
}

extension JSONObject {
  /// Marks an answer whose data Apple did not sign; leaves any other answer unchanged.
  mutating func mark(_ environment: StoreEnvironment) {
    if !environment.isSignedByApple { append("signedByApple", false) }
  }
}

extension StoreEnvironment {
  /// The warning above every answer from an environment in which Apple signs nothing.
  var warning: String? {
    isSignedByApple ? nil : say("not signed by Apple (\(rawValue)); anyone could have created it")
  }
}

extension ProductStatus {
  /// A product's row in `till status`.
  var rowDocument: JSONObject {
    var row: JSONObject = [
      "productId": .string(product.id),
      "displayName": .string(product.displayName),
      "type": .string(product.type.rawValue),
      "price": .number(JSONNumber(product.price)),
      "currency": .string(product.currency),
      "displayPrice": .string(product.displayPrice),
      "state": .string(state.rawValue),
      "entitled": .bool(entitled),
      "confirmed": .bool(confirmed),
    ]
    row["cause"] = cause.map { .string($0.rawValue) }
    if !underWay.isEmpty { row["underWay"] = .array(underWay.map { .object($0.document) }) }
    row["chargedTwice"] = chargedTwice.map { .object($0.document) }
    row["balance"] = balance.map { .number(JSONNumber(Int64($0))) }
    row["expiresDate"] = expiresDate?.json
    row["subscriptionGroupIdentifier"] = product.subscriptionGroupIdentifier.map { .string($0) }
    return row
  }

  /// Returns the document of `till explain`.
  ///
  /// - Parameter next: The object for the key `next`, with its command and key.
  func explainDocument(next: JSONObject) -> JSONObject {
    var document: JSONObject = [
      "productId": .string(product.id),
      "state": .string(state.rawValue),
      "entitled": .bool(entitled),
      "confirmed": .bool(confirmed),
      "reasons": .array(reasons.map { .object($0.document) }),
    ]
    if !claims.isEmpty {
      let documents = claims.map(\.document).sorted {
        JSONValue.object($0).serialized() < JSONValue.object($1).serialized()
      }
      document["claims"] = .array(documents.map { .object($0) })
    }
    document["cause"] = cause.map { .string($0.rawValue) }
    if !underWay.isEmpty { document["underWay"] = .array(underWay.map { .object($0.document) }) }
    document["chargedTwice"] = chargedTwice.map { .object($0.document) }
    document.append("next", .object(next))
    return document
  }
}

extension ChargedTwice {
  var document: JSONObject { ["certain": .bool(isCertain), "purchases": purchaseIds.json] }
}

extension Reason {
  var document: JSONObject {
    var document: JSONObject = ["supports": .bool(supports), "rule": .string(rule)]
    document["transactionId"] = transactionId.map { .string($0) }
    document["orderId"] = orderId.map { .string($0) }
    document["intentId"] = intentId.map { .string($0) }
    document["grantId"] = grantId.map { .string($0) }
    document.append("text", .string(text))
    return document
  }
}

extension Timestamp? {
  /// The time in milliseconds, or null.
  var json: JSONValue { self?.json ?? .null }
}

extension String? {
  /// The text, or null.
  var json: JSONValue { map { .string($0) } ?? .null }
}

extension [String] {
  var json: JSONValue { .array(map { .string($0) }) }
}
