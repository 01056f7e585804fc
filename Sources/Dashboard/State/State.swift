package import AppStoreModel
import Core
package import TerminalUI

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
  package internal(set) var showsDialogs: Bool
  package internal(set) var isClockDoubtful: Bool
  package internal(set) var users: [String]
  package internal(set) var faults: [DeviceFault]
  /// The purchases begun in the App Store that wait for a user to log in, by the App Store's numbers.
  package internal(set) var deferred: [String]
  /// The restore policy for purchases of other users; nil without an app server.
  package internal(set) var restorePolicy: RestorePolicy?
  /// How the simulated App Store stands, as last read.
  package internal(set) var situation: AppStoreSituation?
  /// The shown part of the App Store's side, and the cursor in it.
  var side = AppStoreSheet()
  /// The actions recently run from the palette, the latest first.
  var paletteHistory: [String] = []
  /// The walkthroughs, once the user has opened their list.
  var walkthroughs: [WalkthroughListing] = []
  /// Whether what is shown is being recorded.
  package internal(set) var isFilming = false
  /// The history of each product; nil until it was read.
  var lives: [ProductLife]?
  /// Whether they have to be read again where they are shown.
  var isLivesStale = true
  /// The lives as they are drawn, for the width that they were drawn at last.
  var timeline: TimelinePicture?
  /// The actions that can be undone, the latest first.
  var undoable: [String]
  /// Set while the past is shown.
  var past: Past?
  /// Whether there is known to be no answer before the one that is shown.
  var isAtFirstAnswer = false
  /// How far the newest notification has come.
  var way: DeliveryProgress?
  /// How far the clock that counts is ahead of the machine's, in milliseconds.
  var clockLead: Int64

  package internal(set) var products: ProductList
  package internal(set) var tabs: TabSet
  package internal(set) var focus: Pane = .products
  /// The first line of the detail that is shown.
  var detailTop = 0
  /// Sheets over the dashboard, the front one last.
  package internal(set) var overlays: [Overlay] = []
  /// The last message.
  package internal(set) var message: Message?
  /// The last action's report, which can be shown again.
  package internal(set) var lastReport: Report?

  /// The walkthrough that is open beside the dashboard.
  package internal(set) var walkthrough: WalkthroughPanel?

  /// The desk that customers are opened from.
  package internal(set) var desk: DeskScreen?

  /// Tasks under way, oldest first.
  package internal(set) var works: [Work] = []
  /// Questions under way.
  var reads = Reads()
  /// The list that is being written to a file.
  var export: ListExport?
  /// The columns of a list, where the person has chosen them.
  var columns: [Tab: [Columns.Field]] = [:]
  /// The locale of the storefront, in which money is written.
  var moneyLocale = ""
  /// How money is written on a terminal without currency signs, while a frame for one is made.
  var plainMoney: PlainMoney?
  /// The rows that the panes need.
  var heights = PaneHeights()
  /// Whether the focused pane is maximized.
  package internal(set) var isZoomed = false
  var spinnerStep = 0
  /// The App Store's epoch that this dashboard itself is leaving, or has left.
  var leavingEpoch: Int64?
  var nextNumber = 1

  /// A dashboard on what is known before anything was asked; `start()` gives the first effects.
  package init(setup: Setup, overview: Overview, size: Size, start: StartLayout = StartLayout()) {
    self.setup = setup.safe
    self.size = size
    now = overview.now
    device = overview.device
    storefront = overview.storefront
    canMakePayments = overview.canMakePayments
    showsDialogs = overview.showsDialogs
    isClockDoubtful = overview.isClockDoubtful
    users = overview.users
    faults = overview.faults
    deferred = overview.deferred
    restorePolicy = overview.restorePolicy
    clockLead = overview.clockLead
    undoable = overview.undoable
    products = ProductList(overview.statuses, isResolved: overview.isResolved)
    tabs = TabSet()
    tabs.current = start.tab
    focus = start.pane
    isZoomed = start.isZoomed
    columns = start.columns
    moneyLocale = localeOfMoney()
    if overview.isPast { past = Past(date: overview.now, isFixed: true, present: overview.now) }
    // The first frame is as the next one: who clicks on a row of it means that row.
    settle()
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
    // The past stands still.
    guard past == nil else { return .distantFuture }
    let minute: Int64 = 60_000
    let (end, overflow) = ((now.milliseconds / minute) &+ 1).multipliedReportingOverflow(by: minute)
    let boundary = Timestamp(milliseconds: overflow ? .max : end)
    guard let expiry = products.nextExpiry(after: now) else { return boundary }
    return min(boundary, expiry)
  }

  /// The title of the terminal's window: the app, and its App Store.
  package var windowTitle: String {
    "Till: \(walkthrough?.title ?? setup.appName), \(setup.backend)"
  }

  /// The product under the cursor.
  package var selected: ProductRow? { products.selected }

  /// The scopes of the keys, the front one first.
  package var scopes: [Scope] {
    scopes(before: ownScopes)
  }

  private var ownScopes: [Scope] {
    switch overlays.last {
    case .appStore where side.filter.isEditing: return [.filter, .everywhere]
    case .help(let list) where list.filter.isEditing: return [.filter, .everywhere]
    case nil:
      let main: [Scope] =
        products.filter.isEditing || tabs.filter.isEditing ? [.filter, .everywhere] : [.main, .everywhere]
      return desk.map { deskScopes($0, main: main) } ?? main
    case .report: return isDeskInFront ? [.report, .everywhere] : [.report, .main, .everywhere]
    case .appStore: return [side.section.scope, .appStore, .everywhere]
    case .some(let overlay): return [overlay.scope, .everywhere]
    }
  }
}

