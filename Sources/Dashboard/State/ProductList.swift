import StoreModel

/// The products pane: rows in sections, what is filtered out, and the cursor.
package struct ProductList: Hashable, Sendable {
  /// A filter over the products.
  package struct Filter: Hashable, Sendable {
    package var text = ""
    package var isEditing = false

    /// Whether it is on the screen.
    package var isActive: Bool { isEditing || !text.isEmpty }
  }

  /// A line of the pane.
  enum Line: Hashable, Sendable {
    case section(ProductSection)
    /// A product, as an index into `rows`.
    case product(Int)
  }

  /// Every product, section by section.
  package private(set) var rows: [ProductRow]
  /// Names that may be shown, by product id.
  package private(set) var names: [String: String]
  /// Whether the states were resolved, or are those of last time.
  package private(set) var isResolved: Bool
  package private(set) var filter = Filter()
  /// What is shown.
  private(set) var lines: [Line] = []
  /// The products that are shown, as indexes into `lines`.
  private(set) var stops: [Int] = []
  /// The product under the cursor, as an index into `stops`.
  private(set) var cursor = 0
  /// The first line that is shown.
  var top = 0

  init(_ statuses: [ProductStatus], isResolved: Bool) {
    rows = []
    names = [:]
    self.isResolved = isResolved
    replace(with: statuses, isResolved: isResolved)
  }

  /// The product under the cursor.
  package var selected: ProductRow? {
    guard stops.indices.contains(cursor), case .product(let index) = lines[stops[cursor]] else { return nil }
    return rows[index]
  }

  /// A product by its id.
  package subscript(id: String) -> ProductRow? { rows.first { $0.id == id } }

  /// The earliest end of an access that lies ahead.
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

  mutating func setFilter(_ text: String, isEditing: Bool) {
    let kept = selected?.id
    filter = Filter(text: text, isEditing: isEditing)
    layOut(keeping: kept)
  }

  /// Puts the cursor on a product; false when it is not shown.
  mutating func select(_ id: String) -> Bool {
    guard let stop = stop(of: id) else { return false }
    cursor = stop
    return true
  }

  mutating func move(to stop: Int) { cursor = min(max(0, stop), max(0, stops.count - 1)) }

  /// Keeps the cursor on the screen, and the head of its section where there is room.
  mutating func settle(height: Int) {
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

  private mutating func layOut(keeping id: String?) {
    let words = filter.text.lowercased().split(separator: " ").map(String.init)
    lines = []
    stops = []
    var section: ProductSection?
    for (index, row) in rows.enumerated() where words.allSatisfy(row.searchable.contains) {
      if row.section != section {
        section = row.section
        lines.append(.section(row.section))
      }
      stops.append(lines.count)
      lines.append(.product(index))
    }
    cursor = stop(of: id) ?? 0
  }
}
