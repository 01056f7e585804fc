import Core
import Storage
import Verbs

extension Command {
  static let undo = Command(
    name: "undo", summary: "undo the last actions in a simulated App Store, in all its files",
    forms: [UsageForm(.group(.value("N")), .option(.json)), UsageForm("list", .option(.json))],
    details: [
      "Ids stay used, and notifications that were sent stay sent; Till counts them.",
      "Till refuses if `till serve` or another device has used the App Store since.",
    ], examples: ["till undo", "till undo 3", "till undo list"]
  ) { call in
    if call.words.first == "list" { return try await call.listActs() }
    guard let count = call.words.first.map(Int.init) ?? 1, count > 0 else {
      throw UsageError(say("invalid argument; till undo takes the number of actions to undo, or list"))
    }
    let session = try await call.actingSession()
    let report = try session.undo(count)
    return call.done(
      report.message, ["undone": report.names.json, "posted": .number(report.posted)], text: report.message)
  }
}

extension Invocation {
  /// Lists the actions that can be undone, the latest first.
  fileprivate func listActs() async throws -> ExitStatus {
    let session = try await session()
    let names = try session.undoableActs().map { safeText($0.name) }
    output.document(["ok": true, "message": .string("\(names.count)"), "acts": names.json])
    for (index, name) in names.enumerated() { output.text("\(index + 1)  \(name)") }
    return .done
  }
}
