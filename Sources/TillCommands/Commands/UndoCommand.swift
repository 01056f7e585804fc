import Database
import SafeText
import StrictJSON
import Texts
import TillRuntime

extension Command {
  static let undo = Command(
    name: "undo", summary: "take back what was done last in a simulated App Store, on every file",
    usage: ["undo [N] [--json]", "undo list [--json]"],
    details: [
      "Ids stay used; what was posted to a server stays posted, and is counted.",
      "It is refused where `till serve` or another device used the App Store since.",
    ], examples: ["till undo", "till undo 3", "till undo list"], words: 0...1
  ) { call in
    if call.words.first == "list" { return try call.listActs() }
    guard let count = call.words.first.map(Int.init) ?? 1, count > 0 else {
      throw UsageError(say("till undo takes the number of acts to take back, or list"))
    }
    let session = try call.actingSession()
    defer { session.close() }
    let report = try session.undo(count)
    let message = UndoText.done(report.names, posted: report.posted).text
    call.output.document([
      "ok": true, "message": .string(message), "undone": .array(report.names.map { .string($0) }),
      "posted": .number(JSONNumber(Int64(report.posted))),
    ])
    report.names.forEach { call.output.text("undo: \($0)") }
    if report.posted > 0 { call.output.note(message) }
    return .done
  }
}

extension Invocation {
  /// Lists what can be taken back, the latest first.
  fileprivate func listActs() throws -> ExitStatus {
    let session = try session()
    defer { session.close() }
    let names = try session.undoableActs().map { safeText($0.name) }
    output.document(["ok": true, "message": .string("\(names.count)"), "acts": .array(names.map { .string($0) })])
    for (index, name) in names.enumerated() { output.text("\(index + 1)  \(name)") }
    return .done
  }
}
