import SafeText
import TillRuntime

/// What test runners read: JUnit's XML as CI servers take it, and the Test Anything Protocol, version 14.
enum TestReports {
  /// One suite with a case for each file.
  static func junit(_ outcomes: [ScenarioRun.Outcome]) -> String {
    let failures = outcomes.count { $0.failure != nil }
    let errors = outcomes.count { $0.error != nil }
    let counts =
      #"tests="\#(outcomes.count)" failures="\#(failures)" errors="\#(errors)" "#
      + #"time="\#(seconds(outcomes.reduce(0) { $0 + $1.seconds }))""#
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites \(counts)>",
      #"  <testsuite name="till simulator run" \#(counts)>"#,
    ]
    for outcome in outcomes {
      let open =
        #"    <testcase classname="\#(xml(outcome.path))" name="\#(xml(outcome.title ?? outcome.path))" "#
        + #"file="\#(xml(outcome.path))" time="\#(seconds(outcome.seconds))""#
      if let failure = outcome.failure {
        lines += [
          open + ">",
          #"      <failure type="mismatch" message="\#(xml(failure.message))">"#
            + xml("\(outcome.path):\(failure.line)\n" + failure.mismatches.joined(separator: "\n")) + "</failure>",
          "    </testcase>",
        ]
      } else if let error = outcome.error {
        lines += [
          open + ">", #"      <error type="unusable" message="\#(xml(error.message))"/>"#, "    </testcase>",
        ]
      } else {
        lines.append(open + "/>")
      }
    }
    return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
  }

  /// A line for each file, with a block of YAML behind one that went otherwise.
  static func tap(_ outcomes: [ScenarioRun.Outcome]) -> String {
    var lines = ["TAP version 14", "1..\(outcomes.count)"]
    for (index, outcome) in outcomes.enumerated() {
      // A number sign would begin a directive.
      let name = safeText(outcome.title ?? outcome.path).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
      lines.append("\(outcome.isOk ? "ok" : "not ok") \(index + 1) - \(name)")
      guard !outcome.isOk else { continue }
      lines += ["  ---", "  message: \(quoted(outcome.message))", "  file: \(quoted(outcome.path))"]
      if let failure = outcome.failure { lines += ["  line: \(failure.line)", "  step: \(failure.step)"] }
      lines.append("  ...")
    }
    return lines.joined(separator: "\n")
  }

  /// Milliseconds are enough, and no locale writes a comma.
  private static func seconds(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// Lines of text for XML, none of them long.
  private static func xml(_ text: String) -> String {
    Destination.xml.safe(
      text.split(separator: "\n", omittingEmptySubsequences: false).map { safeText(String($0), limit: 2000) }
        .joined(separator: "\n"))
  }

  /// A text in YAML's double quotation marks.
  private static func quoted(_ text: String) -> String {
    let line = safeText(text, limit: 2000).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(line)\""
  }
}
