package import AppStoreModel
import Core
import Dispatch
import Storage

/// The storage of data that arrives at a server: items that arrive during a commit share the next one.
///
/// Its own thread owns the desk. A sender gets the answer after the commit of its data.
package final class DeskIntake: Sendable {
  /// What happened to an item.
  package enum Outcome: Hashable, Sendable {
    /// The item is stored durably.
    case kept
    /// Too many items wait; the sender has to try again later.
    case busy
    /// The largest number of items is already stored about this user or purchase.
    case full(String)
    /// The item could not be stored.
    case failed(String)
  }

  /// The counters of the intake.
  package struct Figures: Hashable, Sendable {
    package var kept = 0
    package var refused = 0
    package var busy = 0
    package var failed = 0
    package var commits = 0
    /// How many items wait for the next commit.
    package var waiting = 0
    /// How many customers wait to be derived.
    package var underived = 0
    package var lastFailure: String?
    /// The delays of the last notifications, in milliseconds; at most a thousand.
    package var delays: [Int64] = []
    /// When the last notification of each type arrived.
    package var newest: [String: Timestamp] = [:]

    /// Returns the delay that all but one in `count` notifications keep within; nil without any.
    package func delay(allButOneIn count: Int) -> Int64? {
      let sorted = delays.sorted()
      return sorted.isEmpty ? nil : sorted[(sorted.count - 1) * (count - 1) / count]
    }

    /// Adds the counters of another intake.
    package mutating func add(_ other: Figures) {
      kept += other.kept
      refused += other.refused
      busy += other.busy
      failed += other.failed
      commits += other.commits
      waiting += other.waiting
      underived = max(underived, other.underived)
      lastFailure = lastFailure ?? other.lastFailure
      delays = Array((delays + other.delays).suffix(1000))
      newest.merge(other.newest, uniquingKeysWith: max)
    }

    fileprivate mutating func note(_ importItems: [DeskImportItem], at date: Timestamp) {
      for notification in importItems.lazy.compactMap(\.notification) {
        newest[notification.notification.notificationType?.rawValue ?? ""] = date
        if let signed = notification.notification.signedDate {
          delays.append(max(0, date.milliseconds(since: signed)))
        }
      }
      delays.removeFirst(max(0, delays.count - 1000))
    }
  }

  private enum Work: Sendable {
    case importItem(DeskImportItem)
    case claims([Claim])
    case people([PersonRecord], isHashed: Bool)
  }

  private struct Item: Sendable {
    let work: Work
    let result: FirstResult<Outcome>
  }

  /// The most items in one commit.
  private static let batchSize = 512
  /// How long a commit may take; after a longer one, the next has half as many items.
  ///
  /// Without this, a slow database would store every item after its sender was told to try again.
  private static let commitTime = Duration.milliseconds(600)
  /// The number of items in a commit from which customers are derived only after the senders got their answers.
  private static let many = 16
  /// How long derivation may be put off while data keeps arriving.
  private static let untidy = Duration.seconds(2)
  /// How long derivation may hold up arriving data.
  private static let derivingTime = Duration.milliseconds(300)
  /// How many customers are derived in one commit.
  private static let derivingStep = 100
  /// How long a sender waits for the commit of its data.
  private static let answerTime = DispatchTimeInterval.milliseconds(1800)
  /// How often the work for all is done although nothing changed, because time alone changes states.
  private static let dueTime = Duration.seconds(10)
  /// The most items that may wait.
  private static let waitingLimit = 8192

  /// A queue of its own, so that its timers do not wait for threads that are busy with other work.
  static let deadlines = DispatchQueue(label: "till.desk.deadlines")

  private let items = Mailbox<Item>(limit: DeskIntake.waitingLimit)
  private let counted = Mutex(Figures())
  private let thread = Mutex<BackgroundTask<Void>?>(nil)

  /// Starts the thread.
  ///
  /// - Parameter open: Opens the desk; it is called on the intake's own thread.
  package init(_ open: @escaping @Sendable () throws -> CustomerDesk) {
    thread.withLock { $0 = BackgroundTask { [self] in run(open) } }
  }

  /// Stores an item; returns after its commit.
  package func store(_ importItem: DeskImportItem) async -> Outcome { await hand(.importItem(importItem)) }

  /// Stores an item; the answer is given on the intake's own thread.
  func store(_ importItem: DeskImportItem, answer: @escaping @Sendable (Outcome) -> Void) {
    hand(.importItem(importItem), answer)
  }

  /// Stores claims of the team's own server; returns after their commit.
  package func store(_ claims: [Claim]) async -> Outcome { await hand(.claims(claims)) }

  /// Stores users of the team's own server; returns after their commit.
  package func store(_ people: [PersonRecord], isHashed: Bool) async -> Outcome {
    await hand(.people(people, isHashed: isHashed))
  }

  private func hand(_ work: Work) async -> Outcome {
    await withCheckedContinuation { continuation in
      hand(work) { continuation.resume(returning: $0) }
    }
  }

  /// Stores an item; the sender gets one answer in time, even if the database gives none.
  ///
  /// An item whose sender was told to try again is not stored, unless its commit has begun; then it comes twice.
  private func hand(_ work: Work, _ answer: @escaping @Sendable (Outcome) -> Void) {
    let result = FirstResult(answer)
    guard items.post(Item(work: work, result: result)) else {
      counted.withLock { $0.busy += 1 }
      return result.give(.busy)
    }
    Self.deadlines.asyncAfter(deadline: .now() + Self.answerTime) { [items] in
      guard !result.isGiven else { return }
      items.withdraw { $0.result === result }
      result.give(.failed(say("the database did not answer in time")))
    }
  }

  package var figures: Figures {
    var figures = counted.withLock { $0 }
    figures.waiting = items.count
    return figures
  }

  /// Stores the waiting items, and stops the thread.
  package func stop() {
    items.close()
    try? thread.withLock { $0 }?.get()
  }

  // MARK: The thread

  private func run(_ open: @Sendable () throws -> CustomerDesk) {
    var desk: CustomerDesk?
    var tidied = ContinuousClock.now
    var folded = ContinuousClock.now
    var size = Self.batchSize
    // The change counter after the last work for all; nil if it has to be done again.
    var counter: Int64?
    while true {
      let first = items.next(until: ContinuousClock.now + .seconds(1))
      var batch = first.map { [$0] + items.take(most: size - 1) } ?? []
      let isStopped = items.isClosed
      do {
        let opened = try desk ?? open()
        desk = opened
        let isQuiet = batch.isEmpty
        if !isQuiet {
          let time = try ContinuousClock().measure { try keep(batch, in: opened) }
          size = time > Self.commitTime ? max(1, batch.count / 2) : min(Self.batchSize, max(size, batch.count * 2))
          counter = nil
          // The items have been answered, so a later error does not concern them.
          batch = []
        }
        // Waiting customers are derived soon, even under load.
        let sinceTidied = tidied.duration(to: .now)
        if !isStopped, isQuiet || sinceTidied > Self.untidy, opened.engine.isElected(),
          try counter == nil || counter != opened.engine.changeCounter() || sinceTidied > Self.dueTime
        {
          let isDone = try settle(opened)
          // Counters are right at any time, so that under load it is enough to fold them from time to time.
          if isQuiet || folded.duration(to: .now) > Self.dueTime {
            try opened.foldFigures()
            try opened.capQuarantine()
            folded = .now
          }
          (tidied, counter) = (.now, isDone ? try opened.engine.changeCounter() : nil)
        }
      } catch {
        // A connection that failed may be unusable; the next one starts from the stored state.
        desk = nil
        let words = "\(error)"
        counted.withLock { figures in
          figures.failed += batch.count
          figures.lastFailure = words
        }
        for item in batch { item.result.give(.failed(words)) }
      }
      if isStopped, items.count == 0 { return }
    }
  }

  private func keep(_ items: [Item], in desk: CustomerDesk) throws {
    let importItems = items.compactMap { item -> DeskImportItem? in
      if case .importItem(let importItem) = item.work { importItem } else { nil }
    }
    let claims = items.flatMap { item -> [Claim] in if case .claims(let claims) = item.work { claims } else { [] } }
    let date = desk.now()
    let report = try desk.store(importItems, deriving: items.count < Self.many ? .now : .later)
    let full = claims.isEmpty ? [] : try desk.store(claims: claims).full
    for case .people(let people, let isHashed) in items.map(\.work) {
      try desk.store(people: people, isHashed: isHashed)
    }
    counted.withLock { figures in
      figures.kept += items.count
      figures.refused += report.refused.count
      figures.commits += 1
      figures.lastFailure = nil
      figures.note(importItems, at: date)
    }
    for item in items {
      guard case .claims(let claims) = item.work,
        let subject = claims.first(where: { full.contains($0.subject) })?.subject
      else {
        item.result.give(.kept)
        continue
      }
      item.result.give(.full(subject))
    }
  }

  /// Derives waiting and due customers.
  ///
  /// - Returns: Whether nothing is left.
  private func settle(_ desk: CustomerDesk) throws -> Bool {
    let begin = ContinuousClock.now
    var isDone = false
    while !isDone, begin.duration(to: .now) < Self.derivingTime {
      isDone = try desk.settle(limit: Self.derivingStep) < Self.derivingStep
    }
    let underived = try desk.waitingCount()
    counted.withLock { $0.underived = underived }
    return isDone
  }
}
