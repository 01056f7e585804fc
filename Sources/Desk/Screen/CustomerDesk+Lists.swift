package import AppStoreModel
import Core
import Storage

/// The lists on the desk's screen; each page is one range of an index.
extension CustomerDesk {
  /// Returns a page of customers: of a saved view, of a search, or of the newest customers.
  package func list(_ request: DeskListRequest) throws -> DeskPage {
    if let name = request.view {
      guard let view = SavedView.allCases.first(where: { $0.name == name }) else {
        throw DeskError(.unusable(say("unknown view “\(safeText(name))”")))
      }
      return try list(view, request)
    }
    guard request.text.contains(where: { $0 != " " }) else { return try newest(request) }
    let rows = try find(request.text, after: request.after.flatMap { Int64($0) } ?? 0, limit: request.limit)
    var page = try page(rows, request)
    page.isUserWithoutPurchase = try rows.isEmpty && !tokens(ofPeopleNamed: request.text).isEmpty
    return page
  }

  private func list(_ view: SavedView, _ request: DeskListRequest) throws -> DeskPage {
    let lines = try self.view(view, after: request.after.flatMap(ViewPlace.init(text:)), limit: request.limit)
    return DeskPage(
      rows: lines.map { line in
        var row = line.row
        (row.subject, row.date) = (line.subject, line.date)
        return row
      }, next: lines.count == request.limit ? lines.last?.place.text : nil)
  }

  private func newest(_ request: DeskListRequest) throws -> DeskPage {
    let before = request.after.flatMap { Int64($0) } ?? .max
    let question = CustomerQuestion(
      asTheyCome: DeskQueries.newest,
      [.integer(before), .integer(app), .integer(environment), .integer(Int64(request.limit))])
    return try page(found(question).lines.map(\.row), request)
  }

  private func page(_ rows: [DeskCustomer], _ request: DeskListRequest) throws -> DeskPage {
    DeskPage(
      rows: try withAccounts(rows),
      next: rows.count == request.limit ? rows.last.map { "\($0.number)" } : nil)
  }
}

extension ViewPlace {
  /// The position as text, which `--after` accepts.
  package var text: String { "\(place).\(customer).\(subject)" }

  /// - Returns: nil if the text is not a position.
  package init?(text: String) {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let place = Int64(parts[0]), let customer = Int64(parts[1]) else { return nil }
    self.init(place: place, customer: customer, subject: String(parts[2]))
  }
}
