import AppStoreSimulator
import SafeText
import StoreModel
import StrictJSON

extension SimulatorVerb {
  /// Failures on purpose.
  static let faults: [SimulatorVerb] = [
    SimulatorVerb(
      name: "fault", usage: "fault NAME|CALL [KIND] [--once] [--off]", words: 1, upTo: 2, options: ["once", "off"]
    ) { call in
      let fault = try fault(named: call.words[0])
      let options = call.invocation.options
      if options.has("off") {
        guard call.words.count == 1, !options.has("once") else {
          throw UsageError("--off goes with the name of the fault alone")
        }
        try call.appStore.disarm(fault)
        return SimulatorAnswer("\(fault.rawValue) is off", ["fault": .string(fault.rawValue), "on": false])
      }
      let kind = call.words.dropFirst().first.map(FailureKind.init(rawValue:))
      let armed = ArmedFault(fault, kind: kind ?? fault.kinds.first, isOneShot: options.has("once"))
      try call.appStore.arm(fault, kind: kind, isOneShot: armed.isOneShot)
      let often = armed.isOneShot ? "once" : "until it is switched off"
      let how = armed.kind.map { " \($0.rawValue)" } ?? ""
      return SimulatorAnswer("\(fault.rawValue)\(how) is on, \(often): \(fault.words)", armed.document)
    },
    SimulatorVerb(
      name: "faults", usage: "faults [--limit N] [--after NEXT]", options: ["limit", "after"], isReading: true
    ) { call in
      let armed = try call.appStore.faults()
      return try call.list(
        "faults", AppStoreFault.allCases, header: ["FAULT", "NOW", "WHAT IT DOES", "KINDS"],
        document: { fault in armed.first { $0.fault == fault }?.document ?? fault.document }
      ) { fault in
        let now = armed.first { $0.fault == fault }
        let state = now.map { ($0.kind?.rawValue ?? "on") + ($0.isOneShot ? ", once" : "") } ?? "off"
        return [fault.rawValue, state, fault.words, fault.kinds.map(\.rawValue).joined(separator: " ")]
      }
    },
  ]

  private static func fault(named name: String) throws(UsageError) -> AppStoreFault {
    guard let fault = AppStoreFault(rawValue: name) else {
      throw UsageError(
        "there is no fault \(safeText(name)): there are "
          + AppStoreFault.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return fault
  }
}

extension AppStoreFault {
  /// The fault while it is off.
  fileprivate var document: JSONObject {
    [
      "fault": .string(rawValue), "on": false, "text": .string(words),
      "kinds": .array(kinds.map { .string($0.rawValue) }),
    ]
  }
}

extension ArmedFault {
  fileprivate var document: JSONObject {
    var document: JSONObject = ["fault": .string(fault.rawValue), "on": true, "once": .bool(isOneShot)]
    document.append("kind", text: kind?.rawValue)
    document.append("text", .string(fault.words))
    document.append("kinds", .array(fault.kinds.map { .string($0.rawValue) }))
    return document
  }
}
