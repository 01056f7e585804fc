import AppStoreModel
import Core
import Device

/// The machine's clock as far as the embedded App Store and app server believe it.
///
/// Both run in this process, so that a wrong clock of the machine would be theirs too: what is due until then would
/// happen, and a right that ended would stay ended. A clock that is more than a day ahead of when the ledger or this
/// device last heard it, and of the time that really passed since, is not believed: it stands where it was, until
/// the user acts on the App Store.
final class BelievedClock: Sendable {
  private let machine: @Sendable () -> Timestamp
  /// The App Store's last time, and when it arrived; nil before the first comparison with the machine's clock.
  private let heard = Mutex<(date: Timestamp, at: ContinuousClock.Instant)?>(nil)

  init(_ machine: @escaping @Sendable () -> Timestamp) { self.machine = machine }

  /// Sets when the clock was last right; what is later of two such times counts.
  func hear(_ date: Timestamp) {
    guard date.milliseconds > 0 else { return }
    heard.withLock { heard in
      if let known = heard, known.date >= date { return }
      heard = (date, .now)
    }
  }

  /// Trusts the machine's clock: the user acts, and the App Store answers.
  func believe() { heard.withLock { $0 = (machine(), .now) } }

  /// The time that holds.
  var now: Timestamp {
    let date = machine()
    return heard.withLock { heard in
      guard let known = heard else { return date }
      let passed = Int64((known.at.duration(to: .now) / .milliseconds(1)).rounded())
      let expected = known.date.adding(milliseconds: passed)
      guard date.milliseconds(since: expected) <= DeviceClock.toleratedLead else { return known.date }
      heard = (max(date, known.date), .now)
      return date
    }
  }

  /// Where the machine's clock is not believed: the time that holds instead.
  var held: Timestamp? {
    let date = now
    return machine().milliseconds(since: date) > DeviceClock.toleratedLead ? date : nil
  }
}
