package import AppStoreModel
import Core

/// The fixed data of a dashboard: the app, its App Store, and the available actions.
package struct Setup: Hashable, Sendable {
  /// The app's name.
  package var appName: String
  /// The App Store, as the header names it: `SIMULATED (signs as Sandbox)` or `REAL APP STORE: Production`.
  package var backend: String
  /// Whether this is the real App Store.
  package var isReal: Bool
  /// Whether all changes are refused; the header shows this.
  package var isReadOnly: Bool
  /// Whether changes at the real App Store need `--unlock`; the header shows this.
  package var isLocked: Bool
  /// Whether Apple signed the data; the header warns if not.
  package var isSignedByApple: Bool
  /// The reasons why actions are unavailable; an action without a reason is available.
  package var abilities: [Ability: String]
  /// The time zone of all dates.
  package var zone: TimeZoneTable

  package init(
    appName: String, backend: String, isReal: Bool = false, isReadOnly: Bool = false, isLocked: Bool = false,
    isSignedByApple: Bool = true, abilities: [Ability: String] = [:], zone: TimeZoneTable = .utc
  ) {
    self.appName = appName
    self.backend = backend
    self.isReal = isReal
    self.isReadOnly = isReadOnly
    self.isLocked = isLocked
    self.isSignedByApple = isSignedByApple
    self.abilities = abilities
    self.zone = zone
  }
}

/// An action, or a group of actions, that an App Store may not offer.
package enum Ability: CaseIterable, Sendable {
  case buy, restore, refundCheck, askRefund, use, updates
  /// The App Store's side, which only a simulated App Store has.
  case appStore
  /// Choosing the outcome of a purchase on the payment sheet, which only a simulated App Store offers.
  case chooseOutcome
  /// Retrying orders, giving them up, and logging users in.
  case orders
  /// Support's look-ups, which only the App Store Server API offers.
  case support
  /// Support's changes, which only the App Store Server API offers.
  case supportChanges
  /// Setting up scenes: in a demo only.
  case scenes
}

extension [Ability: String] {
  /// Makes all actions unavailable for one reason, such as imported evidence or a damaged store.
  package static func nothing(because reason: String) -> Self {
    Self(uniqueKeysWithValues: Ability.allCases.map { ($0, reason) })
  }
}

extension Setup {
  /// The setup with all foreign text made safe for the screen.
  var safe: Setup {
    var setup = self
    setup.appName = safeText(appName)
    setup.backend = safeText(backend)
    setup.abilities = abilities.mapValues { safeText($0) }
    return setup
  }
}

/// The device's state at one moment, as the header, the products and the detail show it.
package struct Overview: Hashable, Sendable {
  /// The device's time.
  package var now: Timestamp
  package var device: DeviceState
  /// The products in the catalogue's order, then those known only from transactions.
  package var statuses: [ProductStatus]
  /// False for the last known states, which the first frame shows before the resolver has run.
  package var isResolved: Bool
  /// Whether this is the state at a past date, which is then `now`.
  package var isPast: Bool
  package var facts = DeviceFacts()

  package init(
    now: Timestamp, device: DeviceState, statuses: [ProductStatus], storefront: String? = nil, isResolved: Bool = true,
    isPast: Bool = false
  ) {
    self.now = now
    self.device = device
    self.statuses = statuses
    self.isResolved = isResolved
    self.isPast = isPast
    facts.storefront = storefront
  }
}

/// What is known on a device besides its products, its account and its user.
package struct DeviceFacts: Hashable, Sendable {
  /// The storefront of the signed-in Apple Account, if known.
  package var storefront: String?
  /// False if the App Store reported that this device may not make payments.
  package var canMakePayments = true
  /// False if the App Store completes purchases without a payment sheet.
  package var showsDialogs = true
  /// Whether the machine's clock jumped and the App Store has not answered since.
  package var isClockDoubtful = false
  /// All users who have logged in on this device.
  package var users: [String] = []
  /// The faults that are switched on at this device.
  package var faults: [DeviceFault] = []
  /// The ids of the purchases started in the App Store that are deferred until a user logs in.
  package var deferred: [String] = []
  /// The restore policy for purchases of other users; nil without an app server.
  package var restorePolicy: RestorePolicy?
  /// The difference between the device's clock and the machine's, in milliseconds.
  package var clockLead: Int64 = 0
  /// The actions that can be undone, latest first.
  package var undoable: [String] = []
}

/// The offsets of a time zone by date, so that Till need not ask the system for each date.
package struct TimeZoneTable: Hashable, Sendable {
  /// An offset, and the time from which it applies.
  package struct Period: Hashable, Sendable {
    package var start: Timestamp
    /// The offset in seconds east of UTC.
    package var offset: Int

    package init(start: Timestamp, offset: Int) {
      self.start = start
      self.offset = offset
    }
  }

  /// The offset in seconds east of UTC before the first period.
  package var base: Int
  /// The periods, in ascending order.
  package var periods: [Period]

  package init(base: Int = 0, periods: [Period] = []) {
    self.base = base
    self.periods = periods
  }

  /// Coordinated universal time.
  package static let utc = TimeZoneTable()

  /// Returns the offset in seconds east of UTC at a date.
  package func offset(at date: Timestamp) -> Int {
    periods.last { $0.start <= date }?.offset ?? base
  }
}
