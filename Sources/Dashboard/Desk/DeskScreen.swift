package import AppStoreModel
import Core
package import TerminalUI

/// The desk's screen: which customers are listed, what is seen of the desk itself, and who is open.
package struct DeskScreen: Hashable, Sendable {
  /// What the screen shows while no customer is open.
  package enum Part: Int, CaseIterable, Hashable, Sendable {
    case customers, views, health, trends
  }

  /// The customer whose dashboard is shown.
  struct Opened: Hashable, Sendable {
    var number: Int64
    /// The newest first.
    var remarks: [DeskRemark]
    var questions: [ConsumptionQuestion]
  }

  /// The dashboard's setup while no customer is open.
  let home: Setup
  /// The prefix that all of the app's product ids share.
  let productPrefix: String
  /// Why the worker cannot be asked for anything from here; nil where it can.
  let reasonAgainstWishes: String?
  package internal(set) var part = Part.customers
  /// The search text; the field is focused at the start.
  package internal(set) var search = ProductList.Filter(isEditing: true)
  /// The saved view that is listed instead.
  package internal(set) var view: DeskViewRow?
  package internal(set) var list = DeskList()
  var views: [DeskViewRow]?
  var viewPlace = AppStoreSheet.Place()
  var health: DeskHealth?
  var trends: DeskTrends?
  /// The first line shown of a part without rows.
  var top = 0
  var opened: Opened?
  /// Whether Enter was pressed before what was typed was found: the only one is opened then.
  var opensFound = false
  /// Why the database does not answer; what is shown is as of then.
  var fault: String?
  /// The list that is being written to a file.
  var export: DeskExport?

  init(home: Setup, bundleId: String, reasonAgainstWishes: String?) {
    (self.home, productPrefix, self.reasonAgainstWishes) = (home, bundleId + ".", reasonAgainstWishes)
  }

  /// A product's name for the screen.
  func name(of productId: String) -> String {
    let isOwn = productId.hasPrefix(productPrefix) && productId.count > productPrefix.count
    return safeText(isOwn ? String(productId.dropFirst(productPrefix.count)) : productId)
  }

  /// Whether what is searched is on the screen.
  var isSearching: Bool { opened == nil && part == .customers && search.isActive }
}

/// The customers that were read so far, with the one under the cursor.
package struct DeskList: Hashable, Sendable {
  /// How a page that was asked for joins them.
  enum Joining: Hashable, Sendable {
    /// It takes their place; the cursor goes to the first, or stays on its customer.
    case replacing(keepsCursor: Bool)
    case after
  }

  /// The most rows that are kept: for more, the user narrows the search or exports.
  static let most = 5000

  package private(set) var rows: [DeskCustomer] = []
  private(set) var next: String?
  var cursor = 0
  var top = 0
  private(set) var isLoaded = false
  var joining = Joining.replacing(keepsCursor: false)

  /// Whether there are more to be read.
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
  /// A row's identity within its list.
  struct Place: Hashable {
    let number: Int64
    let subject: String
  }

  var place: Place { Place(number: number, subject: subject) }
}

/// A question to the desk.
package enum DeskQuery: Hashable, Sendable {
  case list(DeskListRequest)
  /// The same for a file.
  case exported(DeskListRequest)
  case views, health, trends
  /// Opens a customer; one that is open already is given anew only where something changed.
  case customer(Int64, isOpen: Bool)
}

/// The desk's answer to a query.
package enum DeskAnswer: Hashable, Sendable {
  case list(DeskPage)
  case views([DeskViewRow])
  case health(DeskHealth)
  case trends(DeskTrends)
  case customer(OpenedDashboard)
  /// The customer who is open is as before.
  case unchanged
}

/// The initial data of a customer's dashboard.
package struct OpenedDashboard: Hashable, Sendable {
  package var number: Int64
  package var setup: Setup
  package var overview: Overview
  package var remarks: [DeskRemark]
  /// The product that most likely is asked about.
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

/// Something to do at the desk.
package enum DeskCommand: Hashable, Sendable {
  case note(customer: Int64, text: String)
  /// Asks the worker, who holds the credentials, for something at Apple.
  case request(DeskWish, customer: Int64)
}

/// The requests that the worker can carry out.
package enum DeskWish: Hashable, Sendable {
  /// Refresh the customer's history.
  case refresh
  case extend(transactionId: String, days: Int)
  /// No answer by rules about the consumption of this purchase: a person looks at it.
  case hold(transactionId: String)
  /// A person's answer to a consumption request.
  case answer(transactionId: String, ConsumptionReply)
}

/// The subject of a query to the desk.
enum DeskSlot: Hashable, Sendable {
  case list, exported, views, health, trends, customer
}

extension State {
  /// The desk's first screen: the newest customers, and none open.
  ///
  /// - Parameter reasonAgainstWishes: Why the worker cannot be asked for anything from here; nil where it can.
  package init(
    deskOf home: Setup, bundleId: String, reasonAgainstWishes: String?, first page: DeskPage?, now: Timestamp,
    size: Size
  ) {
    self.init(setup: home, overview: Overview(now: now, device: DeviceState(), statuses: []), size: size)
    desk = DeskScreen(home: setup, bundleId: bundleId, reasonAgainstWishes: reasonAgainstWishes)
    if let page { desk?.list.take(page) }
  }

  /// Whether the desk itself is on the screen, and no customer's dashboard.
  package var isDeskInFront: Bool { desk != nil && desk?.opened == nil }

  /// Whose dashboard is shown, the longest wording first.
  func wordings(of opened: DeskScreen.Opened) -> [[String]] {
    let customer = PaneText.customer("#\(opened.number)").text
    return [[customer] + (device.user.map { [PaneText.user(safeText($0)).text] } ?? []), [customer]]
  }

  /// The scope of the keys when no sheet is open: the desk, or the dashboard of one of its customers.
  func deskScopes(_ desk: DeskScreen, main: [Scope]) -> [Scope] {
    guard desk.opened == nil else { return main.first == .filter ? main : [.customer] + main }
    return [desk.part == .customers && desk.search.isEditing ? .deskSearch : .desk, .everywhere]
  }

  /// How many rows of a list are asked for at once: a screen at least.
  var deskPage: Int { max(DeskListRequest.usualLimit, size.height) }

  /// The request for what is listed.
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
