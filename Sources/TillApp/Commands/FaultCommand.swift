import AppStoreModel
import Core
import Device
import Verbs

extension Command {
  static let fault = Command(
    name: "fault", summary: "simulate a failure at this device; list the failures without a name",
    forms: [
      UsageForm(.option(.json)),
      UsageForm(.value("NAME", .faults), .group(.either([.needed(.onlyOnce)], [.needed(.off)]))),
    ],
    examples: [
      "till fault", "till fault app-server-down", "till fault crash:paid", "till fault app-server-down --off",
    ]
  ) { call in
    guard let name = call.words.first else { return try await listFaults(call) }
    guard let kind = DeviceFault.Kind(name: name) else {
      throw UsageError(say("unknown fault “\(safeText(name))”; till fault lists the faults"))
    }
    let (isOnce, isOff) = (call.options.has(.onlyOnce), call.options.has(.off))
    guard !isOnce || !isOff else { throw UsageError(say("--once and --off exclude each other; use one")) }
    guard !isOnce || !kind.isLasting else {
      throw UsageError(
        say("a wrong clock stays wrong until you switch it off; use till fault \(kind.name), later with --off"))
    }
    let session = try await call.actingSession()
    let purchasing = try session.purchasing()
    let message: String
    if isOff {
      let wasOn = try await purchasing.switchOff(kind)
      message = wasOn ? say("fault \(kind.name) is off") : say("fault \(kind.name) was already off")
    } else {
      try await purchasing.switchOn(kind, once: isOnce)
      message =
        isOnce || kind.isCrash
        ? say("fault \(kind.name) is on for one call: \(kind.words)")
        : say("fault \(kind.name) is on: \(kind.words)")
    }
    return call.done(message, ["fault": .string(kind.name), "on": .bool(!isOff)])
  }

  private static func listFaults(_ call: Invocation) async throws -> ExitStatus {
    guard !call.options.has(.onlyOnce), !call.options.has(.off) else {
      throw UsageError(say("missing fault; use till fault NAME [--once | --off]"))
    }
    let session = try await call.session()
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
    return call.done(say("failures to simulate at this device"), ["faults": .array(rows)], text: table.text)
  }
}

extension DeviceFault.Kind {
  fileprivate var isCrash: Bool {
    guard case .crash = self else { return false }
    return true
  }
}
