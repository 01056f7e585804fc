import AppStoreModel
import Simulator

@testable import Desk

/// What a generated population's users have, from the events of their lives alone and without the resolver.
struct PersonTruth {
  /// A purchase or a paid period.
  private struct Bought {
    let id: String
    let lineage: String
    let from: Timestamp
    var until: Timestamp?
    var isRevoked: Bool
    var isUpgraded: Bool
    var isPaid: Bool
  }

  private static let day = Timestamp.millisecondsPerDay
  private let lives: [[Population.Event]]
  private let date: Timestamp

  /// - Parameters:
  ///   - lives: The events of each of the user's customers.
  ///   - date: The date of the question, after which nothing counts.
  init(_ lives: [[Population.Event]], at date: Timestamp) {
    self.lives = lives.map { $0.filter { $0.date <= date } }
    self.date = date
  }

  /// Whether the user has the product that is bought once.
  var hasPremium: Bool { bought("premium").contains { !$0.isRevoked } }

  /// Whether two purchases of it stand that were paid.
  var paidTwiceForPremium: Bool {
    Set(bought("premium").filter { !$0.isRevoked && $0.isPaid }.map(\.lineage)).count > 1
  }

  /// Whether a subscription gives access.
  var hasSubscription: Bool {
    Dictionary(grouping: bought("monthly", "yearly"), by: \.lineage).values.contains(where: isRunning)
  }

  /// Whether two paid periods of different lineages overlap, one of which runs.
  var paysTwiceForSubscription: Bool {
    let periods = bought("monthly", "yearly").filter { !$0.isRevoked && !$0.isUpgraded && $0.from <= date }
    return periods.contains { one in
      guard let end = one.until, date < end else { return false }
      return periods.contains { other in
        guard other.lineage != one.lineage, let otherEnd = other.until else { return false }
        return max(one.from, other.from) < min(end, otherEnd)
      }
    }
  }

  private func isRunning(_ periods: [Bought]) -> Bool {
    guard let newest = periods.max(by: { $0.from < $1.from }), !newest.isRevoked, !newest.isUpgraded,
      let end = newest.until
    else { return false }
    if date < end { return true }
    let events = lives.joined().filter { $0.transaction.originalTransactionId == newest.lineage }
    guard let info = events.max(by: { $0.date < $1.date })?.renewal else { return false }
    if let grace = info.gracePeriodExpiresDate, date < grace { return true }
    // No news since the end: the renewal may still come.
    let patience = min(Self.day, end.milliseconds(since: newest.from) / 4)
    return info.autoRenewStatus == .on && info.expirationIntent == nil && date.milliseconds(since: end) < patience
      && !events.contains { $0.date >= end }
  }

  /// Returns the purchases of some products as their last events leave them.
  private func bought(_ names: String...) -> [Bought] {
    var bought: [String: Bought] = [:]
    for event in lives.joined() {
      let it = event.transaction
      guard let id = it.transactionId, let name = it.productId?.split(separator: ".").last, names.contains(String(name))
      else { continue }
      bought[id] = Bought(
        id: id, lineage: it.originalTransactionId ?? id, from: it.purchaseDate ?? .distantPast, until: it.expiresDate,
        isRevoked: it.revocationDate != nil, isUpgraded: it.isUpgraded == true || bought[id]?.isUpgraded == true,
        isPaid: it.inAppOwnershipType != .familyShared)
    }
    return Array(bought.values)
  }
}