extension State {
  /// Brings cursors and scroll positions into what the screen's size allows.
  mutating func settle() {
    measurePanes(Layout(self))
    let layout = Layout(self)
    products.settle(height: layout.products?.inside.height ?? 1)
    if layout.timeline == nil, focus == .timeline { focus = .products }
    settleTimeline(layout)
    for tab in Tab.allCases { tabs[tab].settle(height: layout.tabs.inside.height) }
    if detailTop > 0 { detailTop = min(detailTop, detailScrollCount) }
    settleSide()
    settleDesk(layout)
    let height = listHeight
    switch overlays.last {
    case .refundList(var list):
      list.rows.settle(height: height)
      replaceTop(.refundList(list))
    case .order(var sheet):
      sheet.rows.settle(height: height)
      replaceTop(.order(sheet))
    case .palette(var palette):
      let count = paletteItems(palette.text).count
      palette.cursor = max(0, min(palette.cursor, count - 1))
      palette.top = Scrolling.top(palette.top, cursor: palette.cursor, count: count, height: height)
      replaceTop(.palette(palette))
    case .choice(var choice):
      choice.cursor = max(0, min(choice.cursor, choice.items.count - 1))
      choice.top = Scrolling.top(choice.top, cursor: choice.cursor, count: choice.items.count, height: height)
      replaceTop(.choice(choice))
    case .report(let report, let top):
      replaceTop(.report(report, top: max(0, min(top, overlayLineCount - height))))
    case .help(var list):
      list.settle(height: height)
      replaceTop(.help(list))
    case .viewer(var viewer):
      viewer.top = max(0, min(viewer.top, overlayLineCount - height))
      replaceTop(.viewer(viewer))
    default: break
    }
  }

  private mutating func settleTimeline(_ layout: Layout) {
    if let pane = layout.timeline { timeline = timelinePicture(width: max(1, pane.width - 4)) }
  }

  private mutating func settleSide() {
    // It stays as it is unless the user scrolls.
    guard overlays.contains(.appStore), let height = sideListHeight else { return }
    let count = rows(of: side.section).count
    side.place.cursor = max(0, min(side.place.cursor, count - 1))
    side.place.top = Scrolling.top(side.place.top, cursor: side.place.cursor, count: count, height: height)
  }

  /// Puts another value in the place of the front sheet.
  mutating func replaceTop(_ overlay: Overlay) {
    guard !overlays.isEmpty else { return }
    overlays[overlays.count - 1] = overlay
  }

  /// A date in the zone that the person set, to the day.
  func day(_ date: Timestamp) -> String {
    date.isUnknown ? PaneText.unknownDate.text : date.formatted(.day, secondsFromUTC: setup.zone.offset(at: date))
  }

  /// A date in the zone that the person set, to the minute.
  func minute(_ date: Timestamp) -> String {
    date.isUnknown ? PaneText.unknownDate.text : date.formatted(.minute, secondsFromUTC: setup.zone.offset(at: date))
  }

  /// A date in the zone that the person set, to the second.
  func instant(_ date: Timestamp) -> String {
    date.isUnknown ? PaneText.unknownDate.text : date.formatted(.second, secondsFromUTC: setup.zone.offset(at: date))
  }
}

extension State {
  /// The product of a transaction that the App Store's side shows; nil for any other text.
  package func productName(ofTransaction id: String) -> String? {
    guard let situation else { return nil }
    let name =
      situation.cases.first { $0.transactionId == id }?.productName
      ?? situation.purchases.first { $0.transactionId == id }?.productName
    return name.map { safeText($0) }
  }

  /// The selected row's text in the front sheet; nil if the sheet has no rows.
  package var chosenText: String? {
    switch overlays.last {
    case .choice(let choice):
      guard choice.items.indices.contains(choice.cursor) else { return nil }
      return choice.items[choice.cursor].title + " " + choice.items[choice.cursor].note
    case .refundList(let list):
      guard let row = list.rows.selected else { return nil }
      return [name(of: row.productId), amount(of: row), row.word, row.note, row.reference].joined(separator: " ")
    case .appStore:
      guard let row = selectedAppStoreRow else { return nil }
      let id = selectedCase?.transactionId ?? row.shown.id
      return [id, row.shown.reference, row.shown.note, row.shown.word].joined(separator: " ")
    default: return nil
    }
  }
}
