package import AppStoreModel

/// Device time: what this device takes the time to be, from its machine's clock and what it knows of the App Store's.
///
/// It never falls below a time that the App Store has vouched for (a verified `signedDate`, or the store's clock),
/// so that setting the machine's clock back brings no access back. When the machine's clock is more than a day ahead of
/// the last answer of a backend, the device cannot tell a jump from a long pause: nothing expires by it until the
/// backend has answered, and the screen says so. Until then device time is that of the last answer, or of what arrived
/// at the device since, so that nothing on it is of the future.
package struct DeviceClock: Hashable, Sendable {
  /// The time to decide by.
  package let now: Timestamp
  /// Whether the machine's clock may have jumped ahead.
  package let isSuspect: Bool
  /// The machine's own clock, for the journal.
  package let machine: Timestamp

  /// A machine's clock may be ahead of the last answer by this many milliseconds (a day) before it is suspect.
  package static let toleratedLead: Int64 = 86_400_000

  /// A past instant, for what this device would have answered then.
  package init(past date: Timestamp) {
    now = date
    isSuspect = false
    machine = date
  }

  /// Reads the clock.
  ///
  /// - Parameters:
  ///   - machine: The machine's clock.
  ///   - state: What the device knows of the App Store's clock.
  ///   - trusted: The App Store's time where it can be read without contacting a server (an embedded ledger).
  ///   - isHeld: Whether that ledger stands still, since the machine's clock jumped.
  package init(machine: Timestamp, state: DeviceState, trusted: Timestamp? = nil, isHeld: Bool = false) {
    self.machine = machine
    let lead = machine.milliseconds.subtractingReportingOverflow(state.machineDate.milliseconds)
    let isLate = state.machineDate.milliseconds > 0 && (lead.overflow || lead.partialValue > Self.toleratedLead)
    isSuspect = isHeld || trusted == nil && isLate
    let reading = (isSuspect ? state.machineDate : machine).adding(milliseconds: state.clockOffset)
    now = max(trusted ?? reading, state.floor, isSuspect ? state.lastArrival : state.floor)
  }
}
