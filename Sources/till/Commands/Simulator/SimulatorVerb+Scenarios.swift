import SafeText
import StrictJSON
import Walkthroughs

extension SimulatorVerb {
  /// Scenario files: every step in files of their own.
  static let scenarios: [SimulatorVerb] = [
    SimulatorVerb(name: "run", usage: "run FILE", words: 1, alone: runScenario)
  ]

  private static let runScenario: @Sendable (Invocation, [String]) throws -> ExitStatus = { call, words in
    let file = try WalkthroughFile(path: words[0])
    let walkthrough = file.walkthrough
    let rehearsal = Rehearsal(walkthrough: walkthrough, folder: file.folder, directory: call.options["store"])
    let failure = try rehearsal.run()
    let count = walkthrough.steps.count
    let message = failure?.message ?? "\(count) \(count == 1 ? "step" : "steps"), everything as expected"
    var document: JSONObject = [
      "ok": .bool(failure == nil), "message": .string(message), "title": .string(walkthrough.title),
      "steps": .number(count),
    ]
    if let failure {
      document.append("step", .number(failure.step))
      document.append("line", .number(failure.line))
      document.append("mismatches", .strings(failure.mismatches))
    }
    call.output.document(document)
    call.output.text("\(safeText(walkthrough.title)): " + (failure == nil ? message : "otherwise than expected"))
    guard failure != nil else { return .done }
    call.output.note("\(safeText(file.path)): \(message)")
    return .failed
  }
}
