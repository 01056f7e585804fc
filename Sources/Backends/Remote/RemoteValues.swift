package import AppStoreModel
package import Core

// The values of the device's protocols as JSON, for a simulated App Store behind HTTP. Client and server both use these
// definitions, so that they agree on the format.

extension JSONObject {
  func text(_ name: String) throws(JSONError) -> String { try required(name, string(name)) }
  func integer(_ name: String) throws(JSONError) -> Int64 { try required(name, int64(name)) }
}

extension AppleAccount: JSONFields {
  package static let fields = Fields<Self>(
    Field("name", \.name, .present), Field("note", \.note, .present), Field("storefront", \.storefront, .present),
    Field("appTransactionId", \.appTransactionId))
  package static let blank = AppleAccount(name: "", note: "", storefront: "")
}

extension AppStoreCase: JSONFields {
  package static let fields = Fields<Self>(
    Field("kind", \.kind, .present), Field("transactionId", \.transactionId, .present),
    Field("productId", \.productId, .present), Field("productName", \.productName, .present),
    Field("account", \.account, .present), Field("date", \.date, .present), Field("note", \.note),
    Field("displayPrice", \.displayPrice, .present), Field("change", \.change), Field("consumption", \.consumption))
  package static let blank = AppStoreCase(
    kind: .refundRequest, transactionId: "", productId: "", productName: "", account: "",
    date: Timestamp(milliseconds: 0),
    displayPrice: "")
}

extension AppStoreCase.Kind: JSONMember {}
extension AppStoreCase.Consumption: JSONMember {}

extension ArmedFault: JSONFields {
  package static let fields = Fields<Self>(
    Field("fault", \.fault, .present), Field("kind", \.kind), Field("isOneShot", \.isOneShot, .present))
  package static let blank = ArmedFault(.purchase, kind: nil, isOneShot: false)
}

extension AppStoreSituation: JSONFields {
  package static let fields = Fields<Self>(
    Field("now", \.now, .present), Field("isPaused", \.isPaused, .present), Field("rate", \.rate, .present),
    Field(
      "settings",
      read: { value, situation throws(JSONError) in
        try AppStoreSettings.fields.read(value.objectValue ?? [:], into: &situation.settings)
      }, write: { .object($0.settings.json) }),
    Field("cases", \.cases), Field("accounts", \.accounts), Field("faults", \.faults),
    Field("subscriptions", \.subscriptions), Field("notifications", \.notifications),
    Field(
      "families",
      read: { value, situation throws(JSONError) in
        let families = try (["families": value] as JSONObject).objects("families") ?? []
        situation.families = []
        for family in families { situation.families.append(try family.strings("members") ?? []) }
      }, write: { .array($0.families.map { .object(["members": .strings($0)]) }) }),
    Field("checkpoints", \.checkpoints), Field("promoted", \.promoted), Field("purchases", \.purchases))
  package static let blank = AppStoreSituation(
    now: Timestamp(milliseconds: 0), isPaused: false, rate: .realTime, cases: [], accounts: [])
}
extension AppStoreNews: JSONFields {
  package static let fields = Fields<Self>(Field("items", \.items), Field("hasMore", \.hasMore))
  package static let blank = AppStoreNews(items: [], hasMore: false)
}

extension AppStoreNews.Item: JSONFields {
  package static let fields = Fields<Self>(
    Field("place", \.place, .present), Field("signed", \.signed, .present),
    Field("notificationUUID", \.notificationUUID), Field("hasArrived", \.hasArrived, unless: true))
  package static let blank = AppStoreNews.Item(place: 0, notificationUUID: nil, signed: "")
}

extension TimeRate: JSONMember {
  package static var expectation: String { say("one of Apple's subscription rates") }

  package init?(memberValue: JSONValue) {
    guard let number = Int(memberValue: memberValue) else { return nil }
    self = TimeRate(rawValue: number) ?? .realTime
  }

  package var memberValue: JSONValue { rawValue.memberValue }
}

extension ProductListing: JSONFields {
  package static let fields = Fields<Self>(
    Field("products", \.products), Field("unknownIds", \.unknownIds),
    Field("canMakePayments", \.canMakePayments, .present))
  package static let blank = ProductListing(products: [], unknownIds: [], canMakePayments: false)
}

extension HistoryPage: JSONFields {
  package static let fields = Fields<Self>(
    Field("signedTransactions", \.signedTransactions), Field("revision", \.revision, .present),
    Field("hasMore", \.hasMore, .present), Field("listsAll", \.listsAll))
  package static let blank = HistoryPage(signedTransactions: [], revision: "", hasMore: false)
}

extension PurchaseRequest: JSONFields {
  package static let fields = Fields<Self>(
    Field("account", \.account, .present), Field("productId", \.productId, .present),
    Field("quantity", \.quantity, .present), Field("outcome", \.outcome, .present),
    Field("appAccountToken", \.appAccountToken), Field("offer", \.offer))
  package static let blank = PurchaseRequest(
    account: "", productId: "", quantity: 1, appAccountToken: nil, outcome: .success)
}

extension SimulatedOutcome: JSONMember {
  package static var expectation: String { say("an outcome such as success or fail:network") }
  package static var isText: Bool { true }

  package init?(memberValue: JSONValue) {
    switch memberValue {
    case "success": self = .success
    case "cancel": self = .cancel
    case "pending": self = .pending
    case "unverified": self = .unverified
    case .string(let text) where text.hasPrefix("fail:"): self = .fail(FailureKind(rawValue: String(text.dropFirst(5))))
    default: return nil
    }
  }

