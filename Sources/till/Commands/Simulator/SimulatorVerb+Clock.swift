import AppStoreSimulator
import SafeText
import StoreModel
import StrictJSON

extension SimulatorVerb {
  /// The App Store's time.
  static let clock: [SimulatorVerb] = [
    SimulatorVerb(name: "advance", usage: "advance DURATION", words: 1) { call in
      try call.appStore.advance(by: DurationText.milliseconds(call.words[0]))
      return try call.time("the App Store's clock was moved by \(call.words[0])")
    },
    SimulatorVerb(name: "set-back", usage: "set-back DURATION", words: 1) { call in
      let duration = try DurationText.milliseconds(call.words[0])
      try call.appStore.setClock(to: call.appStore.clock().now.adding(milliseconds: -duration))
      return try call.time("the App Store's clock was set back by \(call.words[0])")
    },
    SimulatorVerb(name: "rate", usage: "rate NAME|NUMBER", words: 1) { call in
      let name = call.words[0]
      let rates = TimeRate.allCases
      guard let rate = TimeRate(name) ?? rates.first(where: { $0.name.lowercased() == name.lowercased() }) else {
        throw UsageError("there is no rate \(safeText(name)): there are " + rates.map(\.name).joined(separator: ", "))
      }
      try call.appStore.setRate(rate)
      return SimulatorAnswer("subscriptions live at the rate \(rate.name)", ["rate": .string(rate.name)])
    },
    SimulatorVerb(name: "pause", usage: "pause") { call in
      let isPaused = try !call.appStore.situation().isPaused
      try call.appStore.setPaused(isPaused)
      let message = isPaused ? "the App Store's clock stands still" : "the App Store's clock runs on"
      return try call.time(message, ["paused": .bool(isPaused)])
    },
  ]
}

extension SimulatorCall {
  /// An answer with the App Store's present time.
  func time(_ message: String, _ members: JSONObject = [:]) throws -> SimulatorAnswer {
    let now = try appStore.clock().now
    var members = members
    members.append("now", now.json)
    return SimulatorAnswer("\(message): it is \(invocation.output.date(now))", members)
  }
}
