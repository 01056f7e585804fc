package import AppStoreModel
import Core
package import Verbs

/// The products pane: the products in sections, the filter, the order, and the selected product.
package struct ProductList: Hashable, Sendable {
  /// A filter over the products.
  package struct Filter: Hashable, Sendable {
    package var text = "" { didSet { isReplaced = false } }
    package var isEditing = false
    /// Whether the next typed character replaces the text, because the text is from an earlier search.
    private(set) var isReplaced = false

    /// Whether the filter is visible.
    package var isActive: Bool { isEditing || !text.isEmpty }

    /// Begins to edit the filter.
    ///
    /// A typed character begins a new search, as in less and k9s; Backspace changes the earlier one.
    mutating func edit() { (isEditing, isReplaced) = (true, !text.isEmpty) }
  }

  /// A line of the pane.
  enum Line: Hashable, Sendable {
    case section(ProductSection)
    /// A product, as an index into `rows`.
    case product(Int)
  }

  /// All products, section by section.
  package private(set) var rows: [ProductRow]
  /// The names of the products, safe for the screen, by product id.
  package private(set) var names: [String: String]
  /// Whether the states were resolved in this run; otherwise they are the last known ones.
  package private(set) var isResolved: Bool
  package private(set) var filter = Filter()
  /// The order of the products; only the default order shows section titles.
  private(set) var order = ListOrder.usual
  /// The lines that match the filter, with section titles.
  private(set) var lines: [Line] = []
  /// The selectable lines, as indexes into `lines`.
  private(set) var stops: [Int] = []
  /// The selected product, as an index into `stops`.
  private(set) var cursor = 0
  /// The first visible line.
  var top = 0
  /// Whether section titles are shown: not if all products fit on the screen only without them.
  private var showsSections = true

  init(_ statuses: [ProductStatus], isResolved: Bool) {
    rows = []
    names = [:]
    self.isResolved = isResolved
    replace(with: statuses, isResolved: isResolved)
  }

  /// The selected product.
  package var selected: ProductRow? {
    guard stops.indices.contains(cursor), case .product(let index) = lines[stops[cursor]] else { return nil }
    return rows[index]
  }

  /// The product with an id.
  package subscript(id: String) -> ProductRow? { rows.first { $0.id == id } }

  /// Returns the next date after `now` on which access to a product ends.
  func nextExpiry(after now: Timestamp) -> Timestamp? {
    rows.lazy.compactMap(\.expires).filter { $0 > now }.min()
  }

  mutating func replace(with statuses: [ProductStatus], isResolved: Bool) {
    let kept = selected?.id
    let all = statuses.map(ProductRow.init)
    rows = ProductSection.ordered(all.map(\.section)).flatMap { section in all.filter { $0.section == section } }
    names = Dictionary(all.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    self.isResolved = isResolved
    layOut(keeping: kept)
  }

  /// Changes the text of all prices.
  mutating func changeAmounts(_ change: (String) -> String) {
    for index in rows.indices { rows[index].changeAmount(change) }
  }

  mutating func editFilter() { filter.edit() }

  mutating func setFilter(_ text: String, isEditing: Bool) {
    let kept = selected?.id
    filter = Filter(text: text, isEditing: isEditing)
    layOut(keeping: kept)
  }

  mutating func setOrder(_ order: ListOrder) {
    let kept = selected?.id
    self.order = order
    layOut(keeping: kept)
  }

  /// Selects a product; returns false if it is not listed.
  mutating func select(_ id: String) -> Bool {
    guard let stop = stop(of: id) else { return false }
    cursor = stop
    return true
  }

  mutating func move(to stop: Int) { cursor = min(max(0, stop), max(0, stops.count - 1)) }

  /// The rows that the visible products take, with the names of their sections where there is room for them.
  func contentHeight(atMost most: Int) -> Int {
    let whole = stops.count + sectionCount
    return max(1, whole <= most ? whole : min(stops.count, most))
  }

  /// The sections of the visible products, as far as their order names them.
  private var sectionCount: Int {
    guard order == .usual else { return 0 }
    return Set(
      stops.compactMap { stop in
        if case .product(let index) = lines[stop] { rows[index].section } else { nil }
      }
    ).count
  }

  /// Rows from which on a list that is scrolled names the sections too.
  private static let roomy = 8

  /// Keeps the cursor on the screen, and the head of its section where there is room.
  mutating func settle(height: Int) {
    let shows = stops.count > height ? height >= Self.roomy : stops.count + sectionCount <= height
    if shows != showsSections {
      showsSections = shows
      layOut(keeping: selected?.id)
    }
    guard stops.indices.contains(cursor) else { return top = 0 }
    let line = stops[cursor]
    var above = line
    if line > 0, case .section = lines[line - 1], height > 1 { above = line - 1 }
    top = min(top, above)
    top = Scrolling.top(top, cursor: line, count: lines.count, height: height)
  }

  private func stop(of id: String?) -> Int? {
    guard let id else { return nil }
    return stops.firstIndex { if case .product(let index) = lines[$0] { rows[index].id == id } else { false } }
  }

  /// The searchable texts of the products, without the parts that all product ids share.
  private var subjects: [Search.Subject] {
    let parts = rows.map { $0.shownId.lowercased().split(separator: ".") }
    let most = max(0, (parts.map(\.count).min() ?? 1) - 1)
    let shared = (0..<most).first { index in Set(parts.map { $0[index] }).count > 1 } ?? most
    return zip(rows, parts).map { row, parts in
      var subject = row.subject
      subject.ids += [parts.dropFirst(rows.count > 1 ? shared : 0).joined(separator: ".")]
      return subject
    }
  }

  private mutating func layOut(keeping id: String?) {
    let shown = order.sorted(Search(filter.text).matches(in: subjects).sorted(), of: rows)
    lines = []
    stops = []
    var section: ProductSection?
    for index in shown {
      let row = rows[index]
      if order == .usual, row.section != section, showsSections {
        section = row.section
        lines.append(.section(row.section))
      }
      stops.append(lines.count)
      lines.append(.product(index))
    }
    cursor = stop(of: id) ?? 0
  }
}

/// A section of the products pane.
enum ProductSection: Hashable, Sendable {
  case nonConsumable
  case consumable
  /// A subscription group.
  case subscription(id: String, name: String)
  case nonRenewing
  /// Products of a type that Till does not know.
  case other
  /// Products known only from transactions.
  case notInCatalogue

  private var rank: Int {
    switch self {
    case .nonConsumable: 0
    case .consumable: 1
    case .subscription: 2
    case .nonRenewing: 3
    case .other: 4
    case .notInCatalogue: 5
    }
  }

  /// Returns each section once: by type, and subscription groups in the catalogue's order.
  static func ordered(_ sections: [ProductSection]) -> [ProductSection] {
    var seen: Set<ProductSection> = []
    return sections.filter { seen.insert($0).inserted }.sorted { $0.rank < $1.rank }
  }
}

/// A product with its state as texts for the screen; all foreign text has passed the sanitiser.
package struct ProductRow: Hashable, Sendable, ForSale {
  /// What was resolved about the product; its foreign text is not safe for the screen.
  private let status: ProductStatus
  /// The id as the backend knows it, for commands and not for the screen.
  package var id: String { status.product.id }
  /// The id, safe for the screen.
  package let shownId: String
  package let name: String
  /// The catalogue's description.
  package let description: String
  package var type: ProductType { status.product.type }
  let section: ProductSection
  /// Whether the product supports Family Sharing.
  var isShareable: Bool { status.product.familyShareable }
  /// The id of the subscription group.
  package var groupId: String? { status.product.subscriptionGroupIdentifier }
  /// The price, without the period of a subscription.
  package private(set) var amount: String
  /// The price in thousandths of the currency's unit, for sorting.
  var milliunits: Int64 { status.product.price }
  let currency: String
  package let perPeriod: String
  package var period: SubscriptionPeriod? { status.product.subscriptionPeriod }
  /// The names in the catalogue's other languages, if any.
  package let otherNames: [String]

  package var state: EntitlementState { status.state }
  package var entitled: Bool { status.entitled }
  package var confirmed: Bool { status.confirmed }
  package var balance: Int? { status.balance }
  package var expires: Timestamp? { status.expiresDate }
  package var since: Timestamp? { status.since }
  /// When a renewed subscription began.
  package var started: Timestamp? { status.startedDate }
  /// The product of the next period, if it is another one.
  package var pendingProductId: String? { status.pendingProductId }
  /// The renewal after the current period.
  var renewal: ComingRenewal? { status.renewal }
  /// The transaction that decides the state, or the first one in the reasons.
  let transactionId: String?
  /// Whether the entitlement comes through Family Sharing.
  package var isShared: Bool { status.isShared }
  /// A more exact wording of the state, if the usual one would be wrong.
  let stateWords: String?
  /// Whether an intent or order is not completed yet.
  let isWaiting: Bool
  /// Whether every unfinished purchase was given up, and no refund of one was reversed: then none of them waits.
  var isGivenUp: Bool {
    !status.underWay.isEmpty && status.underWay.allSatisfy { $0.ground != nil && $0.reversedDate == nil }
  }
  package var isUnsettled: Bool { status.isUnsettled }
  /// Two overlapping purchases of the customer, if there are any.
  var chargedTwice: ChargedTwice? { status.chargedTwice }
  package var isStacking: Bool { status.isStacking }
  package var adviceAgainstBuying: String? { status.adviceAgainstBuying }
  package var isAnotherUsers: Bool { status.isAnotherUsers }
  package let reasons: [Reason]
  package let next: NextStep
  /// The searchable text.
  let subject: Search.Subject

  init(_ status: ProductStatus) {
    self.status = status
    let product = status.product
    shownId = safeText(product.id)
    let shownName = safeText(product.displayName)
    name = shownName.isEmpty ? shownId : shownName
    description = safeText(product.description)
    section = Self.section(of: product, status.state)
    amount = safeText(product.displayPrice)
    currency = safeText(product.currency)
    perPeriod = product.type == .autoRenewableSubscription ? product.subscriptionPeriod?.priceSuffix ?? "" : ""
    otherNames = Set(product.localizedNames.values.map { safeText($0) }).subtracting([name]).sorted()
    transactionId = status.decidingTransactionId ?? status.reasons.lazy.compactMap(\.transactionId).first
    stateWords = status.words == status.state.words ? nil : status.words
    isWaiting = !status.underWay.isEmpty || status.state == .paidNotDelivered
    reasons = status.reasons.map {
      Reason(
        supports: $0.supports, rule: $0.rule, transactionId: $0.transactionId.map { safeText($0) },
        orderId: $0.orderId, intentId: $0.intentId, grantId: $0.grantId, text: safeText($0.text))
    }
    next = NextStep(
      who: status.next.who, text: safeText(status.next.text), action: status.next.action,
      say: status.next.say.map { safeText($0) }, until: status.next.until)
    subject = Search.Subject(
      names: ([name] + otherNames).map { $0.lowercased() },
      state: stateWords.map { "\($0) \(status.state.words)" } ?? status.words,
      type: safeText(product.type.rawValue).lowercased(),
      ids: [PaneText.heading(section).text.lowercased()]
        + ([transactionId] + reasons.map(\.transactionId)).compactMap { $0?.lowercased() })
  }

  fileprivate mutating func changeAmount(_ change: (String) -> String) { amount = change(amount) }

  /// The price, with its period for a subscription.
  package var price: String { amount + perPeriod }

  /// The glyph and colour of the state.
  package var mark: Mark {
    if state == .purchased, type == .consumable { return (balance ?? 0) < 0 ? .bad : .count }
    return state.mark(isEntitled: entitled)
  }

  private static func section(of product: Product, _ state: EntitlementState) -> ProductSection {
    guard state != .notInCatalogue else { return .notInCatalogue }
    switch product.type {
    case .nonConsumable: return .nonConsumable
    case .consumable: return .consumable
    case .nonRenewingSubscription: return .nonRenewing
    case .autoRenewableSubscription:
      let id = product.subscriptionGroupIdentifier ?? ""
      return .subscription(id: id, name: safeText(product.subscriptionGroupName ?? id))
    default: return .other
    }
  }
}

extension EntitlementState {
  /// Returns the glyph and colour of the state.
  func mark(isEntitled: Bool) -> Mark {
    if self == .notInCatalogue, isEntitled { return .good }
    return switch worth {
    case .good: .good
    case .waiting: .waiting
    case .bad: .bad
    case .empty: .empty
    }
  }
}
