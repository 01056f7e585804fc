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
    let words = request.text.split(separator: " ").map(String.init)
    return words.isEmpty ? try newest(request) : try search(words, request)
  }

  private func list(_ view: SavedView, _ request: DeskListRequest) throws -> DeskPage {
    let lines = try self.view(view, after: request.after.flatMap(ViewPlace.init(text:)), limit: request.limit)
    return DeskPage(
      rows: lines.map { line in
        var row = DeskCustomer(line.row)
        (row.subject, row.date) = (line.subject, line.date)
        return row
      }, next: lines.count == request.limit ? lines.last?.place.text : nil)
  }

  private func newest(_ request: DeskListRequest) throws -> DeskPage {
    let before = request.after.flatMap { Int64($0) } ?? .max
    return try page(
      of: CustomerQuestion(
        asTheyCome: DeskQueries.newest,
        [.integer(before), .integer(app), .integer(environment), .integer(Int64(request.limit))]), request)
  }

  private func page(of question: CustomerQuestion, _ request: DeskListRequest) throws -> DeskPage {
    let rows = try found(question).lines.map(\.row)
    return DeskPage(
      rows: rows.map(DeskCustomer.init),
      next: rows.count == request.limit ? rows.last.map { "\($0.customer)" } : nil)
  }

  // MARK: Searching

  /// Searches by id; if nothing matches, searches for customers with a product and a state that the words name.
  private func search(_ words: [String], _ request: DeskListRequest) throws -> DeskPage {
    let after = request.after.flatMap { Int64($0) } ?? 0
    if words.count == 1 {
      if let number = try number(words[0]) {
        return DeskPage(rows: try rows(of: [number]).map(DeskCustomer.init))
      }
      let found = try find(words[0], after: after, limit: request.limit)
      guard found.isEmpty else {
        return DeskPage(
          rows: found.map(DeskCustomer.init),
          next: found.count == request.limit ? found.last.map { "\($0.customer)" } : nil)
      }
    }
    var (states, products): ([String], [String]) = ([], [])
    let sold = try soldProducts()
    for word in words {
      let state = Self.state(word)
      let product = sold.filter { Self.fits($0, word) }
      guard state != nil || !product.isEmpty else { return DeskPage(rows: []) }
      if let state { states.append(state.rawValue) } else { products += product }
    }
    guard var question = try question(states, having: products, after: after, request.limit) else {
      return DeskPage(rows: [])
    }
    (question.after, question.limit) = (after, request.limit)
    return try page(of: question, request)
  }

  /// Returns the customer with one of the desk's own numbers, such as `#17`; nil for any other word.
  private func number(_ word: String) throws -> Int64? {
    guard word.hasPrefix("#"), Int64(word.dropFirst()) != nil else { return nil }
    return try? customer(word)
  }

  /// Returns the query for customers with one of the products, in one of the states or in any.
  private func question(
    _ states: [String], having products: [String], after: Int64, _ limit: Int
  ) throws -> CustomerQuestion? {
    let scope: [DatabaseValue] = [.integer(app), .integer(environment)]
    let ending: [DatabaseValue] = [.integer(after), .integer(Int64(limit))]
    let products = products.isEmpty ? try soldProducts() : products
    return CustomerQuestion([
      (DeskQueries.withProduct, states.isEmpty ? products.map { scope + [.deskText($0)] + ending } : []),
      (
        DeskQueries.withProductInState,
        products.flatMap { product in states.map { scope + [.deskText($0), .deskText(product)] + ending } }
      ),
    ])
  }

  /// Returns every product that a customer has or had.
  package func soldProducts() throws -> [String] {
    try engine.rows(DeskQueries.sold, app, environment) { try $0["product"] }
  }

  /// Returns the state that a word names, in full or by a beginning that fits no other state.
  private static func state(_ word: String) -> EntitlementState? {
    func plain(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
    let asked = plain(word)
    guard asked.count >= 3 else { return nil }
    let all = EntitlementState.allCases
    if let state = all.first(where: { plain($0.rawValue) == asked || plain($0.words) == asked }) { return state }
    let fitting = all.filter { plain($0.rawValue).hasPrefix(asked) || plain($0.words).hasPrefix(asked) }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// Returns whether a word is a product's id, or the beginning of one of its last two parts.
  private static func fits(_ product: String, _ word: String) -> Bool {
    let (id, asked) = (product.lowercased(), word.lowercased())
    return id == asked
      || asked.count >= 2 && id.split(separator: ".").suffix(2).contains { $0.hasPrefix(asked) }
  }
}

extension DeskCustomer {
  fileprivate init(_ row: CustomerRow) {
    self.init(
      number: row.customer, tokens: row.tokens,
      holdings: row.products.map {
        Holding(productId: $0.productId, state: $0.state, entitled: $0.entitled, expiresDate: $0.expiresDate)
      }, spent: row.spent, refunded: row.refunded, lastEventDate: row.lastEventDate)
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
