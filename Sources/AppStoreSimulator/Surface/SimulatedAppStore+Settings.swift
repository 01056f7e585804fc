package import StoreModel

/// `rate`, `grace`, `network`, `payments`, `ask-to-buy`, `storefront`, `accounts`, `reset`.
extension SimulatedAppStore {
  /// How the App Store stands, for whoever plays Apple.
  package func situation(locale: String? = nil) throws(StoreError) -> AppStoreSituation {
    try read { try $0.situation(locale: locale) }
  }

  /// How fast subscriptions live; running periods keep their end.
  package func setRate(_ rate: TimeRate) throws(StoreError) {
    try write { $0.state.rate = rate }
  }

  /// Whether a failed renewal is followed by a grace period.
  package func setGrace(_ isOn: Bool) throws(StoreError) {
    try write { $0.state.grace = isOn }
  }

  /// Whether devices reach the App Store.
  package func setNetwork(_ isOn: Bool) throws(StoreError) {
    try write { $0.state.network = isOn }
  }

  /// Whether devices may make payments.
  package func setPayments(_ isOn: Bool) throws(StoreError) {
    try write { $0.state.payments = isOn }
  }

  /// Whether every purchase waits for a parent.
  package func setAskToBuy(_ isOn: Bool) throws(StoreError) {
    try write { $0.state.askToBuy = isOn }
  }

  /// Moves an Apple Account to another storefront, by its ISO 3166-1 alpha-3 code: currency and format of prices change
  /// with the next listing and purchase, the number stays.
  package func setStorefront(_ code: String, of account: String) throws(StoreError) {
    try write { try $0.setStorefront(code, of: account) }
  }

  /// Chooses the locale in which an Apple Account sees names and prices, such as `de_DE`; nil is its storefront's again.
  ///
  /// The currency stays the storefront's.
  package func setLocale(_ locale: String?, of account: String) throws(StoreError) {
    try write { try $0.setLocale(locale, of: account) }
  }

  /// The Apple Accounts in their order.
  package func accounts() throws(StoreError) -> [AppleAccount] {
    try read { try $0.accounts().map(\.listed) }
  }

  /// What a device shows of the App Store without asking it.
  package struct DeviceSettings: Hashable, Sendable {
    /// The storefront of its Apple Account.
    package var storefront: String?
    /// Whether it may pay.
    package var canMakePayments: Bool
    /// Whether the payment sheet asks before it pays.
    package var showsDialogs: Bool
  }

  /// What a device with an Apple Account shows of the App Store without asking it.
  package func deviceSettings(of account: String?) throws(StoreError) -> DeviceSettings {
    try read { session in
      DeviceSettings(
        storefront: try session.accounts().first { $0.name == account }?.storefront,
        canMakePayments: session.state.payments, showsDialogs: session.state.showsDialogs)
    }
  }

  /// Adds an Apple Account at the end of the list.
  ///
  /// - Throws: `usage` for a name that is taken or cannot be one, or an unknown storefront.
  package func addAccount(_ name: String, storefront: String, note: String = "") throws(StoreError) {
    try write { try $0.addAccount(name, storefront: storefront, note: note) }
  }

  /// Starts over: no history any more, and the settings of the catalogue's file; a new epoch under the same identity.
  ///
  /// Earlier revisions are refused from then on, and no id is used again.
  package func reset() throws(StoreError) {
    try write { try $0.reset() }
  }
}
