package import AppStoreModel
import Core
package import TerminalUI

/// The whole state of the dashboard: a value that only `reduce` changes.
package struct State: Hashable, Sendable {
  /// The app, its App Store, and the available actions.
  package internal(set) var setup: Setup
  /// The screen's size.
  package internal(set) var size: Size
  /// The device's time, as of the last event about it.
  package internal(set) var now: Timestamp
  /// The signed-in Apple Account and user, and how updates arrive.
  package internal(set) var device: DeviceState
  package internal(set) var facts: DeviceFacts
  /// The simulated App Store's situation, as last read.
  package internal(set) var situation: AppStoreSituation?
  /// The visible section of the App Store's side, and the cursor in each section.
  var side = AppStoreSheet()
  /// The titles of the items recently run from the command palette, latest first.
  var paletteHistory: [String] = []
  /// The installed walkthroughs, once the user has opened their list.
  var walkthroughs: [WalkthroughListing] = []
  /// The settings of Till, once the user has listed them.
  var preferences: SettingList?
  /// The last keys that were pressed, where they are shown; nil where they are not.
  var keystrokes: [String]?
  /// Whether the screen is being recorded.
  package internal(set) var isFilming = false
  /// The history of each product, or nil until it was read.
  var lives: [ProductLife]?
  /// Whether the histories must be read again when they are shown.
  var isLivesStale = true
  /// The picture of the histories, for the width at which it was last drawn.
  var timeline: TimelinePicture?
  /// The past moment that is shown, or nil in the present.
  var past: Past?
  /// Whether there is known to be no answer before the one that is shown.
  var isAtFirstAnswer = false
  /// The progress of the newest notification.
  var way: DeliveryProgress?
  /// The App Store's time when this dashboard first read the notifications.
  var watchedSince: Timestamp?

  package internal(set) var products: ProductList
  package internal(set) var tabs: TabSet
  package internal(set) var focus: Pane = .products
  /// The first visible line of the detail's scrolling part.
  var detailTop = 0
  /// The open sheets, the front one last.
  package internal(set) var overlays: [Overlay] = []
  /// The last click; nil once a key was pressed.
  var lastClick: Click?
  /// The last message.
  package internal(set) var message: Message?
  /// The last action's report, which the user can show again.
  package internal(set) var lastReport: Report?

  /// The scene that is being played.
  package internal(set) var scene: SceneCard?
  /// The open walkthrough's panel.
  package internal(set) var walkthrough: WalkthroughPanel?

  /// The desk, if this dashboard belongs to one.
  package var desk: DeskScreen?

  /// The running tasks, oldest first.
  package internal(set) var works: [Work] = []
  /// The running queries.
  var reads = Reads()
  /// The running export of a list.
  var export: ListExport?
  /// The columns of each list for which the user chose them.
  var columns: [Tab: [Columns.Field]] = [:]
  /// The locale for amounts, that of the storefront.
  var moneyLocale = ""
  /// The replacement of currency signs, set while a frame for an ASCII terminal is drawn.
  var plainMoney: PlainMoney?
  /// The rows that the panes need.
  var heights = PaneHeights()
  /// Whether the focused pane is maximized.
  package internal(set) var isZoomed = false
  var spinnerStep = 0
  /// The App Store's epoch that a verb of this dashboard has ended, so that the new epoch causes no warning.
  var leavingEpoch: Int64?
  var nextNumber = 1

  /// Creates a dashboard from what is known before any query; `start()` returns the first effects.
  package init(setup: Setup, overview: Overview, size: Size, start: StartLayout = StartLayout()) {
    self.setup = setup.safe
    self.size = size
    now = overview.now
    device = overview.device
    facts = overview.facts
    products = ProductList(overview.statuses, isResolved: overview.isResolved)
    tabs = TabSet()
    tabs.current = start.tab
    focus = start.pane
    isZoomed = start.isZoomed
    columns = start.columns
    keystrokes = start.showsKeystrokes ? [] : nil
    moneyLocale = localeOfMoney()
    if overview.isPast { past = Past(date: overview.now, isFixed: true, present: overview.now) }
    // The first frame is already settled like the next ones, so that a click on one of its rows hits that row.
    settle()
  }
}

extension State {
  /// The minimum size of the screen.
  package static let leastSize = Layout.minimum

  /// Whether no task and no query is running, so that the screen will not change on its own.
  package var isIdle: Bool { works.isEmpty && reads.isEmpty }

  /// Whether the spinner is visible and needs `spin` events.
  package var isBusy: Bool { !works.isEmpty }

  /// Whether a purchase is running.
  var isBuying: Bool { works.contains { if case .command(.buy) = $0.kind { true } else { false } } }

