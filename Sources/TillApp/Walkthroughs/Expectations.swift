package import Core

/// The state that a walkthrough file expects after a step.
package struct Expectations: Hashable, Sendable {
  /// A list of the device, named like the command that prints it.
  package enum List: String, CaseIterable, Hashable, Sendable {
    case refunds, orders, unfinished, transactions, journal
  }

  /// The expected number of rows of a list, or the expected rows in the order of the command's output.
  package enum Rows: Hashable, Sendable {
    case count(Int)
    case rows([JSONValue])
  }

  /// The expected fields of products' rows in `till status`, by product id.
  package var products = JSONObject()
  /// The complete set of products that are entitled.
  package var entitled: [String]?
  package var lists: [List: Rows] = [:]
  /// Texts that the screen must show.
  package var shows: [String] = []
  /// Texts that the screen must not show.
  package var hides: [String] = []
  /// The expected top-level fields of `till status`, such as `account`.
  package var status: JSONObject?

  /// Whether there are no expectations.
  package var isEmpty: Bool { self == Expectations() }

  /// Whether the check needs a screen.
  package var needsScreen: Bool { !shows.isEmpty || !hides.isEmpty }
}

/// The actual state after a step.
package struct Observation: Sendable {
  /// The document of `till status`.
  package var status: JSONObject
  /// The lists that the expectations name.
  package var lists: [Expectations.List: [JSONObject]] = [:]
  /// The screen as lines; nil where there is no screen.
  package var screen: [String]?
}

extension Expectations {
  /// Returns the mismatches in plain words; empty when all expectations are met.
  package func mismatches(in observation: Observation, names: [String: String]) -> [String] {
    let match = Match(names: names)
    let rows = observation.status["products"]?.arrayValue?.compactMap(\.objectValue) ?? []
    var found: [String] = []
    if let status { found += match.differences(.object(status), .object(observation.status), subject: "status") }
    for (id, expected) in products {
      let row = rows.first { $0["productId"] == .string(id) }
      found += match.differences(expected, row.map { .object($0) }, subject: id)
    }
    if let entitled {
      let actual = rows.filter { $0["entitled"] == .bool(true) }.compactMap { $0["productId"]?.stringValue }
      if Set(entitled) != Set(actual) {
        found.append(WalkthroughText.other("entitled", expected: Self.list(entitled), actual: Self.list(actual)).text)
      }
    }
    for list in List.allCases {
      guard let expected = lists[list] else { continue }
      found += Self.mismatches(of: list, expected, observation.lists[list] ?? [], match)
    }
    return found + screenMismatches(observation.screen ?? [])
  }

  private static func mismatches(of list: List, _ expected: Rows, _ rows: [JSONObject], _ match: Match) -> [String] {
    switch expected {
    case .count(let count):
      guard count != rows.count else { return [] }
      return [
        say(
          rows.count, "\(list.rawValue) should be \(count), but is \(rows.count)",
          "\(list.rawValue) should be \(count), but are \(rows.count)")
      ]
    case .rows(let values):
      return match.differences(.array(values), .array(rows.map { .object($0) }), subject: list.rawValue)
    }
  }

  /// Returns the missing and the unwanted texts of the screen.
  ///
  /// A text may wrap over several lines of one pane, because each pane is also searched on its own.
  private func screenMismatches(_ screen: [String]) -> [String] {
    let text = screen.joined(separator: "\n")
    let panes = Self.panes(of: screen)
    func isShown(_ wanted: String) -> Bool { text.contains(wanted) || panes.contains { $0.contains(wanted) } }
    return shows.filter { !isShown($0) }.map { wanted in
      guard let line = Self.nearest(to: wanted, in: screen) else { return say("the screen should show \"\(wanted)\"") }
      return say("the screen should show \"\(wanted)\"; nearest line: \"\(line)\"")
    }
      + hides.filter(isShown).map { say("the screen should not show \"\($0)\"") }
  }

  /// Returns the pane line that shares the most words with a text, the shortest one where several do.
  ///
  /// The error shows this line, so that the file's author can correct an outdated text. Returns nil if no line shares at
  /// least half of the words.
  private static func nearest(to wanted: String, in screen: [String]) -> String? {
    func words(_ text: some StringProtocol) -> Set<String> {
      Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }
    let asked = words(wanted)
    let lines = screen.flatMap { $0.split(whereSeparator: { "│|╭╮╰╯─".contains($0) }) }
      .map { (text: $0.split(separator: " ").joined(separator: " "), shared: words($0).intersection(asked).count) }
    let best = lines.filter { $0.shared > 0 && $0.shared * 2 >= asked.count }
      .max { ($0.shared, $1.text.count) < ($1.shared, $0.text.count) }
    return best?.text
  }

  /// Returns the text of each column of panes, joined to one line of words.
  private static func panes(of screen: [String]) -> [String] {
    let columns = screen.map { line in
      line.split(whereSeparator: { "│|".contains($0) }).map { $0.split(separator: " ").joined(separator: " ") }
    }
    let most = columns.map(\.count).max() ?? 0
    return (0..<most).map { index in
      columns.map { $0.indices.contains(index) ? $0[index] : "" }.joined(separator: " ")
    }
  }

  private static func list(_ ids: [String]) -> String {
    ids.isEmpty ? say("nothing") : Language.series(ids.sorted())
  }
}
