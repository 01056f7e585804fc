import StoreModel

extension Texts {
  static let noProducts = "No product is known yet: the App Store lists none, or has not answered."
  static let noMatch = "No product matches the filter; Esc clears it."
  static let entitled = "entitled"
  static let notEntitled = "not entitled"
  static let unconfirmed = "not confirmed for a while: press c"
  static let because = "because"
  static let reasonsComing = "the reasons are being worked out"
  static let nextLabel = "next: "

  static func pendingChange(_ name: String) -> String { "changes to \(name) at the next renewal" }

  /// A product's dates, one line each.
  static func dates(of row: ProductRow, _ state: State) -> [String] {
    var lines: [String] = []
    if let since = row.since { lines.append("since \(state.minute(since))") }
    if let end = row.expires {
      let isOver = end <= state.now
      let left = isOver ? "" : " (\(left(until: end, now: state.now)))"
      lines.append("\(isOver ? "ended" : "until") \(state.minute(end))\(left)")
    }
    return lines
  }

  static func sentence(for reason: Reason) -> String {
    guard let id = reason.transactionId, !reason.text.contains(id) else { return reason.text }
    return "\(id) \(reason.text)"
  }

  static func next(_ step: NextStep) -> String {
    switch step.who {
    case .nobody: step.text
    case .customer: "customer: \(step.text)"
    case .apple: "Apple: \(step.text)"
    case .us: "us: \(step.text)"
    }
  }

  /// What the catalogue says of a product: a label and its value.
  static func facts(of row: ProductRow) -> [(String, String)] {
    [
      ("id", row.shownId), ("type", safe(row.type.rawValue)), ("price", row.price),
      ("period", row.period.map { $0.description } ?? ""), ("about", row.description),
      ("also", row.otherNames.joined(separator: ", ")),
    ]
  }
}
