package import StoreModel

/// `rate`, `grace`, `network`, `payments`, `ask-to-buy`, `storefront`, `accounts`, `reset`.
extension SimulatedAppStore {
  /// How the App Store stands, for whoever plays Apple.
  package func situation(locale: String? = nil) throws(StoreError) -> AppStoreSituation {
    try read { try $0.situation(locale: locale) }
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
}
