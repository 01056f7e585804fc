import AppStoreModel
import Core
import Storage

/// The saved view that depends on all Apple Accounts of a user: a product for which two of them pay.
extension CustomerDesk {
  /// A line of the view, and its position.
  private struct Line: Hashable {
    let customer: Int64
    /// The token and the product, with a space between.
    let subject: String
  }

  /// Derives the view's lines about users in the current transaction, after each of their accounts was derived.
  ///
  /// Whether a user pays twice is never stored with one account alone: any account's new data may change the answer.
  ///
  /// - Parameters:
  ///   - tokens: The tokens of the users.
  ///   - customers: The customers that were derived; a line that one of them has may no longer be true.
  func deriveUsers(with tokens: Set<String>, after customers: [Int64]) throws {
    let users = try accounts(ofTokens: tokens)
    // Of two processes that derive two accounts of a user, the second reads what the first committed.
    for number in users.keys.map({ DeskID.hash(Array("user \($0)".utf8)) }).sorted() { try engine.lock(number) }
    let wanted = try linesAcross(users)
    var gone: [Line] = []
    var held: [Line: Int64] = [:]
    let asked = Set(users.values.joined()).union(customers).sorted()
    let found = try engine.rows(
      CustomerQuery("subject, place", from: "findings", where: "view = ?"), of: asked,
      scope + [SavedView.chargedAcross.databaseValue])
    for (customer, rows) in zip(asked, found) {
      for row in rows {
        let line = Line(customer: customer, subject: try row["subject"])
        held[line] = try row["place"]
        if wanted[line] == nil, tokens.contains(line.subject.token) { gone.append(line) }
      }
    }
    let changed = wanted.filter { held[$0.key] != $0.value }
    if !changed.isEmpty {
      try engine.insert(
        changed.map {
          owner($0.key.customer) + [
            SavedView.chargedAcross.databaseValue, .deskText($0.key.subject), .integer($0.value),
          ]
        },
        into: DeskTables.findings, whenThere: .replace)
    }
    guard !gone.isEmpty else { return }
    try engine.execute(
      "DELETE FROM findings WHERE customer = ? AND app = ? AND environment = ? AND view = ? AND subject = ?",
      each: gone.map { owner($0.customer) + [SavedView.chargedAcross.databaseValue, .deskText($0.subject)] })
  }

  /// Returns the lines about users, by the evidence of all their accounts.
  private func linesAcross(_ users: [String: [Int64]]) throws -> [Line: Int64] {
    let customers = Set(users.values.joined()).sorted()
    guard !customers.isEmpty else { return [:] }
    let parsed = mapOnAllCores(try stored(customers), part: 32) { try? $0.evidence() }
    let evidence = Dictionary(uniqueKeysWithValues: zip(customers, parsed))
    let (identity, date) = (identity, now())
    let lines = mapOnAllCores(users.sorted { $0.key < $1.key }, part: 32) { token, accounts in
      // What one unreadable account paid for is unknown, so nothing is said about its user.
      let all = accounts.compactMap { evidence[$0] ?? nil }
      return all.count == accounts.count ? Self.lines(about: token, all, in: identity, at: date) : []
    }
    return Dictionary(lines.joined()) { first, _ in first }
  }

  private static func lines(
    about token: String, _ accounts: [CustomerEvidence], in identity: DeskIdentity, at date: Timestamp
  ) -> [(Line, Int64)] {
    let parts = accounts.map { (whole: $0, part: $0.part(of: [token])) }.filter { !$0.part.statements.isEmpty }
    guard parts.count > 1, let joined = CustomerEvidence.joined(parts.map(\.part)) else { return [] }
    return CustomerAnswer(joined, in: identity, at: date).statuses.compactMap { status in
      guard let twice = status.chargedTwice, twice.isCertain else { return nil }
      let payers = twice.purchaseIds.reversed().compactMap { id in
        parts.first { $0.part.transactions.contains { $0.transaction.transactionId == id } }?.whole
      }
      guard Set(payers.map(\.customer)).count > 1 else { return nil }
      // The account that paid last, unless another user shares it: opening such an account does not name the user.
      let owner = payers.first { $0.tokens.count == 1 } ?? payers[0]
      return (
        Line(customer: owner.customer, subject: "\(token) \(status.product.id)"),
        -(status.since?.milliseconds ?? 0)
      )
    }
  }
}

extension String {
  /// The token in the subject of a line about a user.
  fileprivate var token: String { String(prefix { $0 != " " }) }

  /// The product in the subject of a line about a user.
  var productOfUser: String { String(drop { $0 != " " }.dropFirst()) }
}
