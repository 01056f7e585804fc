import AppStoreSimulator
import Purchasing
import StoreModel

/// The simulated App Store's own side; it works without the network.
struct SimulatorControl: StoreControl {
  private let store: SimulatedAppStore
  private let locale: String

  init(_ store: SimulatedAppStore, locale: String) {
    self.store = store
    self.locale = locale
  }

  func situation() async throws(BackendError) -> AppStoreSituation {
    try ask { try store.situation(locale: locale) }
  }

  func approvePurchase(_ transactionId: String) async throws(BackendError) {
    try ask {
      let isInterrupted = try store.pending().contains { $0.transactionId == transactionId && $0.kind == .interrupted }
      if isInterrupted { try store.resolvePurchase(transactionId) } else { try store.approvePurchase(transactionId) }
    }
  }

  func declinePurchase(_ transactionId: String) async throws(BackendError) {
    try ask { try store.declinePurchase(transactionId) }
  }

  func approveRefund(_ transactionId: String) async throws(BackendError) {
    try ask { try store.approveRefund(of: transactionId) }
  }

  func declineRefund(_ transactionId: String) async throws(BackendError) {
    try ask { try store.declineRefund(of: transactionId) }
  }

  func reverseRefund(_ transactionId: String) async throws(BackendError) {
    try ask { try store.reverseRefund(of: transactionId) }
  }

  func setNetwork(_ isOn: Bool) async throws(BackendError) {
    try ask { try store.setNetwork(isOn) }
  }

  func setPayments(_ isOn: Bool) async throws(BackendError) {
    try ask { try store.setPayments(isOn) }
  }

  func arm(_ fault: ArmedFault) async throws(BackendError) {
    try ask { try store.arm(fault.fault, kind: fault.kind, isOneShot: fault.isOneShot) }
  }

  func disarm(_ fault: AppStoreFault) async throws(BackendError) {
    try ask { try store.disarm(fault) }
  }

  func advance(by milliseconds: Int64) async throws(BackendError) {
    try ask { try store.advance(by: milliseconds) }
  }

  func reset() async throws(BackendError) {
    try ask { try store.reset() }
  }

  func preview(
    _ productId: String, quantity: Int, offer: OfferName?, account: String
  ) async throws(BackendError) -> PurchasePreview {
    try ask {
      try store.preview(
        productId, quantity: Int32(clamping: quantity), offer: offer.map { try store.offer($0, for: productId) },
        account: account)
    }
  }

  func offer(_ name: OfferName, for productId: String) async throws(BackendError) -> PurchaseOffer {
    try ask { try store.offer(name, for: productId) }
  }
}

extension SimulatedAppStore {
  fileprivate func offer(_ name: OfferName, for productId: String) throws(SimulatorError) -> PurchaseOffer {
    switch name {
    case .promotional(let id):
      .promotional(id: id, signature: try signOffer(id, productId: productId, token: nil))
    case .code(let name): .code(name)
    }
  }
}
