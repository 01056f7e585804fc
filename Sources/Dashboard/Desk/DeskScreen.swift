package import AppStoreModel
import Core
package import TerminalUI

/// The desk's screen: the listed customers, the desk's views and figures, and the open customer.
package struct DeskScreen: Hashable, Sendable {
  /// A part of the desk's screen, shown while no customer is open.
  package enum Part: Int, CaseIterable, Hashable, Sendable {
    case customers, views, health, trends
  }

  /// The customer whose dashboard is shown.
  struct Opened: Hashable, Sendable {
    var number: Int64
    /// The notes about the customer, newest first.
    var remarks: [DeskRemark]
    var questions: [ConsumptionQuestion]
  }

  /// The dashboard's setup while no customer is open.
  var home: Setup
  /// The prefix that all of the app's product ids share.
  let productPrefix: String
  /// The reason why this screen cannot send requests to the worker, or nil if it can.
  let reasonAgainstWishes: String?
  package internal(set) var part = Part.customers
  /// The search; at the start its field is focused.
  package internal(set) var search = ProductList.Filter(isEditing: true)
  /// The saved view that is listed instead of a search, if any.
  package internal(set) var view: DeskViewRow?
  package internal(set) var list = DeskList()
  var views: [DeskViewRow]?
  var viewPlace = AppStoreSheet.Place()
  var health: DeskHealth?
  var trends: DeskTrends?
  /// The first visible line of a part without rows.
  var top = 0
  var opened: Opened?
  /// Whether Enter was pressed while the search was still running: a single result is then opened.
  var opensFound = false
  /// The reason why the database does not answer; the screen then shows what was read before.
  var fault: String?
  /// The running export of the list.
  var export: DeskExport?

  init(home: Setup, bundleId: String, reasonAgainstWishes: String?) {
    (self.home, productPrefix, self.reasonAgainstWishes) = (home, bundleId + ".", reasonAgainstWishes)
  }

  /// Returns a product's name for the screen: its id without the app's prefix.
  func name(of productId: String) -> String {
    let isOwn = productId.hasPrefix(productPrefix) && productId.count > productPrefix.count
    return safeText(isOwn ? String(productId.dropFirst(productPrefix.count)) : productId)
  }

  /// Whether the search field or its text is visible.
  var isSearching: Bool { opened == nil && part == .customers && search.isActive }
}

/// The customers read so far, and the selected one.
package struct DeskList: Hashable, Sendable {
  /// How the next page is added to the list.
  enum Joining: Hashable, Sendable {
    /// The page replaces the list; the cursor goes to the first row, or stays on its customer.
    case replacing(keepsCursor: Bool)
    case after
  }

  /// The maximum number of rows kept; to see more, the user narrows the search or exports the list.
  static let most = 5000

  package private(set) var rows: [DeskCustomer] = []
  private(set) var next: String?
  var cursor = 0
  var top = 0
  private(set) var isLoaded = false
  var joining = Joining.replacing(keepsCursor: false)

  /// Whether there are more rows to read.
  package var hasMore: Bool { next != nil && rows.count < Self.most }
  package var selected: DeskCustomer? { rows.indices.contains(cursor) ? rows[cursor] : nil }

  mutating func take(_ page: DeskPage) {
    isLoaded = true
    next = page.next
    guard case .replacing(let keepsCursor) = joining else { return rows += page.rows }
    let kept = keepsCursor ? selected?.place : nil
    rows = page.rows
    cursor = kept.flatMap { kept in rows.firstIndex { $0.place == kept } } ?? (keepsCursor ? cursor : 0)
  }

  mutating func settle(height: Int) {
    cursor = max(0, min(cursor, rows.count - 1))
    top = Scrolling.top(top, cursor: cursor, count: rows.count, height: height)
  }
}

extension DeskCustomer {
  /// The identity of a row within its list.
  struct Place: Hashable {
    let number: Int64
    let subject: String
  }

  var place: Place { Place(number: number, subject: subject) }
}

/// A query to the desk.
package enum DeskQuery: Hashable, Sendable {
  case list(DeskListRequest)
  /// The same query for an export.
  case exported(DeskListRequest)
  case views, health, trends
  /// Opens a customer; for an open one, the answer is `unchanged` if nothing changed.
  case customer(Int64, isOpen: Bool)
}

