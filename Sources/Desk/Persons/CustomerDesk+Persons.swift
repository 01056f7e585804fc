package import AppStoreModel
import Core
import Storage

/// The answer about an app user: one verdict over all Apple Accounts that the user paid with.
package struct PersonAnswer: Sendable {
  package let person: DeskPerson
  /// The state of each product, from the evidence of all accounts.
  package let answer: CustomerAnswer
  /// The state of each product for each account alone, by customer number.
  package let accounts: [(customer: Int64, statuses: [ProductStatus])]

  /// The products for which two of the accounts pay.
  package var paidTwice: [ProductStatus] { answer.statuses.filter { $0.chargedTwice?.isCertain == true } }
}

extension CustomerDesk {
  /// The most Apple Accounts that are read for one user; a token with more is no user's.
  static let mostAccounts = 100

  /// Returns the answer about the app user with these tokens, at a date.
  ///
  /// - Throws: A `DeskError` if no customer has one of the tokens, or if too many have.
  package func person(of tokens: [String], at date: Timestamp? = nil) throws -> PersonAnswer {
    let evidence = try personEvidence(of: tokens)
    guard !evidence.isEmpty else { throw DeskError(.unknownCustomer(tokens.first ?? "")) }
    return try person(of: tokens, evidence, at: date ?? now())
  }

  /// Returns the answer from the evidence of each account, whole and as far as it belongs to the user.
  func person(
    of tokens: [String], _ evidence: [(whole: CustomerEvidence, part: CustomerEvidence)], at date: Timestamp
  ) throws -> PersonAnswer {
    func answer(_ evidence: CustomerEvidence) -> CustomerAnswer {
      CustomerAnswer(evidence.known(at: date), in: identity, at: date)
    }
    let whole = answer(CustomerEvidence.joined(evidence.map(\.part)) ?? CustomerEvidence(customer: 0))
    // With one account both answers are the same.
    let accounts = evidence.map {
      (customer: $0.part.customer, statuses: evidence.count == 1 ? whole.statuses : answer($0.part).statuses)
    }
    let others = evidence.reduce(into: Set<String>()) { $0.formUnion($1.whole.tokens) }.subtracting(tokens)
    let person = DeskPerson(
      tokens: tokens,
      accounts: accounts.map { DeskPerson.Account(customer: $0.customer, holdings: $0.statuses.map(\.holding)) },
      others: others.sorted())
    return PersonAnswer(person: try named(person), answer: whole, accounts: accounts)
  }

  /// Returns the evidence of each of a user's Apple Accounts, whole and as far as it belongs to the user.
  func personEvidence(of tokens: [String]) throws -> [(whole: CustomerEvidence, part: CustomerEvidence)] {
    let tokens = tokens.map { $0.lowercased() }
    let customers = try customers(withTokens: tokens).sorted()
    guard customers.count <= Self.mostAccounts else {
      throw DeskError(
        .unusable(
          say(
            "more than \(Self.mostAccounts) Apple Accounts have the token \(safeText(tokens[0])); it does not name "
              + "one user")))
    }
    let asked = Set(tokens)
    return try customers.map { customer in
      try engine.agent?.look(at: customer)
      let whole = try engine.read { try evidence(of: [customer])[0] }
      return (whole, whole.part(of: asked))
    }.filter { !$0.1.statements.isEmpty }
  }

  /// Returns the customers whose purchases contain one of these tokens.
  package func customers(withTokens tokens: [String]) throws -> Set<Int64> {
    guard let question = CustomerQuestion([(DeskQueries.byToken, tokens.map { [.deskText($0)] + scope })]) else {
      return []
    }
    return try Set(customers(of: question))
  }

  /// Returns some customers with the other Apple Accounts of their users, where their purchases name one user.
  ///
  /// The screen shows a user's accounts as one row, so tags and an agent are for all of them.
  package func accounts(ofUsersOf customers: [Int64]) throws -> [Int64] {
    let named = try rows(of: customers).filter { $0.tokens.count == 1 }
    let accounts = try named.map { try self.customers(withTokens: $0.tokens) }.filter { $0.count <= Self.mostAccounts }
    return Set(accounts.joined()).union(customers).sorted()
  }