  package var memberValue: JSONValue {
    switch self {
    case .success: "success"
    case .cancel: "cancel"
    case .pending: "pending"
    case .unverified: "unverified"
    case .fail(let kind): .string("fail:" + kind.rawValue)
    }
  }
}

extension PurchaseAnswer: JSONRepresentable {
  package init(json: JSONObject) throws(JSONError) {
    switch try json.text("result") {
    case "success":
      self = .success(
        signedTransaction: try json.text("signedTransaction"), alreadyOwned: try json.bool("alreadyOwned") ?? false)
    case "pending": self = .pending(transactionId: try json.text("transactionId"))
    case "interrupted": self = .interrupted(transactionId: try json.text("transactionId"))
    case "cancelled": self = .cancelled
    default: throw JSONError.missing("result")
    }
  }

  package var json: JSONObject {
    switch self {
    case .success(let text, let alreadyOwned):
      ["result": "success", "signedTransaction": .string(text), "alreadyOwned": .bool(alreadyOwned)]
    case .pending(let id): ["result": "pending", "transactionId": .string(id)]
    case .interrupted(let id): ["result": "interrupted", "transactionId": .string(id)]
    case .cancelled: ["result": "cancelled"]
    }
  }
}

extension StoreError: JSONFields {
  package static let fields = Fields<Self>(
    Field("kind", \.kind, .present), Field("message", \.message, .present), Field("isTemporary", \.isTemporary))
  package static let blank = StoreError(.systemError, "")
}

// Further values of the App Store's side, as JSON.

extension Subscription: JSONFields {
  package static let fields = Fields<Self>(
    Field("originalTransactionId", \.originalTransactionId, .present),
    Field("transactionId", \.transactionId, .present), Field("productId", \.productId, .present),
    Field("productName", \.productName, .present), Field("displayPrice", \.displayPrice, .present),
    Field("account", \.account, .present), Field("state", \.state, .present), Field("autoRenew", \.autoRenew, .present),
    Field("billingFails", \.billingFails, .present), Field("expiresDate", \.expiresDate, .present),
    Field("nextDate", \.nextDate, .present), Field("renewals", \.renewals, .present),
    Field("gracePeriodExpiresDate", \.gracePeriodExpiresDate), Field("nextProductId", \.nextProductId),
    Field("nextProductName", \.nextProductName), Field("priceIncrease", \.priceIncrease))
  package static let blank = Subscription(
    originalTransactionId: "", transactionId: "", productId: "", productName: "", displayPrice: "", account: "",
    state: .expired, autoRenew: false, billingFails: false, expiresDate: Timestamp(milliseconds: 0),
    nextDate: Timestamp(milliseconds: 0), renewals: 0)
}

extension Subscription.State: JSONMember {}
extension Subscription.PriceIncrease: JSONMember {}

extension AppStoreNotification: JSONFields {
  package static let fields = Fields<Self>(
    Field("notificationUUID", \.notificationUUID, .present), Field("type", \.type, .present),
    Field("date", \.date, .present), Field("delivery", \.delivery, .present), Field("attempts", \.attempts, .present),
    Field("subtype", \.subtype), Field("productId", \.productId), Field("account", \.account),
    Field("nextAttempt", \.nextAttempt))
  package static let blank = AppStoreNotification(
    notificationUUID: "", type: .test, subtype: nil, productId: nil, account: nil, date: Timestamp(milliseconds: 0),
    delivery: .delivered,
    attempts: 0, nextAttempt: nil)
}

extension AppStoreNotification.Delivery: JSONMember {}

extension PromotedPurchase: JSONFields {
  package static let fields = Fields<Self>(
    Field("id", \.id, .present), Field("account", \.account, .present), Field("productId", \.productId, .present),
    Field("date", \.date, .present))
  package static let blank = PromotedPurchase(id: "", account: "", productId: "", date: Timestamp(milliseconds: 0))
}

extension AppStorePurchase: JSONFields {
  package static let fields = Fields<Self>(
    Field("transactionId", \.transactionId, .present), Field("productId", \.productId, .present),
    Field("productName", \.productName, .present), Field("account", \.account, .present),
    Field("date", \.date, .present), Field("quantity", \.quantity, .present),
    Field("displayPrice", \.displayPrice, .present), Field("isShared", \.isShared, .present),
    Field("isUpgraded", \.isUpgraded, .present), Field("expiresDate", \.expiresDate))
  package static let blank = AppStorePurchase(
    transactionId: "", productId: "", productName: "", account: "", date: Timestamp(milliseconds: 0), expiresDate: nil,
    quantity: 1,
    displayPrice: "", isShared: false, isUpgraded: false)
}

// The charges of a purchase as JSON.

extension PreviewedOffer: JSONFields {
  package static let fields = Fields<Self>(
    Field("type", \.type), Field("words", \.words, .present), Field("id", \.id),
    Field("billingPlanType", \.plan), Field("reason", \.reason))
  package static let blank = PreviewedOffer(type: nil, words: "")
}

extension PurchasePreview: JSONFields {
  package static let fields = Fields<Self>(
    Field("productId", \.productId, .present), Field("charged", \.charged, .present), Field("change", \.change),
    Field("currentProductId", \.currentProductId), Field("refund", \.refund), Field("effectiveDate", \.effectiveDate),
    Field("renewal", \.renewal), Field("offer", \.offer),
    Field("isEligibleForIntroductoryOffer", \.isEligibleForIntroductoryOffer), Field("offers", \.offers))
  package static let blank = PurchasePreview(productId: "", change: nil, currentProductId: nil, charged: "")
}

extension PlanChange: JSONMember {}
