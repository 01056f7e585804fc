import AppStoreModel
import Core
import Storage

/// A problem that an agent should look at now.
package struct DeskAlert: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// The deadline of a consumption request is near.
    case deadline
    /// There are more refunds than usual.
    case refunds
    /// No notification has arrived for some time.
    case silence
    /// Notifications arrive late.
    case delay
  }

  package let kind: Kind
  /// The id that distinguishes it from other alerts of its kind.
  package let subject: String
  package let text: String
}

/// The thresholds for alerts; times in milliseconds.
package struct DeskLimits: Hashable, Sendable {
  /// How long before Apple's deadline an alert starts: three hours.
  package var deadline: Int64 = 3 * 3_600_000
  /// How long no notification may arrive: one hour.
  package var silence: Int64 = 3_600_000
  /// How late notifications may arrive: one minute.
  package var delay: Int64 = 60_000
  /// An alert needs this many times the refunds of an average hour in the day before, and at least `refunds` of them.
  package var refundFactor = 3
  package var refunds = 5

  package init() {}
}

extension CustomerDesk {
  static let refundsHeard = "refundsHeard"
  private static let hour: Int64 = 3_600_000

  /// Returns the problems that an agent should look at now.
  package func alerts(_ limits: DeskLimits = DeskLimits()) throws -> [DeskAlert] {
    try deadlines(limits) + refundSpike(limits) + silenceAndDelay(limits)
  }

  /// Returns whether a refund was news when its notification arrived; an import brings old ones, too.
  static func isNews(signed: Timestamp, arrived: Timestamp) -> Bool { arrived.milliseconds(since: signed) < hour }

  /// Returns the delays of notifications that Apple sent to this desk, shortest first.
  ///
  /// Apple gives up after less than seven days, so an older notification was imported or found by a sweep.
  static func delays(_ delays: [Int64]) -> [Int64] {
    delays.map { max(0, $0) }.filter { $0 < 7 * Timestamp.millisecondsPerDay }.sorted()
  }

  private func deadlines(_ limits: DeskLimits) throws -> [DeskAlert] {
    let now = now().milliseconds
    return try view(.consumption, limit: 100).filter { $0.place.place.subtractingSaturated(now) <= limits.deadline }
      .compactMap { line in
        let asked = line.place.place.subtractingSaturated(Self.answerTime)
        let isAnswered = try requests(about: line.subject, of: line.row.number).contains { request in
          request.kind == .consumption && request.state == .done && request.asked.milliseconds >= asked
        }
        guard !isAnswered else { return nil }
        let left = Words.span(seconds: line.place.place.subtractingSaturated(now) / 1000)
        return DeskAlert(
          kind: .deadline, subject: line.subject,
          text: say(
            "Apple waits another \(left) for an answer about \(safeText(line.subject)) of customer #\(line.row.number)"
          ))
      }
  }

  private func refundSpike(_ limits: DeskLimits) throws -> [DeskAlert] {
    let thisHour = now().milliseconds / Self.hour
    var byHour: [Int64: Int] = [:]
    for figure in try figures([Self.refundsHeard], from: thisHour - 24) {
      byHour[figure.day, default: 0] += figure.amount
    }
    let fresh = byHour[thisHour] ?? 0
    let before = byHour.filter { $0.key < thisHour }.values.reduce(0, +)
    guard fresh >= limits.refunds, fresh * 24 > before * limits.refundFactor else { return [] }
    return [
      DeskAlert(
        kind: .refunds, subject: "\(thisHour)",
        text: say(
          fresh, "\(fresh) refund in the last hour; \(before) in the 24 hours before",
          "\(fresh) refunds in the last hour; \(before) in the 24 hours before"))
    ]
  }

  private func silenceAndDelay(_ limits: DeskLimits) throws -> [DeskAlert] {
    let arrivals: [(arrived: Int64, signed: Int64)] = try engine.rows(
      DeskQueries.arrivals, app, environment, 200
    ) { (try $0["arrived"], try $0["signed"]) }
    guard let newest = arrivals.first else { return [] }
    let silence = now().milliseconds.subtractingSaturated(newest.arrived)
    var alerts: [DeskAlert] = []
    if silence > limits.silence {
      alerts.append(
        DeskAlert(
          kind: .silence, subject: "\(newest.arrived)",
          text: say("no notification for \(Words.span(seconds: silence / 1000))")))
    }
    let late = Self.delays(arrivals.filter { $0.arrived > newest.arrived - Self.hour }.map { $0.arrived - $0.signed })
    if !late.isEmpty, silence < Self.hour, case let p99 = late[(late.count - 1) * 99 / 100], p99 > limits.delay {
      alerts.append(
        DeskAlert(
          kind: .delay, subject: "",
          text: say("one notification in a hundred arrives at least \(Words.span(seconds: p99 / 1000)) late")))
    }
    return alerts
  }
}
