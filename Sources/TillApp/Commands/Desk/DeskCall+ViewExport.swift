import AppStoreModel
import Core
import Desk

/// The export of a whole saved view, in a format that other programs read.
extension DeskCall {
  /// The formats of an exported view.
  enum ViewFormat: String, CaseIterable {
    case csv, markdown, json
    /// One line for each customer, with the signed data.
    case jsonl
  }

  /// Writes every row of a view, and records the export in the audit.
  func export(_ view: SavedView, as format: ViewFormat, of desk: CustomerDesk) throws -> ExitStatus {
    if !desk.engine.isReadOnly { try desk.note("export-view", by: try agent, subject: view.name) }
    guard format != .jsonl else { return try exportEvidence(view, of: desk) }
    write(Self.head, as: format, isHead: true)
    var after: ViewPlace?
    while true {
      let lines = try desk.view(view, after: after, limit: 500)
      for line in lines { write(cells(of: line), as: format, isHead: false) }
      after = lines.last?.place
      guard lines.count == 500 else { return .done }
    }
  }

  /// Writes the signed data of a view's customers, one line for each row of the view.
  ///
  /// Each line has the position after it, from which `--after` continues an export that was interrupted.
  private func exportEvidence(_ view: SavedView, of desk: CustomerDesk) throws -> ExitStatus {
    var after = try options[.afterPlace]
    while true {
      let lines = try desk.lines(of: view, after: after, limit: 100)
      for line in lines {
        output.line([
          "customer": .number(line.customer), "subject": .string(line.subject), "next": .string(line.text),
          "signed": try desk.export(line.customer).json,
        ])
      }
      after = lines.last
      guard lines.count == 100 else { return .done }
    }
  }

  private static let head = ["customer", "what", "when", "tokens", "products", "spent", "refunded"]

  private func cells(of line: ViewLine) -> [String] {
    func amounts(_ amounts: [String: Int64]) -> String {
      amounts.sorted { $0.key < $1.key }.map { "\($0.key) \(Self.money($0.value))" }.joined(separator: "; ")
    }

    let row = line.row
    return [
      "#\(row.number)", line.subject, line.date.map { $0.formatted(.second) + "Z" } ?? "",
      row.tokens.joined(separator: "; "),
      row.holdings.map { "\($0.productId) \($0.state)" }.joined(separator: "; "), amounts(row.spent),
      amounts(row.refunded),
    ].map { safeText($0, limit: 2000) }
  }

  private func write(_ cells: [String], as format: ViewFormat, isHead: Bool) {
    switch format {
    case .csv, .markdown:
      let file: Destination = format == .csv ? .csv : .markdown
      output.raw((isHead ? file.head(cells) : file.row(cells)).utf8)
    case .json, .jsonl:
      guard !isHead else { return }
      output.line(JSONObject(unique: zip(Self.head, cells).map { (name: $0, value: JSONValue.string($1)) }))
    }
  }

  /// Prints an amount in thousandths of the currency with two decimals.
  private static func money(_ milliunits: Int64) -> String {
    let (whole, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1000)
    return "\(milliunits < 0 ? "-" : "")\(whole).\(String(1000 + rest).dropFirst().prefix(2))"
  }
}
