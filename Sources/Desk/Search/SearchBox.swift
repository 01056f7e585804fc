package import AppStoreModel
import Core
import Storage

/// The one search of a desk, for its screen and for `desk find`.
///
/// A single word may be an id, in full or by its beginning or end. Anything else is a filter with the grammar of every
/// list: `state:refunded product:gold !yearly`.
extension CustomerDesk {
  /// Returns the customers that match a search, by number.
  ///
  /// - Parameter after: The customer number after which to continue.
  package func find(_ text: String, after: Int64 = 0, limit: Int = 50) throws -> [DeskCustomer] {
    let words = text.split(separator: " ").map(String.init)
    if words.count == 1 {
      if let number = numbered(words[0]) { return try after == 0 ? rows(of: [number]) : [] }
      let asked = words[0].lowercased()
      for question in [{ self.exactly(asked) }, { self.named(try self.tokens(ofPeopleNamed: asked)) }] {
        guard let question = try question() else { continue }
        let found = try found(question, after: after, limit: limit)
        if found.count > 0 { return found.lines.map(\.row) }
      }
      let found = try found(partly: asked, after: after, limit: limit)
      if found.count > 0 { return found.lines.map(\.row) }
    }
    let terms = SearchTerms(text, fields: nil).terms
    let (ofProducts, ofCustomers) = (terms.filter { !$0.isOfCustomer }, terms.filter(\.isOfCustomer))
    let first = ofCustomers.first(where: \.isWanted)
    // What else is asked for is compared with the rows.
    // A filter that only excludes is about all products of a customer; any other one asks for one product that fits.
    let isExcluding = !ofProducts.contains(where: \.isWanted)
    let isCompared = isExcluding && !ofProducts.isEmpty || !ofCustomers.isEmpty && terms.count > 1
    let most = isCompared ? Self.comparedAtOnce : limit
    let states = EntitlementState.allCases
    func fits(_ row: DeskCustomer) -> Bool {
      let fitting = row.holdings.count { product in
        let state = states.first { $0.rawValue == product.state }
        return ofProducts.allSatisfy { Self.fits($0, product.productId, state ?? .notPurchased) }
      }
      return (isExcluding ? fitting == row.holdings.count : fitting > 0)
        && ofCustomers.allSatisfy { $0 == first || $0.fits(row) }
    }
    var (after, fitting): (Int64, [DeskCustomer]) = (after, [])
    while true {
      guard
        let question = try first.map({ try self.question(for: $0, after: after, limit: most) })
          ?? filtered(ofProducts, after: after, limit: most)
      else { return fitting }
      let rows = try found(question, after: after, limit: most).lines.map(\.row)
      guard isCompared else { return rows }
      fitting += rows.filter(fits)
      guard fitting.count < limit, rows.count == most, let last = rows.last else { return Array(fitting.prefix(limit)) }
      after = last.number
    }
  }

  /// How many customers of a tag, an agent or a user are compared at once with the rest of a filter.
  private static let comparedAtOnce = 2000

  /// Returns the customers that a query finds, those after a number.
  private func found(_ question: CustomerQuestion, after: Int64, limit: Int) throws -> FoundCustomers {
    var question = question
    (question.after, question.limit) = (after, limit)
    return try found(question)
  }

  /// Returns the customers of a part of an id, those after a number.
  ///
  /// A query reads so many rows of an index; where the list would end because of that, the next one reads more.
  private func found(partly word: String, after: Int64, limit: Int) throws -> FoundCustomers {
    var most = limit
    while let question = partly(word, limit: most) {
      let found = try found(question, after: after, limit: limit)
      guard found.lines.count < limit, found.count >= most, most < 1_000_000 else { return found }
      most *= 8
    }
    return FoundCustomers()
  }

  /// Returns the query for the customers with a tag, an agent, or a user's name or attribute.
  private func question(for term: SearchTerms.Term, after: Int64, limit: Int) throws -> CustomerQuestion? {
    let ending: [DatabaseValue] = [.deskText(term.text), .integer(after), .integer(Int64(limit))]
    switch term.field {
    case "tag": return CustomerQuestion([(DeskQueries.withTag, [scope + ending])])
    case "agent": return CustomerQuestion([(DeskQueries.assignedTo, [scope + ending])])
    default: return named(try tokens(ofPeopleNamed: term))
    }
  }

  /// Returns the query for the customers of the team's users with these tokens.
  private func named(_ tokens: [String]) -> CustomerQuestion? {
    CustomerQuestion([(DeskQueries.byToken, tokens.map { [.deskText($0)] + scope })])
  }

  /// Returns the tokens of the team's users whom a word of a search names.
  private func tokens(ofPeopleNamed term: SearchTerms.Term) throws -> [String] {
    try tokens(ofPeopleNamed: term.text, field: term.field == "user" ? PersonName.user : term.field)
  }

  /// Returns those of an account's users whom a search names, by the beginning of a token or by what the team sent.
  func users(_ tokens: [String], namedBy search: String) throws -> [String] {
    guard tokens.count > 1, search.utf8.count >= 3 else { return tokens }
    let begun = tokens.filter { $0.hasPrefix(search.lowercased()) }
    guard begun.isEmpty else { return begun }
    let named = try Set(SearchTerms(search, fields: nil).terms.flatMap(self.tokens(ofPeopleNamed:)))
    return named.isDisjoint(with: tokens) ? tokens : tokens.filter(named.contains)
  }

