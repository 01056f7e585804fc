/// The lists under the products, one of them in front.
package struct TabSet: Hashable, Sendable {
  package internal(set) var current = Tab.refunds
  /// Only rows of this product are listed.
  package internal(set) var onlyProduct: String?
  private var lists = [RowList](repeating: RowList(), count: Tab.allCases.count)

  package internal(set) subscript(tab: Tab) -> RowList {
    get { lists[tab.rawValue] }
    set { lists[tab.rawValue] = newValue }
  }

  /// The list in front.
  package internal(set) var front: RowList {
    get { self[current] }
    set { self[current] = newValue }
  }

  /// Forgets what was read, because it was read for something else.
  mutating func forget() { lists = [RowList](repeating: RowList(), count: Tab.allCases.count) }

  /// Marks every list to be read again when it is looked at.
  mutating func markStale() { for index in lists.indices { lists[index].isStale = true } }
}
