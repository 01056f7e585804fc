import StoreModel

/// How long to wait before something that failed for a while is tried again by itself.
package enum BackOff {
  /// The first wait, in milliseconds; it doubles with each failure.
  static let first: Int64 = 5000
  /// The longest wait, in milliseconds (an hour).
  static let longest: Int64 = 3_600_000
  /// A wait that a server asks for is honoured up to so many milliseconds (a day).
  static let longestAsked: Int64 = 86_400_000

  /// Milliseconds to wait after so many failures in a row.
  ///
  /// - Parameters:
  ///   - attempts: How often it failed; 1 after the first time.
  ///   - chance: From -1 to 1: spreads those who failed together over a fifth either way.
  ///   - retryAfter: How long the other side asked to be left alone, in milliseconds.
  package static func delay(after attempts: Int, chance: Double, retryAfter: Int64? = nil) -> Int64 {
    let doublings = min(max(attempts - 1, 0), 20)
    let plain = min(first << Int64(doublings), longest)
    let spread = Int64(Double(plain) / 5 * min(max(chance, -1), 1))
    return max(plain + spread, min(retryAfter ?? 0, longestAsked))
  }

  /// Whether a date for the next try has come, at a device's time.
  ///
  /// One that lies further ahead than any wait was set by another clock: it has come.
  static func isDue(_ date: Timestamp, at now: Timestamp) -> Bool {
    date <= now || date.milliseconds(since: now) > longestAsked
  }
}
