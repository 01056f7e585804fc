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
  /// The available actions, and the reasons why others are unavailable.
  package var abilities: Abilities
  /// The time zone of all dates.
  package var zone: TimeZoneTable

  package init(
    appName: String, backend: String, isReal: Bool = false, isReadOnly: Bool = false, isLocked: Bool = false,
    isSignedByApple: Bool = true,
    abilities: Abilities = Abilities(), zone: TimeZoneTable = .utc
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

/// The availability of actions: nil means available, a text is the reason why not.
package struct Abilities: Hashable, Sendable {
  package var buy: String?
  package var restore: String?
  package var refundCheck: String?
  package var askRefund: String?
  package var use: String?
  package var updates: String?
  /// The App Store's side, which only a simulated App Store has.
  package var appStore: String?
  /// Choosing the outcome of a purchase on the payment sheet, which only a simulated App Store offers.
  package var chooseOutcome: String?
  /// Retrying orders, giving them up, and logging users in.
  package var orders: String?
  /// Support's look-ups, which only the App Store Server API offers.
  package var support: String?
  /// Support's changes, which only the App Store Server API offers.
  package var supportChanges: String?
  /// Setting up scenes: in a demo only.
  package var scenes: String?

  package init(
    buy: String? = nil, restore: String? = nil, refundCheck: String? = nil, askRefund: String? = nil,
    use: String? = nil, updates: String? = nil, appStore: String? = nil, chooseOutcome: String? = nil,
    orders: String? = nil,
    support: String? = nil, supportChanges: String? = nil, scenes: String? = nil
  ) {
    self.buy = buy
    self.restore = restore
    self.refundCheck = refundCheck
    self.askRefund = askRefund
    self.use = use
    self.updates = updates
    self.appStore = appStore
    self.chooseOutcome = chooseOutcome
    self.orders = orders
    self.support = support
    self.supportChanges = supportChanges
    self.scenes = scenes
  }

  /// Makes all actions unavailable for one reason, such as imported evidence or a damaged store.
  package init(nothingBecause reason: String) {
    self.init(
      buy: reason, restore: reason, refundCheck: reason, askRefund: reason, use: reason, updates: reason,
      appStore: reason, chooseOutcome: reason,
      orders: reason, support: reason, supportChanges: reason, scenes: reason)
  }
}

extension Setup {
  /// The setup with all foreign text made safe for the screen.
  var safe: Setup {
    var setup = self
    setup.appName = safeText(appName)
    setup.backend = safeText(backend)
    setup.abilities = Abilities(
      buy: abilities.buy.map { safeText($0) }, restore: abilities.restore.map { safeText($0) },
      refundCheck: abilities.refundCheck.map { safeText($0) }, askRefund: abilities.askRefund.map { safeText($0) },
      use: abilities.use.map { safeText($0) }, updates: abilities.updates.map { safeText($0) },
      appStore: abilities.appStore.map { safeText($0) }, chooseOutcome: abilities.chooseOutcome.map { safeText($0) },
      orders: abilities.orders.map { safeText($0) },
      support: abilities.support.map { safeText($0) }, supportChanges: abilities.supportChanges.map { safeText($0) },
      scenes: abilities.scenes.map { safeText($0) })
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
  /// The storefront of the signed-in Apple Account, if known.
  package var storefront: String?
  /// False if the App Store reported that this device may not make payments.
  package var canMakePayments: Bool
  /// False if the App Store completes purchases without a payment sheet.
  package var showsDialogs: Bool
  /// Whether the machine's clock jumped and the App Store has not answered since.
  package var isClockDoubtful: Bool
  /// False for the last known states, which the first frame shows before the resolver has run.
  package var isResolved: Bool
  /// All users who have logged in on this device.
  package var users: [String]
  /// The faults that are switched on at this device.
  package var faults: [DeviceFault]
  /// The purchases started in the App Store that are deferred until a user logs in.
  package var deferred: [String]
  /// The restore policy for purchases of other users; nil without an app server.
  package var restorePolicy: RestorePolicy?
  /// The difference between the device's clock and the machine's, in milliseconds.
  package var clockLead: Int64
  /// The actions that can be undone, latest first.
  package var undoable: [String]
  /// Whether this is the state at a past date, which is then `now`.
  package var isPast: Bool

  package init(
    now: Timestamp, device: DeviceState, statuses: [ProductStatus], storefront: String? = nil,
    canMakePayments: Bool = true, showsDialogs: Bool = true, isClockDoubtful: Bool = false, isResolved: Bool = true,
    users: [String] = [], faults: [DeviceFault] = [], deferred: [String] = [], restorePolicy: RestorePolicy? = nil,
    clockLead: Int64 = 0, undoable: [String] = [], isPast: Bool = false
  ) {
    self.now = now
    self.device = device
    self.statuses = statuses
    self.storefront = storefront
    self.canMakePayments = canMakePayments
    self.showsDialogs = showsDialogs
    self.isClockDoubtful = isClockDoubtful
    self.isResolved = isResolved
    self.users = users
    self.faults = faults
    self.deferred = deferred
    self.restorePolicy = restorePolicy
    self.clockLead = clockLead
    self.undoable = undoable.map { safeText($0) }
    self.isPast = isPast
  }
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