/// The desk's answer to a query.
package enum DeskAnswer: Hashable, Sendable {
  case list(DeskPage)
  case views([DeskViewRow])
  case health(DeskHealth)
  case trends(DeskTrends)
  case customer(OpenedDashboard)
  /// Nothing changed about the open customer.
  case unchanged
}

/// The initial data of a customer's dashboard.
package struct OpenedDashboard: Hashable, Sendable {
  package var number: Int64
  package var setup: Setup
  package var overview: Overview
  package var remarks: [DeskRemark]
  /// The product that the customer most likely asks about.
  package var product: String?
  /// Apple's pending consumption requests.
  package var questions: [ConsumptionQuestion]

  package init(
    number: Int64, setup: Setup, overview: Overview, remarks: [DeskRemark], product: String?,
    questions: [ConsumptionQuestion] = []
  ) {
    self.number = number
    self.setup = setup
    self.overview = overview
    self.remarks = remarks
    self.product = product
    self.questions = questions
  }
}

/// A command to the desk.
package enum DeskCommand: Hashable, Sendable {
  case note(customer: Int64, text: String)
  /// Asks the worker, which holds the credentials, for an action at Apple.
  case request(DeskWish, customer: Int64)
}

/// The requests that the worker can carry out.
package enum DeskWish: Hashable, Sendable {
  /// Reads the customer's history from Apple again.
  case refresh
  case extend(transactionId: String, days: Int)
  /// Stops the rules from replying about this purchase, so that a person decides.
  case hold(transactionId: String)
  /// A person's answer to a consumption request.
  case answer(transactionId: String, ConsumptionReply)
}

/// The subject of a query to the desk.
enum DeskSlot: Hashable, Sendable {
  case list, exported, views, health, trends, customer
}

extension State {
  /// Creates the desk's first screen: the newest customers, with no customer open.
  ///
  /// - Parameter reasonAgainstWishes: The reason why the screen cannot send requests to the worker, or nil if it can.
  package init(
    deskOf home: Setup, bundleId: String, reasonAgainstWishes: String?, first page: DeskPage?, now: Timestamp,
    size: Size
  ) {
    self.init(setup: home, overview: Overview(now: now, device: DeviceState(), statuses: []), size: size)
    desk = DeskScreen(home: setup, bundleId: bundleId, reasonAgainstWishes: reasonAgainstWishes)
    if let page { desk?.list.take(page) }
  }

  /// Whether the desk itself is shown, not a customer's dashboard.
  package var isDeskInFront: Bool { desk != nil && desk?.opened == nil }

  /// Returns the wordings of the header for the open customer, longest first.
  func wordings(of opened: DeskScreen.Opened) -> [[String]] {
    let customer = PaneText.customer("#\(opened.number)").text
    return [[customer] + (device.user.map { [PaneText.user(safeText($0)).text] } ?? []), [customer]]
  }

  /// Returns the scopes without a sheet: those of the desk, or of the dashboard of its open customer.
  func deskScopes(_ desk: DeskScreen, main: [Scope]) -> [Scope] {
    guard desk.opened == nil else { return main.first == .filter ? main : [.customer] + main }
    return [desk.part == .customers && desk.search.isEditing ? .deskSearch : .desk, .everywhere]
  }

  /// The number of rows read at once, at least one screen.
  var deskPage: Int { max(DeskListRequest.usualLimit, size.height) }

  /// Returns the request for the current list.
  func deskRequest(after key: String? = nil, limit: Int? = nil) -> DeskListRequest {
    DeskListRequest(text: desk?.search.text ?? "", view: desk?.view?.name, after: key, limit: limit ?? deskPage)
  }

  mutating func settleDesk(_ layout: Layout) {
    guard let pane = layout.desk, var desk else { return }
    let height = pane.inside.height
    desk.list.settle(height: height)
    desk.viewPlace.cursor = max(0, min(desk.viewPlace.cursor, (desk.views?.count ?? 0) - 1))
    desk.viewPlace.top = Scrolling.top(
      desk.viewPlace.top, cursor: desk.viewPlace.cursor, count: desk.views?.count ?? 0, height: height)
    desk.top = max(0, min(desk.top, deskLines(width: pane.inside.width - 2).count - height))
    self.desk = desk
  }
}
