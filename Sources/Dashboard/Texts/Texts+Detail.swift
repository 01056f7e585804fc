import StoreModel

extension Texts {
  static let noProducts = "No product is known yet: the App Store lists none, or has not answered."
  static let nothingSelected = "Nothing is selected."
  static let noMatch = "No product matches the filter; Esc clears it."
  static let entitled = "entitled"
  static let notEntitled = "not entitled"
  static let unconfirmed = "not confirmed for a while: press c"
  static let because = "because"
  static let reasonsComing = "the reasons are being worked out"

  static func pendingChange(_ name: String, from now: String) -> String {
    "changes to \(name) at the next renewal; buying \(now) again (b) takes that back"
  }

  /// A product's dates, one line each.
  static func dates(of row: ProductRow, _ state: State) -> [String] {
    var lines: [String] = []
    if let since = row.since { lines.append("since \(state.minute(since))") }
    if let end = row.expires {
      let isOver = end <= state.now
      let left = isOver || row.state == .gracePeriod ? "" : " (\(left(until: end, now: state.now)))"
      lines.append("\(isOver ? "ended" : "until") \(state.minute(end))\(left)")
    }
    return lines
  }

  /// When access ends or ended, to the day.
  static func end(at date: Timestamp, _ state: State) -> String {
    "\(date <= state.now ? "ended" : "until") \(state.day(date))"
  }

  static func sentence(for reason: Reason) -> String {
    guard let id = reason.transactionId, !reason.text.contains(id) else { return reason.text }
    return "\(id) \(reason.text)"
  }

  static func nextLabel(_ who: NextStep.Party) -> String {
    switch who {
    case .nobody: "next: "
    case .customer: "next, for the customer: "
    case .apple: "next, for Apple: "
    case .us: "next, for us: "
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
