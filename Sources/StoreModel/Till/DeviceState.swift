/// Whether news is fetched by itself or waits for an action.
package enum UpdatesMode: String, Hashable, Sendable {
  /// News waits until the person restores or checks for refunds.
  case held
  /// News appears by itself, as StoreKit 2 delivers it.
  case live
}

/// What this installation knows about itself: who is signed in and which time it takes it to be.
package struct DeviceState: Hashable, Sendable {
  /// The Apple Account that is signed in.
  package var account: String?
  /// The user who is logged in to the app.
  package var user: String?
  package var updates: UpdatesMode
  /// Milliseconds from the machine's clock to the App Store's; 0 for a real one.
  package var clockOffset: Int64
  /// The highest verified `signedDate` or server time seen; device time never falls below it.
  package var floor: Timestamp
  /// The machine's clock when the backend last answered, to notice a jump.
  package var machineDate: Timestamp
  /// When the signed-in account's history was last read whole or from its revision; device time.
  package var lastChecked: Timestamp?
  /// Milliseconds after which an answer counts as unconfirmed; nil for never.
  package var offlineValidity: Int64?
  /// The simulated App Store's epoch; nil for a real one.
  package var epoch: Int64?
  /// What waits at the App Store while updates are held, as last seen.
  package var waitingUpdates: Int
  /// Who confirms what is bought from now on.
  package var verification: VerificationWay

  package init(
    account: String? = nil, user: String? = nil, updates: UpdatesMode = .held, clockOffset: Int64 = 0,
    floor: Timestamp = Timestamp(milliseconds: 0), machineDate: Timestamp = Timestamp(milliseconds: 0),
    lastChecked: Timestamp? = nil, offlineValidity: Int64? = nil, epoch: Int64? = nil, waitingUpdates: Int = 0,
    verification: VerificationWay = .embedded
  ) {
    self.account = account
    self.user = user
    self.updates = updates
    self.clockOffset = clockOffset
    self.floor = floor
    self.machineDate = machineDate
    self.lastChecked = lastChecked
    self.offlineValidity = offlineValidity
    self.epoch = epoch
    self.waitingUpdates = waitingUpdates
    self.verification = verification
  }

  /// Whether the device has been opened for the first time; a memory that is still being made is empty.
  package var isBegun: Bool { machineDate.milliseconds != 0 }
}
