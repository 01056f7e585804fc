import AppStoreModel
import Dashboard
import Device

extension StoreSession {
  /// Returns the history of every product that the signed-in account bought.
  func lives(from store: LocalStore) throws -> [ProductLife] {
    try store.lives(at: asOf ?? clock(for: store.deviceState(), from: store).now)
  }

  /// Returns the nearest date, before or after a date, at which the device's answer changed; nil where there is none.
  func moment(_ step: PastStep, from store: LocalStore) throws -> PastMoment? {
    let now = try asOf ?? clock(for: store.deviceState(), from: store).now
    return try PastAnswers(
      now: now, since: store.keptSince(), arrivals: { try store.arrivals(after: $0, until: $1) },
      overview: { try overview(from: store, asOf: $0) }
    ).moment(step)
  }
}

/// The answers in the past of a device or of a desk's customer, derived one after the other.
struct PastAnswers {
  let now: Timestamp
  /// The date from which something is known; nil where nothing is.
  let since: Timestamp?
  /// Returns the dates on which something arrived, after one date and up to another.
  let arrivals: (_ first: Timestamp, _ last: Timestamp) throws -> [Timestamp]
  /// Derives the answer at a date.
  let overview: (Timestamp) throws -> Overview

  /// Returns the nearest date, before or after a date, at which the answer changed; nil where there is none.
  func moment(_ step: PastStep) throws -> PastMoment? {
    switch step {
    case .before(let date): try before(date ?? now)
    case .after(let date): try after(date)
    case .at(let date): PastMoment(date: date, overview: try overview(date), changed: [])
    }
  }

  /// The device's answer at a date.
  private struct Answer {
    let date: Timestamp
    let overview: Overview

    /// The parts of the answer that are compared, by product; a new date for the same fact makes no difference.
    var essence: [String: Essence] {
      var essence = Dictionary(overview.statuses.map { ($0.product.id, Essence($0)) }) { first, _ in first }
      essence[""] = Essence(words: [overview.device.account ?? "", overview.device.user ?? ""])
      return essence
    }

    /// Returns the dates at which time alone may change the answer.
    func turns(after first: Timestamp, before last: Timestamp) -> [Timestamp] {
      let dates = overview.statuses.flatMap { [$0.expiresDate, $0.next.until] + $0.underWay.map(\.until) }
      return Set(dates.compactMap { $0 }).filter { $0 > first && $0 < last }.sorted()
    }
  }

  private struct Essence: Hashable {
    var words: [String]

    init(words: [String]) { self.words = words }

    init(_ status: ProductStatus) {
      words =
        [
          status.state.rawValue, "\(status.entitled)", "\(status.confirmed)", "\(status.balance ?? 0)",
          "\(status.expiresDate?.milliseconds ?? 0)", status.pendingProductId ?? "",
        ] + status.underWay.map(\.kind.rawValue)
    }
  }

  /// The highest number of arrivals that one step looks at; each derives one answer or more.
  private static let most = 300

  private func answer(at date: Timestamp) throws -> Answer { Answer(date: date, overview: try overview(date)) }

  /// Returns the start of the previous answer, the one before the answer that was valid at the date.
  private func before(_ date: Timestamp) throws -> PastMoment? {
    guard let since else { return nil }
    let current = try answer(at: date)
    var (later, found): (Timestamp, Answer?) = (date, nil)
    for arrival in try arrivals(since.subtracting(milliseconds: 1), date).suffix(Self.most).reversed() {
      let arrived = try answer(at: arrival)
      let turns = try arrived.turns(after: arrival, before: later).reversed().map { try answer(at: $0) }
      for answer in turns + [arrived] {
        if let began = found, answer.essence != began.essence { return moment(began, since: answer) }
        if found != nil || answer.essence != current.essence { found = answer }
      }
      later = arrival
    }
    return found.map { moment($0, since: nil) }
  }

  /// Returns the next moment with a different answer; nil where that answer is the current one.
  private func after(_ date: Timestamp) throws -> PastMoment? {
    var (last, found): (Answer, PastMoment?) = (try answer(at: date), nil)
    for arrival in try arrivals(date, now).prefix(Self.most) + [now] {
      let turns = try last.turns(after: last.date, before: arrival).map { try answer(at: $0) }
      for answer in turns + [try answer(at: arrival)] {
        if answer.essence != last.essence {
          if let found { return found }
          found = moment(answer, since: last)
        }
        last = answer
      }
    }
    return nil
  }

  private func moment(_ answer: Answer, since before: Answer?) -> PastMoment {
    let old = before?.essence ?? [:]
    let changed = answer.overview.statuses.filter { status in
      let essence = Essence(status)
      return old[status.product.id].map { $0 != essence } ?? (status.state != .notPurchased)
    }
    return PastMoment(date: answer.date, overview: answer.overview, changed: changed.map(\.product.id))
  }
}
