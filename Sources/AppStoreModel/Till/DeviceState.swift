/// Whether the device receives App Store updates automatically or only when the customer acts.
package enum UpdatesMode: String, CaseIterable, Hashable, Sendable {
  /// Updates wait until the customer restores or checks for refunds.
  case held
  /// Updates arrive automatically, as in StoreKit 2.
  case live
}

/// The state of this installation: its Apple Account, its user and its clock.
package struct DeviceState: Hashable, Sendable {
  /// The Apple Account that is signed in; nil if none.
  package var account: String?
  /// The user who is logged in to the app; nil if none.
  package var user: String?
  /// The user of this installation while no user is logged in; each device and each logout makes a new one.
  package var anonymous = AnonymousUser(token: "")
  /// The user who owns this device's purchases: the one who is logged in, else the anonymous one.
  package var appUser: String { user ?? anonymous.name }
  package var updates: UpdatesMode
  /// The App Store's clock minus the machine's clock, in milliseconds; 0 for a real App Store.
  package var clockOffset: Int64
  /// The latest verified `signedDate` or server time seen; device time is never earlier.
  package var floor: Timestamp
  /// The machine's clock when the backend last answered, to detect that the clock was changed.
  package var machineDate: Timestamp
  /// When the account's history was last read, completely or since its last revision; device time.
  package var lastChecked: Timestamp?
  /// The age in milliseconds after which a status counts as unconfirmed; nil for never.
  package var offlineValidity: Int64?
  /// The epoch of the simulated App Store, which counts its fresh starts; nil for a real one.
  package var epoch: Int64?
  /// The number of updates that wait at the App Store while updates are held, as last seen.
  package var waitingUpdates: Int
  /// Whether this device may make payments, as the App Store last said (Apple's `AppStore.canMakePayments`).
  package var canMakePayments = true
  /// How new purchases are confirmed: by an app server, or by the device alone.
  package var verification: VerificationWay
  /// How long, in milliseconds, Apple's data alone entitles while the app server is unreachable; nil for not at all.
  package var serverGrace: Int64?
  /// When the last event arrived that does not come from the App Store, such as a login; device time.
  package var lastArrival = Timestamp(milliseconds: 0)

  package init(
    account: String? = nil, user: String? = nil, updates: UpdatesMode = .held, clockOffset: Int64 = 0,
    floor: Timestamp = Timestamp(milliseconds: 0), machineDate: Timestamp = Timestamp(milliseconds: 0),
    lastChecked: Timestamp? = nil, offlineValidity: Int64? = nil, epoch: Int64? = nil, waitingUpdates: Int = 0,
    verification: VerificationWay = .embedded, serverGrace: Int64? = nil
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
    self.serverGrace = serverGrace
  }

  /// Whether Till opened the device at least once; a device database that is still being created has no dates.
  package var isBegun: Bool { machineDate.milliseconds != 0 }
}

/// The App Store to which a device's database is bound; opening the database with another App Store fails.
package struct StoreIdentity: Hashable, Sendable {
  /// The kind of App Store.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Till's simulated App Store, in the same process or in `till serve`.
    case simulator
    /// Apple's App Store Server API.
    case appStore = "appstore"
    /// Apple's legacy verifyReceipt endpoint.
    case receipt
    /// An external program that acts as the App Store.
    case external = "exec"
    /// No App Store: the device's database contains only imported evidence.
    case none
  }

  package var kind: Kind
  package var environment: StoreEnvironment
  package var bundleId: String
  /// The SHA-256 of the trusted root certificate's DER form, lower-case hexadecimal; nil for Apple's own root.
  package var rootFingerprint: String?
  /// The id of the simulated App Store's ledger; nil for any other App Store.
  package var ledgerId: String?

  package init(
    kind: Kind, environment: StoreEnvironment, bundleId: String, rootFingerprint: String? = nil,
    ledgerId: String? = nil
  ) {
    self.kind = kind
    self.environment = environment
    self.bundleId = bundleId
    self.rootFingerprint = rootFingerprint
    self.ledgerId = ledgerId
  }
}

/// The customer's action to which the current task belongs, as the App Store's side sees it.
///
/// A one-shot fault affects one action that the customer started: from the first call that it makes fail until the end
/// of that action. A task-local value carries the action, so that no call needs a parameter for it. It is nil for a
/// caller that is not a device.
package struct ActionScope: Hashable, Sendable {
  /// The id of the action.
  package var id: String
  /// Whether Till started this work itself: start, settling, registering or refreshing.
  package var isAside: Bool

  package init(id: String, isAside: Bool) {
    self.id = id
    self.isAside = isAside
  }

  @TaskLocal package static var current: ActionScope?
}

/// The renewals of a subscription that is bought with a date in the past (Apple: `purchaseDate(_:renewalBehavior:)`).
package enum PastRenewals: String, Hashable, Sendable, CaseIterable, JSONMember {
  /// If the first period is over by now, it is followed by one that begins now.
  case `default`
  /// The subscription is cancelled at once and ends with its first period.
  case cancelImmediately = "cancel"
  /// All renewals up to now have happened.
  case untilNow = "until-now"
}
