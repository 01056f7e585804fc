import AppStoreSimulator
import Purchasing
import SafeText
import StoreModel
import StrictJSON

extension SimulatorVerb {
  /// How the App Store and the way to it stand.
  static let settings: [SimulatorVerb] = [
    toggle("grace", "a failed renewal is followed by a grace period") { try $0.appStore.setGrace($1) },
    toggle("network", "devices reach the App Store") { try $0.appStore.setNetwork($1) },
    toggle("payments", "devices may make payments") { try $0.appStore.setPayments($1) },
    toggle("ask-to-buy", "every purchase waits for a parent") { try $0.appStore.setAskToBuy($1) },
    toggle("interrupted", "purchases wait until the customer has settled something with the App Store") {
      try $0.appStore.setInterrupted($1)
    },
    toggle("renewals-fail", "the first renewal of every new subscription fails") {
      try $0.appStore.setFailsRenewals($1)
    },
    SimulatorVerb(name: "storefront", usage: "storefront CODE", words: 1, changesPrices: true) { call in
      let account = try call.account()
      let code = call.words[0].uppercased()
      try call.appStore.setStorefront(code, of: account)
      return SimulatorAnswer(
        "\(account) is in the storefront \(code): prices follow",
        ["account": .string(account), "storefront": .string(code)])
    },
  ]

  /// A verb that switches something.
  private static func toggle(
    _ name: String, _ meaning: String, set: @escaping @Sendable (SimulatorCall, Bool) throws -> Void
  ) -> SimulatorVerb {
    SimulatorVerb(name: name, usage: "\(name) on|off", words: 1) { call in
      let isOn = try call.isOn()
      try set(call, isOn)
      return SimulatorAnswer("\(name) is \(isOn ? "on" : "off") (on: \(meaning))", [name: .bool(isOn)])
    }
  }
}
