import StoreModel

/// `renew`, `expire`, `auto-renew`, `billing`: SUB is a product id or an original transaction id of the account.
extension SimulatedAppStore {
  /// Renews at once: auto-renew is on again, and the billing cycle begins anew.
  @discardableResult
  package func renew(_ subscription: String, account: String) throws(SimulatorError) -> SimulatedSubscription {
    try write { SimulatedSubscription(try $0.forceRenewal(of: subscription, account: account)) }
  }

  /// Ends a subscription now, as if the customer had cancelled it.
  @discardableResult
  package func expire(_ subscription: String, account: String) throws(SimulatorError) -> SimulatedSubscription {
    try write { SimulatedSubscription(try $0.expire(subscription, account: account)) }
  }

  /// Switches auto-renew.
  @discardableResult
  package func setAutoRenew(
    _ isOn: Bool, of subscription: String, account: String
  ) throws(SimulatorError) -> SimulatedSubscription {
    try strike(.manageSubscriptions)
    return try write { SimulatedSubscription(try $0.setAutoRenew(isOn, of: subscription, account: account)) }
  }

  /// `billing fail`: the next renewal fails, and its repetitions too.
  @discardableResult
  package func failBilling(of subscription: String, account: String) throws(SimulatorError) -> SimulatedSubscription {
    try write { SimulatedSubscription(try $0.setBilling(fails: true, of: subscription, account: account)) }
  }

  /// `billing resolve`: payment works again; a subscription in grace or billing retry renews at once.
  @discardableResult
  package func resolveBilling(
    of subscription: String, account: String
  ) throws(SimulatorError) -> SimulatedSubscription {
    try write { SimulatedSubscription(try $0.setBilling(fails: false, of: subscription, account: account)) }
  }

  /// The account's subscriptions, oldest first.
  package func subscriptions(of account: String) throws(SimulatorError) -> [SimulatedSubscription] {
    try read { try $0.subscriptions(of: $0.account(account).name).map(SimulatedSubscription.init) }
  }
}
