import Purchasing
import StoreModel
import StrictJSON

// The values of the device's protocols as JSON, for a simulated App Store behind HTTP. Both sides use these, so that
// what one writes the other reads.

extension JSONObject {
  /// A member that must be there.
  func required<Value>(_ name: String, _ value: Value?) throws(JSONError) -> Value {
    guard let value else { throw JSONError.missing(name) }
    return value
  }

  func text(_ name: String) throws(JSONError) -> String { try required(name, string(name)) }
  func truth(_ name: String) throws(JSONError) -> Bool { try required(name, bool(name)) }
  func integer(_ name: String) throws(JSONError) -> Int64 { try required(name, int64(name)) }

  /// The objects of a list, each read; none when the list is absent.
  func all<Value>(
    _ name: String, _ read: (JSONObject) throws(JSONError) -> Value
  ) throws(JSONError) -> [Value] {
    var values: [Value] = []
    for one in try objects(name) ?? [] { values.append(try read(one)) }
    return values
  }

  func date(_ name: String) throws(JSONError) -> Timestamp { Timestamp(milliseconds: try integer(name)) }
}

extension AppleAccount {
  init(remote json: JSONObject) throws(JSONError) {
    self.init(name: try json.text("name"), note: try json.text("note"), storefront: try json.text("storefront"))
  }

  var remote: JSONObject { ["name": .string(name), "note": .string(note), "storefront": .string(storefront)] }
}

extension AppStoreCase {
  init(remote json: JSONObject) throws(JSONError) {
    guard let kind = Kind(rawValue: try json.text("kind")) else { throw JSONError.missing("kind") }
    self.init(
      kind: kind, transactionId: try json.text("transactionId"), productId: try json.text("productId"),
      productName: try json.text("productName"), account: try json.text("account"), date: try json.date("date"),
      note: try json.string("note"), displayPrice: try json.text("displayPrice"),
      consumption: try json.string("consumption").flatMap(Consumption.init(rawValue:)))
  }

  var remote: JSONObject {
    var json: JSONObject = [
      "kind": .string(kind.rawValue), "transactionId": .string(transactionId), "productId": .string(productId),
      "productName": .string(productName), "account": .string(account), "date": .number(date.milliseconds),
      "displayPrice": .string(displayPrice),
    ]
    json.append("note", ifPresent: note.map(JSONValue.string))
    json.append("consumption", ifPresent: consumption.map { .string($0.rawValue) })
    return json
  }
}

extension AppStoreFault {
  init(remote text: String) throws(JSONError) {
    guard let fault = AppStoreFault(rawValue: text) else { throw JSONError.missing("fault") }
    self = fault
  }
}

extension ArmedFault {
  init(remote json: JSONObject) throws(JSONError) {
    self.init(
      try AppStoreFault(remote: json.text("fault")), kind: try json.string("kind").map(FailureKind.init(rawValue:)),
      isOneShot: try json.truth("isOneShot"))
  }

  var remote: JSONObject {
    var json: JSONObject = ["fault": .string(fault.rawValue), "isOneShot": .bool(isOneShot)]
    json.append("kind", ifPresent: kind.map { .string($0.rawValue) })
    return json
  }
}

extension AppStoreSituation {
  init(remote json: JSONObject) throws(JSONError) {
    self.init(
      now: try json.date("now"), isPaused: try json.truth("isPaused"),
      rate: TimeRate(rawValue: Int(try json.integer("rate"))) ?? .realTime, network: try json.truth("network"),
      payments: try json.truth("payments"), cases: try json.all("cases", AppStoreCase.init(remote:)),
      accounts: try json.all("accounts", AppleAccount.init(remote:)),
      faults: try json.all("faults", ArmedFault.init(remote:)),
      subscriptions: try json.all("subscriptions", AppStoreSubscription.init(remote:)),
      asksToBuy: try json.truth("asksToBuy"), grace: try json.truth("grace"),
      interrupts: try json.bool("interrupts") ?? false, failsRenewals: try json.bool("failsRenewals") ?? false,
      notifications: try json.all("notifications", AppStoreNotification.init(remote:)),
      families: try json.all("families") { family throws(JSONError) in try family.strings("members") ?? [] },
      checkpoints: try json.strings("checkpoints") ?? [],
      promoted: try json.all("promoted", PromotedPurchase.init(remote:)),
      purchases: try json.all("purchases", AppStorePurchase.init(remote:)))
  }

