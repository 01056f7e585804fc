package import AppStoreModel

/// Device time: the current time as this device computes it, from the machine's clock and the App Store's.
///
/// It never falls below a time that the App Store has vouched for (a verified `signedDate`, or the store's clock), so
/// setting the machine's clock back does not restore access. When the machine's clock is more than a day ahead of the
/// last answer of a backend, the device cannot distinguish a jump from a long pause. Until the backend has answered,
/// nothing expires because of it, and the screen says so. Meanwhile device time stays at the last answer, or at the
/// latest arrival of data on the device, so that no stored data is in the future.
package struct DeviceClock: Hashable, Sendable {
  /// The time to use for decisions.
  package let now: Timestamp
  /// Whether the machine's clock may have jumped ahead.
  package let isSuspect: Bool
  /// The machine's own clock, for the journal.
  package let machine: Timestamp

  /// How far the machine's clock may be ahead of the last answer before it is suspect, in milliseconds (a day).
  package static let toleratedLead: Int64 = 86_400_000

  /// Makes the clock of a past instant, for what this device would have answered then.
  package init(past date: Timestamp) {
    now = date
    isSuspect = false
    machine = date
  }

  /// Computes device time.
  ///
  /// - Parameters:
  ///   - machine: The machine's clock.
  ///   - state: What the device knows about the App Store's clock.
  ///   - trusted: The App Store's time where it can be read without contacting a server (an embedded ledger).
  ///   - isHeld: Whether that ledger has stopped its clock, because the machine's clock jumped.
  package init(machine: Timestamp, state: DeviceState, trusted: Timestamp? = nil, isHeld: Bool = false) {
    self.machine = machine
    let lead = machine.milliseconds.subtractingReportingOverflow(state.machineDate.milliseconds)
    let isLate = state.machineDate.milliseconds > 0 && (lead.overflow || lead.partialValue > Self.toleratedLead)
    isSuspect = isHeld || trusted == nil && isLate
    let reading = (isSuspect ? state.machineDate : machine).adding(milliseconds: state.clockOffset)
    now = max(trusted ?? reading, state.floor, isSuspect ? state.lastArrival : state.floor)
  }
}
