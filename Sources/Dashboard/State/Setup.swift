/// What does not change while the dashboard is open: the app, its App Store, and what can be done with it.
package struct Setup: Hashable, Sendable {
  /// The app's name.
  package var appName: String
  /// The App Store, as the header names it: `SIMULATED (signs as Sandbox)` or `REAL APP STORE: Production`.
  package var backend: String
  /// Whether this is the real App Store.
  package var isReal: Bool
  /// Whether changes are refused; the header says so.
  package var isReadOnly: Bool
  /// Whether changes at the real App Store wait for `--unlock`; the header says so.
  package var isLocked: Bool
  /// What can be done, and why not what cannot.
  package var abilities: Abilities
  /// How dates are shown.
  package var zone: TimeZoneTable

  package init(
    appName: String, backend: String, isReal: Bool = false, isReadOnly: Bool = false, isLocked: Bool = false,
    abilities: Abilities = Abilities(), zone: TimeZoneTable = .utc
  ) {
    self.appName = appName
    self.backend = backend
    self.isReal = isReal
    self.isReadOnly = isReadOnly
    self.isLocked = isLocked
    self.abilities = abilities
    self.zone = zone
  }
}

/// What can be done with this App Store: each nil is a yes, each text the reason for a no.
package struct Abilities: Hashable, Sendable {
  package var buy: String?
  package var restore: String?
  package var refundCheck: String?
  package var askRefund: String?
  package var use: String?
  package var updates: String?
  /// The App Store's side: only a simulated one has it.
  package var appStore: String?
  /// Choosing on the payment sheet how the purchase ends: only a simulated App Store lets one.
  package var chooseOutcome: String?
  /// The verbs of `till simulator` beyond the first ones: only where the App Store is in this process.
  package var verbs: String?
  /// Going on with orders, giving them up, logging users in.
  package var orders: String?
  /// What support reads: at the App Store Server API only.
  package var support: String?
  /// What support changes there.
  package var supportChanges: String?

  package init(
    buy: String? = nil, restore: String? = nil, refundCheck: String? = nil, askRefund: String? = nil,
    use: String? = nil, updates: String? = nil, appStore: String? = nil, chooseOutcome: String? = nil,
    verbs: String? = nil, orders: String? = nil,
    support: String? = nil, supportChanges: String? = nil
  ) {
    self.buy = buy
    self.restore = restore
    self.refundCheck = refundCheck
    self.askRefund = askRefund
    self.use = use
    self.updates = updates
    self.appStore = appStore
    self.chooseOutcome = chooseOutcome
    self.verbs = verbs
    self.orders = orders
    self.support = support
    self.supportChanges = supportChanges
  }

  /// Nothing can be done, for one reason: imported evidence, a damaged store.
  package init(nothingBecause reason: String) {
    self.init(
      buy: reason, restore: reason, refundCheck: reason, askRefund: reason, use: reason, updates: reason,
      appStore: reason, chooseOutcome: reason, verbs: reason,
      orders: reason, support: reason, supportChanges: reason)
  }
}

extension Setup {
  /// The same with every foreign text made fit for the screen.
  var safe: Setup {
    var setup = self
    setup.appName = Texts.safe(appName)
    setup.backend = Texts.safe(backend)
    setup.abilities = Abilities(
      buy: abilities.buy.map(Texts.safe), restore: abilities.restore.map(Texts.safe),
      refundCheck: abilities.refundCheck.map(Texts.safe), askRefund: abilities.askRefund.map(Texts.safe),
      use: abilities.use.map(Texts.safe), updates: abilities.updates.map(Texts.safe),
      appStore: abilities.appStore.map(Texts.safe), chooseOutcome: abilities.chooseOutcome.map(Texts.safe),
      verbs: abilities.verbs.map(Texts.safe), orders: abilities.orders.map(Texts.safe),
      support: abilities.support.map(Texts.safe), supportChanges: abilities.supportChanges.map(Texts.safe))
    return setup
  }
}
