package import Screen
package import StoreModel

/// All that the dashboard knows and shows: a value, changed by `reduce` alone.
package struct State: Hashable, Sendable {
  /// The app, its App Store, and what can be done with it.
  package let setup: Setup
  /// The screen's size.
  package internal(set) var size: Size
  /// Device time, as last told.
  package internal(set) var now: Timestamp
  /// Who is signed in, and how news arrives.
  package internal(set) var device: DeviceState
  package internal(set) var storefront: String?
  package internal(set) var canMakePayments: Bool
  package internal(set) var isClockDoubtful: Bool
  package internal(set) var users: [String]
  package internal(set) var faults: [DeviceFault]
  /// The purchases begun in the App Store that wait until somebody logs in, by the App Store's numbers.
  package internal(set) var deferred: [String]
  /// What becomes of a purchase that another user has; nil without an app's server.
  package internal(set) var restorePolicy: RestorePolicy?
  /// How the simulated App Store stands, as last read.
  package internal(set) var situation: AppStoreSituation?

  package internal(set) var products: ProductList
  package internal(set) var tabs: TabSet
  package internal(set) var focus: Pane = .products
  /// The first line of the detail that is shown.
  var detailTop = 0
  /// Sheets over the dashboard, the front one last.
  package internal(set) var overlays: [Overlay] = []
  /// What was said last.
  package internal(set) var message: Message?
  /// What the last action changed, to be read again.
  package internal(set) var lastReport: Report?

  /// The walkthrough that is told beside the dashboard.
  package internal(set) var walkthrough: WalkthroughPanel?

  /// Tasks under way, oldest first.
  package internal(set) var works: [Work] = []
  /// Questions under way.
  var reads = Reads()
  var spinnerStep = 0
  /// The App Store's epoch that this dashboard itself is leaving, or has left.
  var leavingEpoch: Int64?
  var nextNumber = 1

  /// A dashboard on what is known before anything was asked; `start()` gives the first effects.
  package init(setup: Setup, overview: Overview, size: Size) {
    self.setup = setup.safe
    self.size = size
    now = overview.now
    device = overview.device
    storefront = overview.storefront
    canMakePayments = overview.canMakePayments
    isClockDoubtful = overview.isClockDoubtful
    users = overview.users
    faults = overview.faults
    deferred = overview.deferred
    restorePolicy = overview.restorePolicy
    products = ProductList(overview.statuses, isResolved: overview.isResolved)
    tabs = TabSet()
  }
}

extension State {
  /// The least screen that it can be drawn on.
  package static let leastSize = Layout.minimum

  /// Whether a task or a question is under way: idle means that nothing more will change by itself.
  package var isIdle: Bool { works.isEmpty && reads.isEmpty }

  /// Whether the spinner is on the screen and wants to turn.
  package var isBusy: Bool { !works.isEmpty }

  /// Whether a purchase is under way.
  var isBuying: Bool { works.contains { if case .command(.buy) = $0.kind { true } else { false } } }

  /// When a shown time changes next, in device time: a minute ends, or a subscription's access does.
  package var nextTick: Timestamp {
    let minute: Int64 = 60_000
    let (end, overflow) = ((now.milliseconds / minute) &+ 1).multipliedReportingOverflow(by: minute)
    let boundary = Timestamp(milliseconds: overflow ? .max : end)
    guard let expiry = products.nextExpiry(after: now) else { return boundary }
    return min(boundary, expiry)
  }

  /// The product under the cursor.
  package var selected: ProductRow? { products.selected }

  /// Where the keys go, the nearest first.
  package var scopes: [Scope] {
    scopes(before: ownScopes)
  }

  private var ownScopes: [Scope] {
    switch overlays.last {
    case nil: products.filter.isEditing ? [.filter, .everywhere] : [.main, .everywhere]
    case .report: [.report, .main, .everywhere]
    case .appStore(let sheet): [sheet.section.scope, .appStore, .everywhere]
    case .some(let overlay): [overlay.scope, .everywhere]
    }
  }
}
