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
    SimulatorVerb(
      name: "locale", usage: "locale LOCALE | --off", upTo: 1, options: ["off"], changesPrices: true
    ) { call in
      let account = try call.account()
      guard (call.words.count == 1) != call.invocation.options.has("off") else {
        throw UsageError("usage: till simulator locale LOCALE, such as de_DE, or --off")
      }
      try call.appStore.setLocale(call.words.first, of: account)
      let message = call.words.first.map { "names and prices of \(account) are written as in \(safeText($0))" }
      var members: JSONObject = ["account": .string(account)]
      members.append("locale", text: call.words.first)
      return SimulatorAnswer(message ?? "names and prices of \(account) are written as in its storefront", members)
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