  /// The next time at which a visible time changes: the end of a minute or of an access, in device time.
  package var nextTick: Timestamp {
    // The past does not change.
    guard past == nil else { return .distantFuture }
    let minute: Int64 = 60_000
    let (end, overflow) = ((now.milliseconds / minute) &+ 1).multipliedReportingOverflow(by: minute)
    let boundary = Timestamp(milliseconds: overflow ? .max : end)
    guard let expiry = products.nextExpiry(after: now) else { return boundary }
    return min(boundary, expiry)
  }

  /// The title of the terminal's window: the app and its App Store.
  package var windowTitle: String {
    "Till: \(walkthrough?.title ?? setup.appName), \(setup.backend)"
  }

  /// The selected product.
  package var selected: ProductRow? { products.selected }

  /// The scopes of the keys, the first one taking precedence.
  package var scopes: [Scope] {
    scopes(before: ownScopes)
  }

  /// The filter that takes typed text, if any.
  var editedFilter: ProductList.Filter? {
    let filters: [ProductList.Filter?] =
      switch overlays.last {
      case .appStore: [side.filter]
      case .help(let list): [list.filter]
      case nil: isDeskInFront ? [desk?.search] : [tabs.filter, products.filter]
      default: []
      }
    return filters.compactMap(\.self).first(where: \.isEditing)
  }

  private var ownScopes: [Scope] {
    if editedFilter != nil { return [isDeskInFront && overlays.isEmpty ? .deskSearch : .filter, .everywhere] }
    switch overlays.last {
    case nil: return isDeskInFront ? [.desk, .everywhere] : (desk == nil ? [] : [.customer]) + [.main, .everywhere]
    case .report: return isDeskInFront ? [.report, .everywhere] : [.report, .main, .everywhere]
    case .appStore: return [side.section.scope, .appStore, .everywhere]
    case .some(let overlay): return [overlay.scope, .everywhere]
    }
  }
}

extension State {
  /// Brings all cursors and scroll positions into the ranges that the screen's size allows.
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
      list.settle(height: height)
      replaceTop(.refundList(list))
    case .order(var sheet):
      sheet.rows.settle(height: height)
      replaceTop(.order(sheet))
    case .palette(var palette):
      palette.settle(count: paletteItems(palette.text).count, height: height)
      replaceTop(.palette(palette))
    case .choice(var choice):
      choice.settle(count: choice.items.count, height: height)
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
    // An unfocused App Store's side keeps its scroll position.
    guard overlays.contains(.appStore), let height = sideListHeight else { return }
    side.place.settle(count: rows(of: side.section).count, height: height)
  }

  /// Replaces the front sheet.
  mutating func replaceTop(_ overlay: Overlay) {
    guard !overlays.isEmpty else { return }
    overlays[overlays.count - 1] = overlay
  }

  /// Returns a date in the user's time zone, to the day.
  func day(_ date: Timestamp) -> String {
    date.isUnknown ? PaneText.unknownDate.text : date.formatted(.day, secondsFromUTC: setup.zone.offset(at: date))
  }

  /// Returns a date in the user's time zone, to the minute.
  func minute(_ date: Timestamp) -> String {
    date.isUnknown ? PaneText.unknownDate.text : date.formatted(.minute, secondsFromUTC: setup.zone.offset(at: date))
  }

  /// Returns a date in the user's time zone, to the second.
  func instant(_ date: Timestamp) -> String {
    date.isUnknown ? PaneText.unknownDate.text : date.formatted(.second, secondsFromUTC: setup.zone.offset(at: date))
  }
}

extension State {
  /// Returns the product's name for a transaction that the App Store's side shows, or nil for any other text.
  package func productName(ofTransaction id: String) -> String? {
    guard let situation else { return nil }
    let name =
      situation.cases.first { $0.transactionId == id }?.productName
      ?? situation.purchases.first { $0.transactionId == id }?.productName
    return name.map { safeText($0) }
  }

  /// The text of the front sheet's selected row, or nil if the sheet has no rows.
  package var chosenText: String? {
    switch overlays.last {
    case .choice(let choice):
      guard choice.items.indices.contains(choice.cursor) else { return nil }
      return choice.items[choice.cursor].title + " " + choice.items[choice.cursor].note
    case .refundList(let list):
      guard let row = list.selected else { return nil }
      return [name(of: row.productId), amount(of: row), row.word, row.note, row.reference].joined(separator: " ")
    case .appStore:
      guard let row = selectedAppStoreRow else { return nil }
      let id = selectedCase?.transactionId ?? row.shown.id
      return [id, row.shown.reference, row.shown.note, row.shown.word].joined(separator: " ")
    default: return nil
    }
  }
}
