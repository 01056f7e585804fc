package import AppStoreModel
import Core

/// The constants of an open dashboard: the app, its App Store, and the available actions.
package struct Setup: Hashable, Sendable {
  /// The app's name.
  package var appName: String
  /// The App Store, as the header names it: `SIMULATED (signs as Sandbox)` or `REAL APP STORE: Production`.
  package var backend: String
  /// Whether this is the real App Store.
  package var isReal: Bool
  /// Whether changes are refused; the header says so.
  package var isReadOnly: Bool
  /// Whether changes at the real App Store wait for `--unlock`; the header says so.
  package var isLocked: Bool
  /// Whether Apple signs what is shown; where it does not the header says so.
  package var isSignedByApple: Bool
  /// The available actions, and the reasons why others are unavailable.
  package var abilities: Abilities
  /// How dates are shown.
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

/// The abilities of this App Store: nil means available, a text is the reason why not.
package struct Abilities: Hashable, Sendable {
  package var buy: String?
  package var restore: String?
  package var refundCheck: String?
  package var askRefund: String?
  package var use: String?
  package var updates: String?
  /// The App Store's side: only a simulated one has it.
  package var appStore: String?
  /// Choosing on the payment sheet how the purchase ends: only a simulated App Store lets one.
  package var chooseOutcome: String?
  /// Going on with orders, giving them up, logging users in.
  package var orders: String?
  /// Support's lookups: at the App Store Server API only.
  package var support: String?
  /// Support's changes there.
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

  /// Nothing can be done, for one reason: imported evidence, a damaged store.
  package init(nothingBecause reason: String) {
    self.init(
      buy: reason, restore: reason, refundCheck: reason, askRefund: reason, use: reason, updates: reason,
      appStore: reason, chooseOutcome: reason,
      orders: reason, support: reason, supportChanges: reason, scenes: reason)
  }
}

extension Setup {
  /// The same with every foreign text made fit for the screen.
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

/// The device's state at one moment, from which the header, the products and their details are drawn.
package struct Overview: Hashable, Sendable {
  /// Device time.
  package var now: Timestamp
  package var device: DeviceState
  /// Products in the catalogue's order, those known only from transactions last.
  package var statuses: [ProductStatus]
  /// The storefront of the signed-in Apple Account, where known.
  package var storefront: String?
  /// False when the App Store said that this device may not make payments.
  package var canMakePayments: Bool
  /// False when the App Store pays without asking on a sheet.
  package var showsDialogs: Bool
  /// Whether the machine's clock jumped and the App Store has not answered since.
  package var isClockDoubtful: Bool
  /// False for the last known states that the first frame shows before anything is resolved.
  package var isResolved: Bool
  /// Every user who has been logged in on this device.
  package var users: [String]
  /// The failures that are switched on at this device.
  package var faults: [DeviceFault]
  /// The purchases begun in the App Store that are deferred until a user logs in.
  package var deferred: [String]
  /// The restore policy for purchases of other users; nil without an app server.
  package var restorePolicy: RestorePolicy?
  /// How far the clock that counts is ahead of the machine's, in milliseconds.
  package var clockLead: Int64
  /// The actions that can be undone, the latest first.
  package var undoable: [String]
  /// Whether it is what was known at a past date, which is `now` then.
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

/// Offsets from UTC by date, so that dates are shown in local time without asking the system for each.
package struct TimeZoneTable: Hashable, Sendable {
  /// An offset and the instant from which it holds.
  package struct Period: Hashable, Sendable {
    package var start: Timestamp
    /// Seconds east of UTC.
    package var offset: Int

    package init(start: Timestamp, offset: Int) {
      self.start = start
      self.offset = offset
    }
  }

  /// Seconds east of UTC before the first period.
  package var base: Int
  /// Rising by start.
  package var periods: [Period]

  package init(base: Int = 0, periods: [Period] = []) {
    self.base = base
    self.periods = periods
  }

  /// Coordinated universal time.
  package static let utc = TimeZoneTable()

  /// Seconds east of UTC at an instant.
  package func offset(at date: Timestamp) -> Int {
    periods.last { $0.start <= date }?.offset ?? base
  }
}
