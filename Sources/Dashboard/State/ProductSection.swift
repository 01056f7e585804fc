/// A group of products in the products pane.
enum ProductSection: Hashable, Sendable {
  case nonConsumable
  case consumable
  /// A subscription group, by its id and its name.
  case subscription(id: String, name: String)
  case nonRenewing
  /// Of a type that Apple added later.
  case other
  /// Known only from transactions.
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

  /// Each section once, by type, subscription groups in the order in which they come.
  static func ordered(_ sections: [ProductSection]) -> [ProductSection] {
    var seen: Set<ProductSection> = []
    let unique = sections.filter { seen.insert($0).inserted }
    return unique.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
  }
}
