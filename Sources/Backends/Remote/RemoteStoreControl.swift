import Purchasing
import StoreModel
import StrictJSON

/// The App Store's side of a running `till serve`.
struct RemoteStoreControl: StoreControl {
  let store: RemoteStore
  let locale: String

  func situation() async throws(BackendError) -> AppStoreSituation {
    try await store.call(RemoteControlCall.situation, ["locale": .string(locale)], AppStoreSituation.init(remote:))
  }

  func approvePurchase(_ transactionId: String) async throws(BackendError) {
    try await decide(.approvePurchase, transactionId)
  }

  func declinePurchase(_ transactionId: String) async throws(BackendError) {
    try await decide(.declinePurchase, transactionId)
  }

  func approveRefund(_ transactionId: String) async throws(BackendError) {
    try await decide(.approveRefund, transactionId)
  }

  func declineRefund(_ transactionId: String) async throws(BackendError) {
    try await decide(.declineRefund, transactionId)
  }

  func reverseRefund(_ transactionId: String) async throws(BackendError) {
    try await decide(.reverseRefund, transactionId)
  }

  func setNetwork(_ isOn: Bool) async throws(BackendError) {
    _ = try await store.call(RemoteControlCall.setNetwork, ["isOn": .bool(isOn)])
  }

  func setPayments(_ isOn: Bool) async throws(BackendError) {
    _ = try await store.call(RemoteControlCall.setPayments, ["isOn": .bool(isOn)])
  }

  func arm(_ fault: ArmedFault) async throws(BackendError) {
    _ = try await store.call(RemoteControlCall.arm, fault.remote)
  }

  func disarm(_ fault: AppStoreFault) async throws(BackendError) {
    _ = try await store.call(RemoteControlCall.disarm, ["fault": .string(fault.rawValue)])
  }

  func advance(by milliseconds: Int64) async throws(BackendError) {
    _ = try await store.call(RemoteControlCall.advance, ["milliseconds": .number(milliseconds)])
  }

  func reset() async throws(BackendError) { _ = try await store.call(RemoteControlCall.reset) }

  func preview(
    _ productId: String, quantity: Int, offer: OfferName?, account: String
  ) async throws(BackendError) -> PurchasePreview {
    var arguments: JSONObject = [
      "productId": .string(productId), "quantity": .number(quantity), "account": .string(account),
    ]
    arguments.append("offer", ifPresent: offer.map { .object($0.remote) })
    return try await store.call(RemoteControlCall.preview, arguments, PurchasePreview.init(remote:))
  }

  func offer(_ name: OfferName, for productId: String) async throws(BackendError) -> PurchaseOffer {
    var arguments = name.remote
    arguments.append("productId", .string(productId))
    return try await store.call(RemoteControlCall.offer, arguments, PurchaseOffer.init(remote:))
  }

  private func decide(_ call: RemoteControlCall, _ transactionId: String) async throws(BackendError) {
    _ = try await store.call(call, ["transactionId": .string(transactionId)])
  }
}
