import AppStoreModel
import Core

extension PlainView {
  /// Returns the current part of the desk as text.
  static func desk(_ desk: DeskScreen, of state: State) -> Part {
    let title = desk.view.map(\.title) ?? DeskScreenText.part(desk.part).text
    switch desk.part {
    case .customers:
      let rows = desk.list.rows.map { customer in
        let products = customer.holdings.map { holding in
          "\(desk.name(of: holding.productId)) \(EntitlementState(rawValue: holding.state)?.words ?? safeText(holding.state))"
        }
        let accounts = customer.accounts.count > 1 ? [DeskScreenText.accounts(customer.accounts.count).text] : []
        return Language.series(
          (["#\(customer.number)", state.who(customer)] + accounts + products).filter { !$0.isEmpty })
      }
      return Part(title: title, lines: desk.fault.map { [$0] } ?? [], rows: rows, cursor: desk.list.cursor)
    case .views:
      let rows = (desk.views ?? []).map { "\($0.title), \($0.count)\($0.hasMore ? "+" : "")" }
      return Part(title: title, rows: rows, cursor: desk.viewPlace.cursor)
    case .health, .trends:
      let lines = state.deskLines(width: 200).map { $0.spans.map(\.text).joined() }
      return Part(title: title, lines: lines.filter { line in line.contains { $0 != " " } })
    }
  }
}
