import LocalStore
import Purchasing
import SafeText
import StoreModel
import StrictJSON
import Texts
import TillRuntime

extension Command {
  static let fault = Command(
    name: "fault", summary: "make this device fail on purpose; without a name, what can fail",
    usage: ["fault [--json]", "fault NAME [--once | --off]"], options: ["once", "off"],
    examples: [
      "till fault", "till fault app-server-down", "till fault crash:paid", "till fault app-server-down --off",
    ],
    words: 0...1
  ) { call in
    guard let name = call.words.first else { return try listFaults(call) }
    guard let kind = DeviceFault.Kind(name: name) else {
      throw UsageError(say("there is no fault \(safeText(name)): till fault lists them"))
    }
    let (isOnce, isOff) = (call.options.has("once"), call.options.has("off"))
    guard !isOnce || !isOff else { throw UsageError(say("give --once or --off, not both")) }
    guard !isOnce || !kind.isLasting else {
      throw UsageError(say("a clock that is wrong once is wrong until it is set: till fault \(kind.name), then --off"))
    }
    let session = try call.actingSession()
    defer { session.close() }
    let purchasing = try session.purchasing()
    let message: String
    if isOff {
      let wasOn = try blocking { try await purchasing.switchOff(kind) }
      message = wasOn ? say("fault \(kind.name) is off") : say("fault \(kind.name) was off already")
    } else {
      try blocking { try await purchasing.switchOn(kind, once: isOnce) }
      message = PurchaseText.isOn(kind.name, once: isOnce || kind.isCrash, words: kind.words).text
    }
    call.output.document([
      "ok": true, "message": .string(message), "fault": .string(kind.name), "on": .bool(!isOff),
    ])
    call.output.text(message)
    return .done
  }

  private static func listFaults(_ call: Invocation) throws -> ExitStatus {
    guard !call.options.has("once"), !call.options.has("off") else {
      throw UsageError(say("which one? till fault NAME [--once | --off]"))
    }
    let session = try call.session()
    defer { session.close() }
    let armed = try session.reader().faults()
    var table = Table(titles: ["FAULT", "NOW", "WHAT IT DOES"])
    var rows: [JSONValue] = []
    for kind in DeviceFault.Kind.all {
      let fault = armed.first { $0.kind == kind }
      table.append([kind.name, fault.map { term($0.isOnce ? "once" : "on") } ?? "", kind.words])
      rows.append([
        "fault": .string(kind.name), "on": .bool(fault != nil), "once": .bool(fault?.isOnce ?? false),
        "text": .string(kind.words),
      ])
    }
    call.output.document(["ok": true, "message": .string(say("what can fail at this device")), "faults": .array(rows)])
    call.output.text(table.text)
    return .done
  }
}

extension DeviceFault.Kind {
  fileprivate var isCrash: Bool {
    guard case .crash = self else { return false }
    return true
  }
}
