/// The calls of a device, by their names on the wire.
///
/// Whoever adds one to `StoreBackend` adds it here; the switch of the serving side then asks for its answer.
enum RemoteCall: String, CaseIterable {
  case clock, accounts, products, purchase, unfinished, finish, history, refundHistory, renewalInfos, requestRefund
}

/// The calls of the App Store's side, by their names on the wire; as `RemoteCall`, for `StoreControl`.
enum RemoteControlCall: String, CaseIterable {
  case situation, approvePurchase, declinePurchase, approveRefund, declineRefund, reverseRefund, setNetwork, setPayments
  case arm, disarm, advance, reset, preview, offer
}

/// What only `till serve` answers, since it is of no protocol.
package enum RemoteServerCall: String, CaseIterable {
  /// A verb of `till simulator`.
  case verb
  /// A transaction by its id.
  case transaction
}