  /// Returns the customer with one of the desk's own numbers, such as `#17`; nil for any other word.
  private func numbered(_ word: String) -> Int64? {
    guard word.hasPrefix("#"), Int64(word.dropFirst()) != nil else { return nil }
    return try? customer(word)
  }

  // MARK: Ids

  /// Returns the query for the customers of a complete id.
  func exactly(_ id: String) -> CustomerQuestion? {
    CustomerQuestion([
      (DeskQueries.byNumber, [[.integer(DeskID.number(id))] + scope]), (DeskQueries.byName, [[.deskText(id)] + scope]),
      (DeskQueries.byToken, [[.deskText(id)] + scope]),
    ])
  }

  /// Returns the query for customers by the beginning of an id, or by its last four digits or more; nil if too short.
  ///
  /// The screen shows an id by its last digits, behind three dots; such a word is only searched at the end. The query
  /// reads ranges of indexes and never scans a table.
  func partly(_ word: String, limit: Int) -> CustomerQuestion? {
    let part = String(word.drop { $0 == "…" || $0 == "." })
    let isEnd = part != word
    guard part.utf8.count >= 3 else { return nil }
    // The limit is larger, because one customer has several ids.
    let ending = scope + [.integer(Int64(limit * 40))]
    // One query has a range for each length that an id can have.
    let ranges = DeskID.ranges(beginning: part).map { [.integer($0.lowerBound), .integer($0.upperBound)] + ending }
    // U+10FFFF sorts after every text with the same beginning.
    let range: [DatabaseValue] = [.deskText(part), .deskText(part + "\u{10FFFF}")] + ending
    return CustomerQuestion(
      (isEnd
        ? [] : [(DeskQueries.byNumbers, ranges), (DeskQueries.byNames, [range]), (DeskQueries.byTokens, [range])])
        + [(DeskQueries.byEnding, DeskID.ending(part).map { [$0.map(DatabaseValue.integer) + ending] } ?? [])])
  }

  // MARK: Products and states

  /// Returns the query for customers with a product that matches all words of a filter, as it does in every list.
  private func filtered(_ terms: [SearchTerms.Term], after: Int64, limit: Int) throws -> CustomerQuestion? {
    guard !terms.isEmpty else { return nil }
    let ending: [DatabaseValue] = [.integer(after), .integer(Int64(limit))]
    let states = EntitlementState.allCases
    var (inAnyState, inState): ([[DatabaseValue]], [[DatabaseValue]]) = ([], [])
    for product in try soldProducts() {
      let fitting = states.filter { state in terms.allSatisfy { Self.fits($0, product, state) } }
      if fitting.count == states.count {
        inAnyState.append(scope + [.deskText(product)] + ending)
      } else {
        inState += fitting.map { scope + [.text($0.rawValue), .deskText(product)] + ending }
      }
    }
    return CustomerQuestion([(DeskQueries.withProduct, inAnyState), (DeskQueries.withProductInState, inState)])
  }

  /// Returns whether a product in a state matches a word of a filter.
  private static func fits(_ term: SearchTerms.Term, _ product: String, _ state: EntitlementState) -> Bool {
    let isFound =
      switch term.field {
      case nil: names(term.text, state) || names(term.text, product)
      case "state": names(term.text, state)
      case "product": names(term.text, product)
      default: false
      }
    return isFound == term.isWanted
  }

  /// Returns whether a word of at least three letters begins the state's name, in documents or on the screen.
  private static func names(_ word: String, _ state: EntitlementState) -> Bool {
    func plain(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
    let asked = plain(word)
    let least = asked.unicodeScalars.allSatisfy(\.isASCII) ? 3 : 2
    return asked.count >= least && [state.rawValue, state.words].contains { plain($0).hasPrefix(asked) }
  }

  /// Returns whether a word is the product's id, or begins one of its last two parts.
  private static func names(_ word: String, _ product: String) -> Bool {
    let id = product.lowercased()
    return id == word || id.hasSuffix("." + word)
      || word.count >= 2 && id.split(separator: ".").suffix(2).contains { $0.hasPrefix(word) }
  }

  /// Returns every product that a customer has or had, with one index step for each.
  package func soldProducts() throws -> [String] {
    try engine.rows(DeskQueries.sold, app, environment) { try $0["product"] }
  }
}

extension SearchTerms.Term {
  /// Whether the word is about the customer, not about a product: a tag, an agent, a user or an attribute.
  fileprivate var isOfCustomer: Bool { field.map { !["state", "product"].contains($0) } ?? false }

  /// Returns whether a customer's row matches a tag or an agent; a user's attributes are in no row.
  fileprivate func fits(_ row: DeskCustomer) -> Bool {
    let isFound =
      switch field {
      case "tag": row.tags.contains(text)
      case "agent": row.assignee?.lowercased() == text
      default: false
      }
    return isFound == isWanted
  }
}
