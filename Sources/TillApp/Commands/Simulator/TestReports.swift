import Core

/// Reports for test runners: JUnit's XML for CI servers, and the Test Anything Protocol, version 14.
enum TestReports {
  /// The result of one test.
  struct Row {
    /// The test's title.
    var title: String
    /// The test's file or name, which identifies it.
    var place: String
    var seconds: Double
    /// The problem of a test that did not pass; nil where it passed.
    var problem: Problem?

    /// Whether the place is a file.
    var isFile = true
  }

  struct Problem {
    /// Whether the test could not run at all (JUnit's error instead of failure).
    var isError = false
    var message: String
    /// Further lines, for JUnit.
    var details: [String] = []
    /// Named numbers that locate the problem, such as the line, for TAP.
    var numbers: [(name: String, value: Int)] = []
  }

  /// Returns JUnit XML: one suite with a test case for each row.
  static func junit(_ rows: [Row], suite: String) -> String {
    let failures = rows.count { $0.problem?.isError == false }
    let errors = rows.count { $0.problem?.isError == true }
    let counts =
      #"tests="\#(rows.count)" failures="\#(failures)" errors="\#(errors)" "#
      + #"time="\#(seconds(rows.reduce(0) { $0 + $1.seconds }))""#
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites \(counts)>",
      #"  <testsuite name="\#(xml(suite))" \#(counts)>"#,
    ]
    for row in rows {
      let file = row.isFile ? #"file="\#(xml(row.place))" "# : ""
      let open =
        #"    <testcase classname="\#(xml(row.place))" name="\#(xml(row.title))" "#
        + #"\#(file)time="\#(seconds(row.seconds))""#
      if let problem = row.problem, problem.isError {
        lines += [open + ">", #"      <error type="unusable" message="\#(xml(problem.message))"/>"#, "    </testcase>"]
      } else if let problem = row.problem {
        lines += [
          open + ">",
          #"      <failure type="mismatch" message="\#(xml(problem.message))">"#
            + xml(problem.details.joined(separator: "\n")) + "</failure>", "    </testcase>",
        ]
      } else {
        lines.append(open + "/>")
      }
    }
    return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
  }

  /// Returns TAP: a line for each row, with a YAML block after a failed one.
  static func tap(_ rows: [Row]) -> String {
    var lines = ["TAP version 14", "1..\(rows.count)"]
    for (index, row) in rows.enumerated() {
      // A number sign would start a TAP directive.
      let name = safeText(row.title).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
      lines.append("\(row.problem == nil ? "ok" : "not ok") \(index + 1) - \(name)")
      guard let problem = row.problem else { continue }
      lines += [
        "  ---", "  message: \(quoted(problem.message))", "  \(row.isFile ? "file" : "case"): \(quoted(row.place))",
      ]
      lines += problem.numbers.map { "  \($0.name): \($0.value)" } + ["  ..."]
    }
    return lines.joined(separator: "\n")
  }

  /// Formats seconds with three decimals and a point, independent of the locale.
  private static func seconds(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// Escapes text for XML, and shortens long lines.
  private static func xml(_ text: String) -> String {
    Destination.xml.safe(
      text.split(separator: "\n", omittingEmptySubsequences: false).map { safeText(String($0), limit: 2000) }
        .joined(separator: "\n"))
  }

  /// Quotes a text as a double-quoted YAML string.
  private static func quoted(_ text: String) -> String {
    let line = safeText(text, limit: 2000).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(line)\""
  }
}
