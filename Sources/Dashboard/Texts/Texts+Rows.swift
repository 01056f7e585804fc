import StoreModel

extension Texts {
  // MARK: Products

  static func heading(of section: ProductSection) -> String {
    switch section {
    case .nonConsumable: "Non-consumable"
    case .consumable: "Consumable"
    case .subscription(_, let name): name.isEmpty ? "Subscription" : "Subscription · \(name)"
    case .nonRenewing: "Non-renewing subscription"
    case .other: "Other"
    case .notInCatalogue: "Not in the catalogue"
    }
  }

  /// A product's state in a list, with the time that it still has.
  static func state(of row: ProductRow, now: Timestamp) -> String {
    if row.type == .consumable {
      if let balance = row.balance, balance < 0 { return "\(-balance) owed" }
      if row.state == .purchased { return left(row.balance ?? 0) }
    }
    switch row.state {
    case .gracePeriod:
      guard let end = row.expires else { return "grace" }
      return "grace, \(left(until: end, now: now))"
    case .notInCatalogue: return row.entitled ? "entitled" : "not entitled"
    default: return row.state.words
    }
  }

  /// How long something still lasts, in its greatest unit, rounded up.
  static func left(until end: Timestamp, now: Timestamp) -> String {
    let seconds = end.milliseconds(since: now) / 1000
    return seconds <= 0 ? "over" : "\(span(seconds)) left"
  }

  /// A length of time in its greatest unit.
  static func span(_ seconds: Int64) -> String {
    switch seconds {
    case ..<90: "\(max(0, seconds)) s"
    case ..<5400: "\((seconds + 30) / 60) min"
    case ..<129_600: "\((seconds + 1800) / 3600) h"
    default: "\((seconds + 43_200) / 86_400) d"
    }
  }

  // MARK: Rows of the tabs

  static let reversed = "reversed"

  static func refundWord(_ type: RevocationType?) -> String { type == .familyRevoke ? "revoked" : "refunded" }

  static func refundNote(_ refund: RefundRecord) -> String {
    switch (refund.revocationType, refund.revocationPercentage) {
    case (.some(.familyRevoke), _): "shared no longer"
    case (_, .some(let share)) where share != 100_000: "\(percent(share)) refunded"
    case (_, .some): "refunded in full"
    default: "amount not stated"
    }
  }

  /// Milliunits of a percentage, where 100000 is all.
  private static func percent(_ milliunits: Int32) -> String {
    let (whole, rest) = milliunits.quotientAndRemainder(dividingBy: 1000)
    return rest == 0 ? "\(whole) %" : "\(whole).\(String(rest.magnitude + 1000).dropFirst()) %"
  }

  static func word(for row: StoredTransaction) -> String {
    if row.transaction.revocationDate != nil { return refundWord(row.transaction.revocationType) }
    if row.isAbsent { return "absent" }
    switch row.verdict {
    case .verified: return row.origin.rawValue
    case .attested(.answer): return "attested"
    case .attested(.receipt): return "by receipt"
    case .attested(.file): return "unsigned"
    case .skipped, .failed: return "not verified"
    }
  }

  static func note(on row: StoredTransaction) -> String {
    var parts = ["by \(row.origin.rawValue)"]
    if row.versions > 1 { parts.append("\(row.versions) versions") }
    if row.transaction.isUpgraded == true { parts.append("upgraded") }
    return parts.joined(separator: ", ")
  }

  static func customer(user: String?, account: String) -> String {
    user.map { "for \(safe($0)), \(safe(account)) paid" } ?? "\(safe(account)) paid"
  }

  static func order(_ id: String) -> String { "order \(id)" }
}
