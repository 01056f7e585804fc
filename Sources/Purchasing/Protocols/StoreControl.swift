package import StoreModel

/// The App Store's side of a simulated App Store, for whoever plays Apple, a parent or the network.
///
/// The command line has more verbs; these are the dashboard's.
package protocol StoreControl: Sendable {
  /// How the App Store stands.
  func situation() async throws(BackendError) -> AppStoreSituation

  /// A parent approves a waiting purchase, or the customer settled what interrupted it.
  func approvePurchase(_ transactionId: String) async throws(BackendError)

  /// A parent declines a waiting purchase, or the customer gives an interrupted one up; the app is never told.
  func declinePurchase(_ transactionId: String) async throws(BackendError)

  /// Apple grants a refund that was asked for.
  func approveRefund(_ transactionId: String) async throws(BackendError)

  /// Apple declines a refund that was asked for.
  func declineRefund(_ transactionId: String) async throws(BackendError)

  /// Apple takes a granted refund back.
  func reverseRefund(_ transactionId: String) async throws(BackendError)

  /// Switches the network between device and App Store.
  func setNetwork(_ isOn: Bool) async throws(BackendError)

  /// Switches whether devices may make payments.
  func setPayments(_ isOn: Bool) async throws(BackendError)

  /// Switches on a fault of the App Store.
  func arm(_ fault: ArmedFault) async throws(BackendError)

  /// Switches off a fault of the App Store.
  func disarm(_ fault: AppStoreFault) async throws(BackendError)

  /// Moves the App Store's clock forward by milliseconds; renewals and expiries that fall due happen.
  func advance(by milliseconds: Int64) async throws(BackendError)

  /// Starts over with the demo data: a new epoch under the same identity.
  func reset() async throws(BackendError)

  /// What a purchase will charge and change, and which offers there are for it.
  func preview(
    _ productId: String, quantity: Int, offer: OfferName?, account: String
  ) async throws(BackendError) -> PurchasePreview

  /// An offer as a purchase carries it: a promotional one signed as the developer's server would.
  func offer(_ name: OfferName, for productId: String) async throws(BackendError) -> PurchaseOffer
}
