import AppStoreModel
import Core
import Device

/// The machine's clock as the embedded App Store and app server trust it.
///
/// Both run in this process, so a wrong machine clock would also be theirs: renewals due until then would happen, and
/// rights that expired would stay expired. So a clock is not trusted when it is more than a day ahead of the expected
/// time: the last time that the ledger or this device recorded, plus the time that has really passed. Then the last
/// recorded time applies, until the user acts on the App Store.
final class BelievedClock: Sendable {
  private let machine: @Sendable () -> Timestamp
  /// The last trusted time and the moment it was recorded; nil before the first comparison with the machine's clock.
  private let heard = Mutex<(date: Timestamp, at: ContinuousClock.Instant)?>(nil)

  init(_ machine: @escaping @Sendable () -> Timestamp) { self.machine = machine }

  /// Records a time at which the clock was right; an earlier time than the known one changes nothing.
  func hear(_ date: Timestamp) {
    guard date.milliseconds > 0 else { return }
    heard.withLock { heard in
      if let known = heard, known.date >= date { return }
      heard = (date, .now)
    }
  }

  /// Trusts the machine's clock from now on, because the user acts and the App Store answers.
  func believe() { heard.withLock { $0 = (machine(), .now) } }

  /// The trusted time.
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

  /// The trusted time where the machine's clock is not trusted; nil where it is.
  var held: Timestamp? {
    let date = now
    return machine().milliseconds(since: date) > DeviceClock.toleratedLead ? date : nil
  }
}
