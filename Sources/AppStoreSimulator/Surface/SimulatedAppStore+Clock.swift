package import StoreModel

/// `advance`, `pause`.
extension SimulatedAppStore {
  /// The App Store's time and the number of its fresh starts.
  package func clock() throws(SimulatorError) -> SimulatedClock {
    try read { SimulatedClock(now: Timestamp(milliseconds: $0.now), epoch: $0.state.epoch) }
  }

  /// Moves the clock forward by milliseconds; renewals and expiries on the way happen, each at its instant.
  ///
  /// - Throws: `usage` for a way back, or when one subscription would renew more than 1000 times.
  package func advance(by milliseconds: Int64) throws(SimulatorError) {
    try write { try $0.advance(by: milliseconds) }
  }

  /// Stops the clock, or lets it run on from where it stands.
  package func setPaused(_ isPaused: Bool) throws(SimulatorError) {
    try write { $0.setPaused(isPaused, machine: machineClock().milliseconds) }
  }

  /// Lets everything happen that is due; nothing is written when nothing is.
  package func settle() throws(SimulatorError) {
    _ = try read { $0.now }
  }

  /// The instant at which something happens next by itself, in the machine's time; nil when nothing does, or the clock
  /// stands still.
  func nextDueDate() throws(SimulatorError) -> Timestamp? {
    try read { session in
      let dates = [try session.nextDueSubscription()?.dueDate, try session.nextListing()].compactMap(\.self)
      guard session.state.pausedAt == nil, let due = dates.min() else { return nil }
      return Timestamp(milliseconds: due).adding(milliseconds: -session.state.clockOffset)
    }
  }
}

/// The App Store's time.
package struct SimulatedClock: Hashable, Sendable {
  /// The present instant.
  package let now: Timestamp
  /// Counts the fresh starts, from 1.
  package let epoch: Int64
}
