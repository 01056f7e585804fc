/// Whether news is fetched by itself or waits for an action.
package enum UpdatesMode: String, Hashable, Sendable {
  /// News waits until the person restores or checks for refunds.
  case held
  /// News appears by itself, as StoreKit 2 delivers it.
  case live
}

/// The facts of this installation: its account, its user and its time.
package struct DeviceState: Hashable, Sendable {
  /// The Apple Account that is signed in.
  package var account: String?
  /// The user who is logged in to the app; nil where the customer is not logged in.
  package var user: String?
  /// The user of this installation while the customer is not logged in: a new one for each device and after each logout.
  package var anonymous = AnonymousUser(token: "")
  /// Whose rights, purchases and uses those of this device are, logged in or not.
  package var appUser: String { user ?? anonymous.name }
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
  /// The updates that wait at the App Store while updates are held, as last seen.
  package var waitingUpdates: Int
  /// The server or rule that confirms purchases from now on.
  package var verification: VerificationWay
  /// Milliseconds for which Apple's word is enough while the app server cannot be reached; nil for none.
  package var serverGrace: Int64?
  /// The arrival of the last fact that does not come from the App Store, such as a login; device time.
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

  /// Whether the device has been opened for the first time; a memory that is still being made is empty.
  package var isBegun: Bool { machineDate.milliseconds != 0 }
}

/// The App Store that a device's store is bound to: opening the store with another one is refused.
package struct StoreIdentity: Hashable, Sendable {
  /// Which kind of App Store it is.
  package enum Kind: String, Hashable, Sendable {
    /// Till's simulated App Store, embedded or behind `till serve`.
    case simulator
    /// The App Store Server API.
    case appStore = "appstore"
    /// The legacy verifyReceipt endpoint.
    case receipt
    /// An external program.
    case external = "exec"
    /// No App Store: imported evidence only.
    case none
  }

  package var kind: Kind
  package var environment: StoreEnvironment
  package var bundleId: String
  /// SHA-256 of the trusted root certificate's DER, lower-case hexadecimal; nil where Apple's own root is the anchor.
  package var rootFingerprint: String?
  /// The simulated App Store's ledger; nil for any other.
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

/// The action of a person that the running work belongs to, as the App Store's side sees it.
///
/// A fault that strikes once strikes in the action that was asked for, from the first call that it makes fail until
/// that action ends. The task carries it, so that it reaches the App Store's side without being a part of any call; nil
/// for a caller that is no device.
package struct ActionScope: Hashable, Sendable {
  /// Tells one action from another.
  package var id: String
  /// Whether this is work of Till's own: start, settling, registering, refreshing.
  package var isAside: Bool

  package init(id: String, isAside: Bool) {
    self.id = id
    self.isAside = isAside
  }

  @TaskLocal package static var current: ActionScope?
}

/// The renewals of a subscription that is bought in the past (Apple: `purchaseDate(_:renewalBehavior:)`).
package enum PastRenewals: String, Hashable, Sendable, CaseIterable {
  /// A first period that is over by now is followed by one that begins now.
  case `default`
  /// It is cancelled at once and ends with its first period.
  case cancelImmediately = "cancel"
  /// Every renewal up to now has happened.
  case untilNow = "until-now"
}
