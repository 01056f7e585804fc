import StoreModel

/// The App Store's clock.
extension LedgerSession {
  /// 1 January 2099, a year before the certificates end.
  static let lastInstant: Int64 = 4_070_908_800_000

  /// Moves the clock forward; what falls due on the way happens.
  ///
  /// - Throws: a `SimulatorError` of kind `usage` for a way back, one past 1 January 2099, or too many renewals at
  ///   once.
  mutating func advance(by milliseconds: Int64) throws {
    guard milliseconds >= 0 else {
      throw SimulatorError(.usage, "the clock only moves forward: take a positive duration such as 5m or 30d")
    }
    let (end, overflow) = now.addingReportingOverflow(milliseconds)
    guard !overflow, end <= Self.lastInstant else {
      throw SimulatorError(
        .usage, "the clock cannot go past the year 2098: this App Store's certificates end soon after")
    }
    try catchUp(to: end)
    if state.pausedAt != nil {
      state.pausedAt = end
    } else {
      state.clockOffset += milliseconds
    }
  }

  /// Stops the clock, or lets it run on from where it stands.
  mutating func setPaused(_ isPaused: Bool, machine: Int64) {
    if isPaused {
      state.pausedAt = state.pausedAt ?? now
    } else if state.pausedAt != nil {
      state.pausedAt = nil
      state.clockOffset = now - machine
    }
  }
}
