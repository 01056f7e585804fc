package import AppStoreModel
import Core
import TerminalUI

/// The order of the desk's list of customers.
package enum DeskOrder: Int, CaseIterable, Hashable, Sendable {
  /// The order in which the desk lists them: the newest customers, a view's order, or a search by number.
  case usual
  case user, spent, refunded, lastEvent

  /// Returns whether a row comes before another one; the largest amounts and the newest dates come first.
  fileprivate func isBefore(_ one: DeskCustomer, _ other: DeskCustomer) -> Bool {
    switch self {
    case .usual: false
    case .user: (one.user ?? one.tokens.first ?? "~") < (other.user ?? other.tokens.first ?? "~")
    case .spent: Self.most(one.spent) > Self.most(other.spent)
    case .refunded: Self.most(one.refunded) > Self.most(other.refunded)
    case .lastEvent: (one.lastEventDate ?? .distantPast) > (other.lastEventDate ?? .distantPast)
    }
  }

  /// The largest amount in any currency; amounts in different currencies cannot be compared exactly.
  private static func most(_ money: [String: Int64]) -> Int64 { money.values.max() ?? 0 }
}

/// The customers read so far, and the selected one.
package struct DeskList: Scrolled, Hashable, Sendable {
  /// How the next page is added to the list.
  enum Joining: Hashable, Sendable {
    /// The page replaces the list; the cursor goes to the first row, or stays on its customer.
    case replacing(keepsCursor: Bool)
    case after
  }

  /// The maximum number of rows kept; to see more, the user narrows the search or exports the list.
  static let most = 5000

  /// The rows in the chosen order; a user with several Apple Accounts has one row.
  package private(set) var rows: [DeskCustomer] = []
  private var unsorted: [DeskCustomer] = []
  private(set) var next: String?
  var cursor = 0
  var top = 0
  private(set) var isLoaded = false
  /// Whether the search names a user whom the team sent, but whom no purchase names.
  private(set) var isUserWithoutPurchase = false
  var joining = Joining.replacing(keepsCursor: false)
  package var order = DeskOrder.usual
  /// The numbers of the customers that are marked for an action on all of them.
  package var marked: Set<Int64> = []

  /// Whether there are more rows to read.
  package var hasMore: Bool { next != nil && unsorted.count < Self.most }
  /// Whether rows are missing at the end because the list is full.
  var isCut: Bool { next != nil && unsorted.count >= Self.most }
  package var selected: DeskCustomer? { rows.indices.contains(cursor) ? rows[cursor] : nil }

  /// The customers to act on: the marked ones, or the selected one.
  var chosen: [Int64] { marked.isEmpty ? selected.map { [$0.number] } ?? [] : marked.sorted() }

  mutating func apply(_ page: DeskPage) {
    isLoaded = true
    next = page.next
    isUserWithoutPurchase = page.isUserWithoutPurchase
    guard case .replacing(let keepsCursor) = joining else {
      unsorted += page.rows
      return sort()
    }
    let kept = keepsCursor ? selected?.place : nil
    unsorted = page.rows
    sort()
    cursor = kept.flatMap { kept in rows.firstIndex { $0.place == kept } } ?? (keepsCursor ? cursor : 0)
  }

  mutating func sort() {
    var users: Set<String> = []
    let shown = unsorted.filter { row in
      guard row.accounts.count > 1, row.subject.isEmpty, let token = row.tokens.first else { return true }
      return users.insert(token).inserted
    }
    rows = order == .usual ? shown : shown.sorted(by: order.isBefore)
  }

  /// Marks the selected customer, or removes its mark, and moves to the next row.
  mutating func mark() {
    guard let number = selected?.number else { return }
    if marked.remove(number) == nil { marked.insert(number) }
    cursor = min(cursor + 1, rows.count - 1)
  }

  mutating func settle(height: Int) { settle(count: rows.count, height: height) }
}

extension DeskCustomer {
  /// The identity of a row within its list.
  struct Place: Hashable {
    let number: Int64
    let subject: String
  }

  var place: Place { Place(number: number, subject: subject) }
}

extension State {
  /// The choice of an order for the list.
  var deskOrders: Choice {
    Choice(
      title: say("Sort by"),
      items: DeskOrder.allCases.map {
        Choice.Item(title: DeskScreenText.order($0).text, note: "", pick: .deskOrder($0))
      },
      cursor: desk?.list.order.rawValue ?? 0)
  }
}

extension Reducer {
  /// Sorts the list; all rows are read for it, up to the most that are kept.
  mutating func sort(by order: DeskOrder) {
    state.desk?.list.order = order
    state.desk?.list.cursor = 0
    readCustomers(.replacing(keepsCursor: false))
  }
}
