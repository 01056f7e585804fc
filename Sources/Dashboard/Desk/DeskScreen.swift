package import AppStoreModel
import Core
package import TerminalUI

/// The desk's screen: the listed customers, the desk's views and figures, and the open customer.
package struct DeskScreen: Hashable, Sendable {
  /// A part of the desk's screen, shown while no customer is open.
  package enum Part: Int, CaseIterable, Hashable, Sendable {
    case customers, views, health, trends
  }

  /// The dashboard's setup while no customer is open.
  var home: Setup
  /// The prefix that all of the app's product ids share.
  let productPrefix: String
  /// The reason why this screen cannot send requests to the worker, or nil if it can.
  let reasonAgainstWishes: String?
  /// The reason why this screen cannot ask Apple about an order number, or nil if it can.
  package var reasonAgainstOrders: String?
  package internal(set) var part = Part.customers
  package internal(set) var search = ProductList.Filter()
  /// The saved view that is listed instead of a search, if any.
  package internal(set) var view: DeskViewRow?
  package internal(set) var list = DeskList()
  var views: [DeskViewRow]?
  var viewPlace = AppStoreSheet.Place()
  var health: DeskHealth?
  var trends: DeskTrends?
  var trendRange = DeskTrendRange()
  /// The first visible line of a part without rows.
  var top = 0
  /// The customer whose dashboard is shown, as the desk last answered.
  var opened: OpenedDashboard?
  /// The view of another app that is listed once that app is on the screen.
  var viewToCome: DeskViewRow?
  /// Whether Enter was pressed while the search was still running: a single result is then opened.
  var opensFound = false
  /// The reason why the database does not answer; the screen then shows what was read before.
  var fault: String?
  /// The running export of the list.
  var export: DeskExport?

  /// The lines above the rows of customers: the names of the columns.
  static let headerHeight = 1

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

  /// The list that the rows belong to, for the line above it: a view, a search, or nil for the newest customers.
  var listName: String? {
    if let view { return view.title }
    return search.text.isEmpty ? nil : Language.quoted(safeText(search.text, limit: 60))
  }
}

/// A query to the desk.
package enum DeskQuery: Hashable, Sendable {
  case list(DeskListRequest)
  /// The same query for an export.
  case exported(DeskListRequest)
  case views, health
  case trends(DeskTrendRange)
  /// Opens a customer with all Apple Accounts of its user; for an open one, the answer is `unchanged` if nothing changed.
  ///
  /// `asked` is the search that found it, which may name one of several users of the account.
  case customer(Int64, asked: String, isOpen: Bool)
  /// Asks Apple whose order number this is, once; the desk keeps the answer.
  case order(String)
  /// The sentences for the open customer about a product, in every language.
  case sentences(productId: String)
  /// The apps of the desk.
  case apps
  /// Shows another app of the desk from now on.
  case use(DeskAppName)
}

/// The desk's answer to a query.
package enum DeskAnswer: Hashable, Sendable {
  case list(DeskPage)
  case views([DeskViewRow])
  case health(DeskHealth)
  case trends(DeskTrends)
  case customer(OpenedDashboard)
  /// The sentences by the tags of their languages.
  case sentences([String: String])
  case apps([DeskAppRow])
  /// Another app is shown from now on: its setup, its bundle id and its newest customers.
  case using(Setup, bundleId: String, DeskPage)
  /// Nothing changed about the open customer.
  case unchanged
}

/// The initial data of a customer's dashboard.
package struct OpenedDashboard: Hashable, Sendable {
  package var number: Int64
  package var setup: Setup
  package var overview: Overview
  /// The notes about the customer, newest first.
  package var remarks: [DeskRemark]
  /// The product that the customer most likely asks about.
  package var product: String?
  /// Apple's pending consumption requests.
  package var questions: [ConsumptionQuestion]
  /// The app user, where the purchases name one.
  package var person: DeskPerson?
  /// The names of the users by token, where the purchases of the account name several; empty for one without a name.
  package var users: [String: String]
  /// The search that it was opened with, or the token of the chosen user.
  package var asked: String

  package init(
    number: Int64, setup: Setup, overview: Overview, remarks: [DeskRemark], product: String?,
    questions: [ConsumptionQuestion] = [], person: DeskPerson? = nil, users: [String: String] = [:], asked: String = ""
  ) {
    self.number = number
    (self.person, self.users, self.asked) = (person, users, asked)
    self.setup = setup
    self.overview = overview
    self.remarks = remarks
    self.product = product
    self.questions = questions
  }
}

/// A command to the desk.
package enum DeskCommand: Hashable, Sendable {
  case note(customers: [Int64], text: String)
  case tag(customers: [Int64], add: [String], remove: [String])
  /// Assigns customers to an agent, or to no agent (nil).
  case assign(customers: [Int64], to: String?)
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

/// The days that the trends show, as numbers since 1970 (UTC); nil for the last sixty days.
package struct DeskTrendRange: Hashable, Sendable {
  package var first: Int64?
  package var last: Int64?
  /// Whether a column is a week, not a day.
  package var isByWeek = false
}

/// The subject of a query to the desk.
enum DeskSlot: Hashable, Sendable {
  case list, exported, order, views, health, trends, customer, sentences, apps
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
    if let page { desk?.list.apply(page) }
  }

  /// Whether the desk itself is shown, not a customer's dashboard.
  package var isDeskInFront: Bool { desk != nil && desk?.opened == nil }

  /// Returns the wordings of the header for the open customer, longest first: the way to it, the customer, the user.
  func wordings(of opened: OpenedDashboard) -> [[String]] {
    let customer = PaneText.customer("#\(opened.number)").text
    let path = desk?.listName.map { ["\($0) › \(customer)"] } ?? [customer]
    let count = opened.person?.accounts.count ?? 1
    let accounts = count > 1 ? [DeskScreenText.accounts(count).text] : []
    let name = opened.person?.user ?? opened.person?.tokens.first ?? device.user
    let user = name.map { [PaneText.user(safeText($0)).text] } ?? []
    return [path + user + accounts, path + accounts, [customer] + user + accounts, [customer] + accounts, [customer]]
  }

  /// The number of rows read at once, at least one screen.
  var deskPage: Int {
    desk?.list.order == .usual ? max(DeskListRequest.usualLimit, size.height) : DeskList.most
  }

  /// Returns the request for the current list.
  func deskRequest(after key: String? = nil, limit: Int? = nil) -> DeskListRequest {
    DeskListRequest(text: desk?.search.text ?? "", view: desk?.view?.name, after: key, limit: limit ?? deskPage)
  }

  mutating func settleDesk(_ layout: Layout) {
    guard let pane = layout.desk, var desk else { return }
    let height = pane.inside.height
    desk.list.settle(height: height - DeskScreen.headerHeight)
    desk.viewPlace.settle(count: desk.views?.count ?? 0, height: height)
    desk.top = max(0, min(desk.top, deskLines(width: pane.inside.width - 2).count - height))
    self.desk = desk
  }
}
