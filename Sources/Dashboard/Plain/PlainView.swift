import AppStoreModel
import Core
import TerminalUI

/// The dashboard as text, part by part, for screen readers and other line-by-line output.
///
/// It uses the same lines as the screen, without borders and glyphs, so that both say the same.
package struct PlainView: Hashable, Sendable {
  /// A pane or a sheet.
  struct Part: Hashable, Sendable {
    /// The title, or empty if the lines contain it.
    var title = ""
    /// The lines above and below the rows.
    var lines: [String] = []
    var rows: [String] = []
    /// The index of the selected row.
    var cursor: Int?
  }

  let header: [String]
  let panes: [Pane: Part]
  let focus: Pane
  /// The pending decisions on the App Store's side, and the progress of its newest notification.
  let strip: [String]
  let sheet: Part?
  let walkthrough: [String]
  let works: [String]
  let message: String?

  /// The width for which lines are made: wide enough that none is wrapped.
  private static let width = 2000

  package init(_ state: State) {
    header = Self.header(of: state)
    panes = [
      .products: state.desk.flatMap { state.isDeskInFront ? Self.desk($0, of: state) : nil }
        ?? Self.products(of: state),
      .detail: Self.detail(of: state), .tabs: Self.list(of: state),
      .timeline: Self.timeline(of: state),
    ]
    focus = state.focus
    strip = Self.strip(of: state)
    sheet = Sheet(state, glyphs: .silent, width: Self.width).map(Self.part)
    walkthrough =
      state.walkthrough.map { panel in
        [panel.heading] + panel.lines(width: Self.width, glyphs: .silent).map(Self.text) + [panel.foot(goesOn: false)]
      } ?? []
    works = state.works.map { WorkText.busy($0).text }
    message = state.shownMessage?.text
  }

  private static func header(of state: State) -> [String] {
    ["\(state.setup.appName), \(state.setup.backend)"]
      + state.identityWordings.prefix(1).map { Language.series($0) } + state.newsWordings.prefix(1)
      + state.statusBadges.map { "\($0.text), \($0.keys)" } + state.headerWarnings
  }

  private static func products(of state: State) -> Part {
    let list = state.products
    let title = (list.filter.text.isEmpty ? PaneText.products : PaneText.matching(filter: list.filter.text)).text
    guard !list.stops.isEmpty else {
      return Part(title: title, lines: [list.rows.isEmpty ? PaneText.noProducts.text : PaneText.noMatch.text])
    }
    let rows = list.stops.compactMap { stop -> String? in
      guard case .product(let index) = list.lines[stop] else { return nil }
      let row = list.rows[index]
      return Language.series([row.name, row.amount + row.perPeriod, state.word(for: row)].filter { !$0.isEmpty })
    }
    return Part(title: title, rows: rows, cursor: list.cursor)
  }

  private static func detail(of state: State) -> Part {
    Part(
      title: state.selected?.name ?? PaneText.detail.text,
      lines: DetailLines(state, glyphs: .silent, width: width).all.map(text).filter { !$0.isEmpty })
  }

  private static func list(of state: State) -> Part {
    let list = state.tabs.front
    let title = PaneText.tab(state.tabs.current, isShort: false).text
    guard !list.rows.isEmpty else {
      return Part(title: title, lines: [list.isLoaded ? state.emptyText(state.tabs.current) : PaneText.reading.text])
    }
    let columns = Columns(state.tabs.current, width: width)
    return Part(
      title: title, rows: list.rows.map { text(columns.line(for: $0, state: state, glyphs: .silent)) },
      cursor: list.cursor)
  }

  /// Returns the timeline as text: each product's past events and planned ones.
  private static func timeline(of state: State) -> Part {
    let rows = (state.lives ?? []).map { life in
      let happenings = life.happenings.map { "\(TimelineText.happening($0.kind)) \(state.minute($0.date))" }
      let plan = life.plan.map { [state.words(for: $0, of: life.productId)] } ?? []
      return Language.series([state.name(of: life.productId)] + happenings + plan)
    }
    return Part(title: TimelineText.title.text, rows: rows)
  }

  private static func strip(of state: State) -> [String] {
    guard state.setup.abilities[.appStore] == nil, let situation = state.situation else { return [] }
    return [state.stripTitle(.silent, width: .max).tidied]
      + situation.notifications.prefix(1).map { state.wayText(of: $0, .silent).tidied }
  }

  private static func part(_ sheet: Sheet) -> Part {
    let lines = (sheet.head + sheet.tail).map(text).filter { !$0.isEmpty }
    let rows = sheet.list.map(text)
    return sheet.cursor == nil
      ? Part(title: sheet.title, lines: lines + rows.filter { !$0.isEmpty })
      : Part(title: sheet.title, lines: lines, rows: rows, cursor: sheet.cursor)
  }

  private static func text(_ line: Line) -> String { line.spans.map(\.text).joined().tidied }
}

extension String {
  /// The line of columns as a sentence: commas between the columns, without padding.
  fileprivate var tidied: String {
    var words: [String] = []
    var gap = 0
    for part in split(separator: " ", omittingEmptySubsequences: false) {
      guard !part.isEmpty else {
        gap += 1
        continue
      }
      if part == "," {
        gap += 1
      } else {
        if gap > 0, let last = words.last, let end = last.last, !",:;.(".contains(end) { words[words.count - 1] += "," }
        words.append(String(part))
        gap = 0
      }
    }
    return words.joined(separator: " ")
  }
}

extension PlainView {
  /// Returns the current part of the desk as text.
  static func desk(_ desk: DeskScreen, of state: State) -> Part {
    let title = desk.view.map(\.title) ?? DeskScreenText.part(desk.part).text
    switch desk.part {
    case .customers:
      let rows = desk.list.rows.map { customer in
        let products = customer.holdings.map { holding in
          "\(desk.name(of: holding.productId)) \(holding.words)"
        }
        let accounts = customer.accounts.count > 1 ? [DeskScreenText.accounts(customer.accounts.count).text] : []
        return Language.series(
          (["#\(customer.number)", state.who(customer)] + accounts + products).filter { !$0.isEmpty })
      }
      return Part(title: title, lines: desk.fault.map { [$0] } ?? [], rows: rows, cursor: desk.list.cursor)
    case .views:
      let rows = (desk.views ?? []).map { view in
        Language.series(
          [view.app?.words, view.title, "\(view.count)\(view.hasMore ? "+" : "")"].compactMap { $0 })
      }
      return Part(title: title, rows: rows, cursor: desk.viewPlace.cursor)
    case .health, .trends:
      let lines = state.deskLines(width: 200).map { $0.spans.map(\.text).joined() }
      return Part(title: title, lines: lines.filter { line in line.contains { $0 != " " } })
    }
  }
}
