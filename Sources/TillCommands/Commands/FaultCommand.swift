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
      throw UsageError(PurchaseText.noFault(safeText(name)).text)
    }
    let (isOnce, isOff) = (call.options.has("once"), call.options.has("off"))
    guard !isOnce || !isOff else { throw UsageError(PurchaseText.giveOnceOrOff.text) }
    guard !isOnce || !kind.isLasting else {
      throw UsageError(PurchaseText.clockIsNeverWrongOnce(kind.name).text)
    }
    let session = try call.actingSession()
    defer { session.close() }
    let purchasing = try session.purchasing()
    let message: String
    if isOff {
      let wasOn = try blocking { try await purchasing.switchOff(kind) }
      message = wasOn ? PurchaseText.faultIsOff(kind.name).text : PurchaseText.faultWasOffAlready(kind.name).text
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
      throw UsageError(PurchaseText.whichFault.text)
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
    call.output.document(["ok": true, "message": .string(PurchaseText.whatCanFail.text), "faults": .array(rows)])
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
