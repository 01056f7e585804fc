import AppStoreModel
import Core
package import Device
import Storage

extension CustomerDesk {
  /// Reads the data for opening a customer, with all Apple Accounts of its user; verifies no signature.
  ///
  /// - Parameter asked: The search that found the customer; it chooses between several users of one account.
  package func open(_ number: Int64, asked: String = "") throws -> OpenedCustomer {
    let first = try account(current(number))
    let (customer, tokens) = (first.whole.customer, first.tokens)
    let named = try users(tokens, namedBy: asked)
    guard named.count == 1, let token = named.first else { return try opened(customer, [first], of: nil) }
    let all = try customers(withTokens: [token]).sorted()
    guard all.count <= Self.mostAccounts else { return try opened(customer, [first], of: nil) }
    let accounts = try [first] + all.filter { $0 != customer }.map(account)
    return try opened(customer, accounts.map { $0.part(of: [token]) }, of: token)
  }

  private func opened(_ number: Int64, _ accounts: [OpenedAccount], of token: String?) throws -> OpenedCustomer {
    let date = now()
    let evidence = CustomerEvidence.joined(accounts.map(\.evidence)) ?? CustomerEvidence(customer: number)
    // The rows of the lists are made while the answer is derived.
    let history = BackgroundTask { CustomerHistory(evidence) }
    let byNumber = accounts.map { ($0.whole, $0.evidence) }.sorted { $0.0.customer < $1.0.customer }
    let person = try token.map { try self.person(of: [$0], byNumber, at: date) }
    return OpenedCustomer(
      number: number, identity: identity, customers: accounts.map(\.whole.customer),
      tokens: person?.person.tokens ?? accounts[0].tokens,
      remarks: accounts.flatMap(\.remarks).sorted { $0.date > $1.date }, questions: accounts.flatMap(\.questions),
      person: person?.person, evidence: evidence, date: date, history: try history.get(),
      // The user's answer is the answer about all of this evidence; a large customer's is not derived twice.
      answer: person?.answer ?? CustomerAnswer(evidence.known(at: date), in: identity, at: date))
  }

  /// Reads one Apple Account.
  private func account(_ customer: Int64) throws -> OpenedAccount {
    try engine.agent?.look(at: customer)
    return try engine.read {
      let whole = try evidence(ofLarge: customer)
      guard !whole.statements.isEmpty else { throw DeskError(.unknownCustomer("#\(customer)")) }
      return OpenedAccount(
        whole: whole, evidence: whole, tokens: try rows(of: [customer])[0].tokens,
        remarks: try notes(about: customer),
        questions: try questions(of: customer))
    }
  }

  /// Returns the signed versions of a transaction, or of a lineage's renewal info, newest first.
  ///
  /// - Parameter customers: The Apple Accounts that may have it.
  package func signedTexts(of id: String, isRenewal: Bool, among customers: [Int64]) throws -> [HeldText] {
    for customer in customers {
      try engine.agent?.look(at: customer)
      let held: [(arrived: Timestamp, header: Int64, payload: [UInt8], signature: [UInt8])] =
        try engine.rows(
          DeskQueries.signed, customer, app, environment, isRenewal ? 1 : 0, DeskID.number(id)
        ) { (try $0["arrived"], try $0["header"], try $0["payload"], try $0["signature"]) }
      guard !held.isEmpty else { continue }
      return try held.map { row in
        HeldText(
          jws: CompactJWS.text(
            headerSegment: try header(row.header), payload: row.payload, signature: row.signature),
          arrivedDate: row.arrived)
      }
    }
    return []
  }
}

/// One Apple Account of an opened customer.
private struct OpenedAccount {
  let whole: CustomerEvidence
  /// The part of the evidence that belongs to the user.
  var evidence: CustomerEvidence
  let tokens: [String]
  let remarks: [DeskRemark]
  var questions: [ConsumptionQuestion]

  func part(of tokens: Set<String>) -> OpenedAccount {
    var part = self
    part.evidence = whole.part(of: tokens)
    let ids = Set(part.evidence.transactions.map(\.transaction.transactionId))
    part.questions.removeAll { !ids.contains($0.transactionId) }
    return part
  }
}
