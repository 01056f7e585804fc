import Core
import TerminalUI
import Verbs

/// The columns of a list: those that fit, and their widths.
package struct Columns {
  /// The columns, by the names used in the configuration.
  package enum Field: String, CaseIterable, Hashable, Sendable {
    case date, age, product, amount
    case word = "state"
    case retry, note
    case reference = "id"
  }

  /// A column with its minimum and maximum width; the one with the highest rank is left out first, rank 0 never.
  private struct Wish: Hashable {
    var field: Field
    var least: Int
    var most: Int
    var rank = 0
  }

  private(set) var columns: [(field: Field, width: Int)]
  private static let gap = 2

  private init(_ wishes: [Wish], width: Int) {
    var kept = wishes
    func needed() -> Int { kept.reduce(-Self.gap) { $0 + $1.least + Self.gap } }
    while needed() > width, let last = kept.filter({ $0.rank > 0 }).max(by: { $0.rank < $1.rank }) {
      kept.removeAll { $0 == last }
    }
    var spare = max(0, width - needed())
    columns = kept.map { wish in
      let more = min(spare, wish.most - wish.least)
      spare -= more
      return (wish.field, wish.least + more)
    }
  }

  /// Creates the columns of a tab: the user's choice, or else the default ones.
  ///
  /// If they don't all fit, the last of the chosen columns are left out.
  ///
  /// - Parameter money: The width of the widest amount, since amounts are never cut.
  init(_ tab: Tab, width: Int, chosen: [Field], money: Int) {
    guard !chosen.isEmpty else {
      self.init(tab, width: width, money: money)
      return
    }
    self.init(
      chosen.enumerated().map { rank, field in
        switch field {
        case .date: Wish(field: field, least: 16, most: 16, rank: rank)
        case .age: Wish(field: field, least: 6, most: 6, rank: rank)
        case .product: Wish(field: field, least: 10, most: 28, rank: rank)
        case .amount: Wish(field: field, least: money, most: money, rank: rank)
        case .word: Wish(field: field, least: 16, most: 26, rank: rank)
        case .retry: Wish(field: field, least: 8, most: 9, rank: rank)
        case .note: Wish(field: field, least: 18, most: 160, rank: rank)
        case .reference: Wish(field: field, least: 16, most: 36, rank: rank)
        }
      }, width: width)
  }

  /// Creates the default columns of a tab.
  init(_ tab: Tab, width: Int, money: Int = 10) {
    let date = Wish(field: .date, least: 16, most: 16)
    let product = Wish(field: .product, least: 10, most: 28)
    let amount = Wish(field: .amount, least: money, most: max(11, money), rank: 1)
    let reference = Wish(field: .reference, least: 16, most: 20, rank: 2)
    switch tab {
    case .refunds, .transactions:
      let note = Wish(field: .note, least: 17, most: 40, rank: 3)
      self.init(
        [date, product, amount, Wish(field: .word, least: 10, most: 14), reference, note], width: width)
    case .orders, .unfinished:
      self.init(
        [
          date, Wish(field: .age, least: 6, most: 6, rank: 2), product, Wish(field: .word, least: 13, most: 14),
          Wish(field: .retry, least: 8, most: 9, rank: 3), Wish(field: .reference, least: 16, most: 20, rank: 4),
          Wish(field: .note, least: 18, most: 60, rank: 1),
        ], width: width)
    case .quarantine:
      self.init(
        [
          date, product, Wish(field: .word, least: 16, most: 30), Wish(field: .reference, least: 16, most: 20, rank: 2),
          Wish(field: .note, least: 20, most: 60, rank: 1),
        ], width: width)
    case .journal:
      self.init(
        [
          date, Wish(field: .note, least: 36, most: 160), Wish(field: .word, least: 22, most: 26, rank: 3),
          Wish(field: .reference, least: 16, most: 36, rank: 4),
        ], width: width)
    }
  }

  /// Creates the columns of a section of the App Store's side.
  init(_ section: AppStoreSection, width: Int) {
    let date = Wish(field: .date, least: 10, most: width < 72 ? 10 : 16)
    let account = Wish(field: .reference, least: 8, most: 14, rank: 2)
    switch section {
    case .decisions, .purchases:
      self.init(
        [
          date, Wish(field: .word, least: 14, most: 14), Wish(field: .note, least: 10, most: 28),
          Wish(field: .amount, least: 9, most: 14, rank: 1), account,
        ], width: width)
    case .subscriptions:
      self.init(
        [
          Wish(field: .note, least: 10, most: 28), Wish(field: .word, least: 15, most: 15), date, account,
        ], width: width)
    case .accounts:
      self.init(
        [
          Wish(field: .reference, least: 12, most: 24), Wish(field: .word, least: 11, most: 11),
          Wish(field: .note, least: 20, most: 90, rank: 1),
        ], width: width)
    case .faults:
      self.init(
        [
          Wish(field: .word, least: 6, most: 6), Wish(field: .amount, least: 6, most: 6, rank: 2),
          Wish(field: .reference, least: 21, most: 22),
          Wish(field: .note, least: 20, most: 90, rank: 1),
        ], width: width)
    case .notifications:
      self.init(
        [
          date, Wish(field: .word, least: 11, most: 11), Wish(field: .note, least: 18, most: 44),
          Wish(field: .product, least: 10, most: 20, rank: 2), Wish(field: .reference, least: 8, most: 14, rank: 1),
        ], width: width)
    case .settings:
      self.init(
        [
          Wish(field: .reference, least: 12, most: 14), Wish(field: .word, least: 22, most: 26),
          Wish(field: .amount, least: 1, most: 1), Wish(field: .note, least: 12, most: 60, rank: 1),
        ], width: width)
    }
  }

  /// Returns the columns of the list of refundable purchases.
  static func refundable(width: Int) -> Columns {
    Columns(
      [
        Wish(field: .date, least: 16, most: 16), Wish(field: .product, least: 10, most: 28),
        Wish(field: .amount, least: 11, most: 14), Wish(field: .reference, least: 16, most: 20, rank: 1),
      ], width: width)
  }

  /// Returns the row's values that no column shows or that their column cuts off.
  func hidden(of row: TabRow, _ state: State) -> [String] {
    let product = row.isAboutProduct ? "" : state.name(of: row.productId)
    let texts: [(field: Field, text: String)] = [
      (.product, product), (.amount, state.amount(of: row)), (.word, row.word), (.note, state.note(of: row)),
      (.reference, row.reference),
    ]
    return texts.filter { field, text in
      let width = columns.first { $0.field == field }?.width ?? 0
      let needed = displayWidth(of: text) + (field == .word && row.mark != .none ? 2 : 0)
      return !text.isEmpty && needed > width
    }.map(\.text)
  }

  /// Returns a row's line in these columns.
  ///
  /// - Parameter amount: The row's amount, if it was already formatted.
  func line(for row: TabRow, amount: String? = nil, state: State, glyphs: GlyphSet) -> Line {
    Line(
      columns.enumerated().map { index, column in
        let (text, style) = cell(column.field, row, amount, state, glyphs, width: column.width)
        let isLast = index == columns.count - 1
        let alignment: TextAlignment = column.field == .amount ? .trailing : .leading
        let shown = padded(text, toWidth: column.width, alignment: alignment)
        return Span(isLast ? shown : shown + "  ", style)
      })
  }

  private func cell(
    _ field: Field, _ row: TabRow, _ amount: String?, _ state: State, _ glyphs: GlyphSet, width: Int
  ) -> (String, Style) {
    switch field {
    case .date: (row.date.map(width < 16 ? state.day : state.minute) ?? "", .dim)
    case .age: (row.date.map { state.age(of: $0) } ?? "", .dim)
    case .retry: (row.retryDate.map { state.retry(at: $0) } ?? "", .warning)
    case .product: (state.name(of: row.productId), .normal)
    case .amount: (amount ?? state.amount(of: row), .accent)
    case .word: row.mark == .none ? (row.word, .dim) : ("\(row.mark.glyph(glyphs)) \(row.word)", row.mark.style)
    case .note: (state.note(of: row), row.mark == .none ? .normal : .dim)
    case .reference: (row.reference, .dim)
    }
  }
}