  /// Returns the tokens of the user whom a text names: a token or its beginning, or an id of the user's only account.
  ///
  /// - Throws: A `DeskError` if it names no user, or several.
  package func tokens(of text: String) throws -> [String] {
    let asked = text.lowercased()
    if try !customers(withTokens: [asked]).isEmpty { return [asked] }
    let known = try tokens(ofPeopleNamed: text)
    if !known.isEmpty, try people(named: asked).count <= 1 {
      guard try !customers(withTokens: known).isEmpty else { throw try noCustomer(text) }
      return known
    }
    let rows = try find(text, limit: Self.mostAccounts)
    let all = Set(rows.flatMap(\.tokens))
    let begun = all.filter { $0.hasPrefix(asked) }
    let named = begun.isEmpty ? all : begun
    guard let first = named.first else {
      throw rows.isEmpty
        ? try noCustomer(text)
        : DeskError(.unusable(say("the purchases of “\(safeText(text))” name no user; try till desk customer")))
    }
    guard named.count == 1 else {
      throw DeskError(
        .unusable(
          say(
            "“\(safeText(text))” matches \(named.count) users: "
              + "\(Language.series(named.sorted().prefix(9).map { safeText($0) }))")))
    }
    return [first]
  }

  /// Returns the tokens of the user whom a text names by a token's beginning, or by what the team sent; else nil.
  package func user(namedBy text: String) throws -> [String]? {
    do {
      let found = try tokens(of: text)
      let isNamed = try found[0].hasPrefix(text.lowercased()) || tokens(ofPeopleNamed: text) == found
      return isNamed ? found : nil
    } catch let error as DeskError {
      guard try tokens(ofPeopleNamed: text).isEmpty else { throw error }
      return nil
    }
  }

  /// Adds to rows of a list the other Apple Accounts of each customer's user, and what the user has through them.
  ///
  /// A row stays one account's where another user pays with one of the accounts, too.
  func withAccounts(_ rows: [DeskCustomer]) throws -> [DeskCustomer] {
    // An agent's login got the accounts with the page; the rest would need a line of the audit for each.
    guard engine.agent == nil else { return rows }
    var rows = rows
    let users = try users(ofTokens: Set(rows.compactMap(\.tokens.first)))
    for index in rows.indices { rows[index].user = rows[index].tokens.first.flatMap { users[$0] } }
    let accounts = try accounts(ofTokens: Set(rows.compactMap(\.tokens.first)))
    guard !accounts.isEmpty else { return rows }
    var known = Dictionary(rows.map { ($0.number, $0) }) { first, _ in first }
    let missing = Set(accounts.values.joined()).subtracting(known.keys).sorted()
    for row in try self.rows(of: missing) { known[row.number] = row }
    return rows.map { row in
      guard let all = row.tokens.first.flatMap({ accounts[$0] }) else { return row }
      var whole = row
      whole.accounts = all
      let others = all.compactMap { known[$0] }.filter { $0.number != row.number }
      guard ([row] + others).allSatisfy({ $0.tokens.count == 1 }) else { return whole }
      others.forEach { whole.add($0) }
      return whole
    }
  }

  /// Returns the customers of each token that more than one customer has.
  func accounts(ofTokens tokens: Set<String>) throws -> [String: [Int64]] {
    guard !tokens.isEmpty else { return [:] }
    let found = try engine.rows(
      DeskQueries.withTokens, among: tokens.sorted().map { .deskText($0) }, values: scope)
    var numbers: [String: [Int64]] = [:]
    for row in found { numbers[try row["token"], default: []].append(try row["customer"]) }
    numbers = numbers.filter { $0.value.count > 1 }
    guard !numbers.isEmpty else { return [:] }
    let current = try current(Set(numbers.values.joined()))
    var accounts: [String: [Int64]] = [:]
    for (token, customers) in numbers {
      let now = Set(customers.compactMap { current[$0] })
      if (2...Self.mostAccounts).contains(now.count) { accounts[token] = now.sorted() }
    }
    return accounts
  }
}

extension DeskCustomer {
  /// Adds what the same user has through another Apple Account; of one product in both, the better state counts.
  fileprivate mutating func add(_ other: DeskCustomer) {
    for holding in other.holdings {
      guard let index = holdings.firstIndex(where: { $0.productId == holding.productId }) else {
        holdings.append(holding)
        continue
      }
      if holding.entitled, !holdings[index].entitled { holdings[index] = holding }
    }
    holdings.sort { $0.productId < $1.productId }
    spent.merge(other.spent) { $0.addingSaturated($1) }
    refunded.merge(other.refunded) { $0.addingSaturated($1) }
    lastEventDate = [lastEventDate, other.lastEventDate].compactMap { $0 }.max()
  }
}

extension ProductStatus {
  /// The product as a row of a list shows it.
  fileprivate var holding: DeskCustomer.Holding {
    DeskCustomer.Holding(
      productId: product.id, state: state.rawValue, entitled: entitled, expiresDate: expiresDate)
  }
}