  var remote: JSONObject {
    [
      "now": .number(now.milliseconds), "isPaused": .bool(isPaused), "rate": .number(rate.rawValue),
      "network": .bool(network), "payments": .bool(payments), "cases": .array(cases.map { .object($0.remote) }),
      "accounts": .array(accounts.map { .object($0.remote) }), "faults": .array(faults.map { .object($0.remote) }),
      "subscriptions": .array(subscriptions.map { .object($0.remote) }), "asksToBuy": .bool(asksToBuy),
      "grace": .bool(grace), "interrupts": .bool(interrupts), "failsRenewals": .bool(failsRenewals),
      "notifications": .array(notifications.map { .object($0.remote) }),
      "families": .array(families.map { .object(["members": .strings($0)]) }), "checkpoints": .strings(checkpoints),
      "promoted": .array(promoted.map { .object($0.remote) }),
      "purchases": .array(purchases.map { .object($0.remote) }),
    ]
  }
}

extension ProductListing {
  init(remote json: JSONObject) throws(JSONError) {
    var products: [Product] = []
    for one in try json.objects("products") ?? [] { products.append(try Product(json: one)) }
    self.init(
      products: products, unknownIds: try json.strings("unknownIds") ?? [],
      canMakePayments: try json.truth("canMakePayments"))
  }

  var remote: JSONObject {
    [
      "products": .array(products.map { .object($0.json) }), "unknownIds": .strings(unknownIds),
      "canMakePayments": .bool(canMakePayments),
    ]
  }
}

extension HistoryPage {
  init(remote json: JSONObject) throws(JSONError) {
    self.init(
      signedTransactions: try json.strings("signedTransactions") ?? [], revision: try json.text("revision"),
      hasMore: try json.truth("hasMore"))
  }

  var remote: JSONObject {
    [
      "signedTransactions": .strings(signedTransactions), "revision": .string(revision), "hasMore": .bool(hasMore),
    ]
  }
}

extension PurchaseRequest {
  init(remote json: JSONObject) throws(JSONError) {
    guard let outcome = SimulatedOutcome(remote: try json.text("outcome")) else { throw JSONError.missing("outcome") }
    self.init(
      account: try json.text("account"), productId: try json.text("productId"),
      quantity: Int(try json.required("quantity", json.int32("quantity"))),
      appAccountToken: try json.string("appAccountToken"), outcome: outcome,
      offer: try json.object("offer").map(PurchaseOffer.init(remote:)))
  }

  var remote: JSONObject {
    var json: JSONObject = [
      "account": .string(account), "productId": .string(productId), "quantity": .number(quantity),
      "outcome": .string(outcome.remote),
    ]
    json.append("appAccountToken", ifPresent: appAccountToken.map(JSONValue.string))
    json.append("offer", ifPresent: offer.map { .object($0.remote) })
    return json
  }
}

extension SimulatedOutcome {
  fileprivate init?(remote text: String) {
    switch text {
    case "success": self = .success
    case "cancel": self = .cancel
    case "pending": self = .pending
    case "unverified": self = .unverified
    default:
      guard text.hasPrefix("fail:") else { return nil }
      self = .fail(FailureKind(rawValue: String(text.dropFirst(5))))
    }
  }

  fileprivate var remote: String {
    switch self {
    case .success: "success"
    case .cancel: "cancel"
    case .pending: "pending"
    case .unverified: "unverified"
    case .fail(let kind): "fail:" + kind.rawValue
    }
  }
}

extension PurchaseAnswer {
  init(remote json: JSONObject) throws(JSONError) {
    switch try json.text("result") {
    case "success":
      self = .success(
        signedTransaction: try json.text("signedTransaction"), alreadyOwned: try json.truth("alreadyOwned"))
    case "pending": self = .pending(transactionId: try json.text("transactionId"))
    case "cancelled": self = .cancelled
    default: throw JSONError.missing("result")
    }
  }

  var remote: JSONObject {
    switch self {
    case .success(let text, let alreadyOwned):
      ["result": "success", "signedTransaction": .string(text), "alreadyOwned": .bool(alreadyOwned)]
    case .pending(let id): ["result": "pending", "transactionId": .string(id)]
    case .cancelled: ["result": "cancelled"]
    }
  }
}

extension BackendError {
  init(remote json: JSONObject) throws(JSONError) {
    self.init(
      FailureKind(rawValue: try json.text("kind")), try json.text("message"),
      isTemporary: try json.bool("isTemporary") ?? false)
  }

  var remote: JSONObject {
    ["kind": .string(kind.rawValue), "message": .string(message), "isTemporary": .bool(isTemporary)]
  }
}
