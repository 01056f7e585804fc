package import AppStoreModel
package import Device
import Storage

/// All data for opening a customer: one Apple Account, or all accounts of its user.
package struct OpenedCustomer: Sendable {
  /// A stored statement with the date when it was known.
  package struct Piece: Hashable, Sendable {
    package let arrived: Timestamp
    package let item: ImportItem
  }

  /// The desk's own number of the customer.
  package let number: Int64
  package let identity: DeskIdentity
  /// The statements in the order in which they were known.
  package let pieces: [Piece]
  package let tokens: [String]
  package let remarks: [DeskRemark]
  /// Apple's open consumption requests about the customer's purchases.
  package let questions: [ConsumptionQuestion]
  /// The app user, where the purchases name one.
  package let person: DeskPerson?
  fileprivate let evidence: CustomerEvidence

  /// Returns the state of each product according to what was known at a date.
  ///
  /// The team server's claims are part of it.
  package func statuses(at date: Timestamp) -> [ProductStatus] {
    let prefix = identity.bundleId + "."
    return CustomerAnswer(evidence.known(at: date), in: identity, at: date).statuses.map { status in
      var status = status
      let id = status.product.id
      // The prefix that all the app's product ids share is left out of the display name.
      if status.product.displayName == id, id.hasPrefix(prefix), id.count > prefix.count {
        status.product.displayName = String(id.dropFirst(prefix.count))
      }
      return status
    }
  }

  /// Returns the product that a question is probably about: one with a contradicting claim, else the one signed last.
  package func mainProduct(at date: Timestamp) -> String? {
    let answer = CustomerAnswer(evidence, in: identity, at: date)
    if let claim = answer.differingClaims.first { return claim.product }
    return answer.transactions.max { ($0.signedDate ?? .distantPast) < ($1.signedDate ?? .distantPast) }?.productId
  }

  /// Returns whether both were made from the same data.
  package func isSame(as other: OpenedCustomer) -> Bool {
    number == other.number && pieces == other.pieces && tokens == other.tokens && remarks == other.remarks
      && questions == other.questions && person == other.person
      && evidence.claims == other.evidence.claims && evidence.events.map(\.uuid) == other.evidence.events.map(\.uuid)
  }
}

extension CustomerDesk {
  /// Reads the data for opening a customer, with all Apple Accounts of its user.
  ///
  /// - Parameter asked: The search that found the customer; it chooses between several users of one account.
  package func open(_ number: Int64, asked: String = "") throws -> OpenedCustomer {
    let first = try account(current(number))
    let (customer, tokens) = (first.whole.customer, first.tokens)
    let begun = asked.utf8.count >= 3 ? tokens.first { $0.hasPrefix(asked.lowercased()) } : nil
    guard let token = tokens.count == 1 ? tokens.first : begun else { return opened(customer, [first], nil) }
    let all = try customers(withTokens: [token]).sorted()
    guard all.count <= Self.mostAccounts else { return opened(customer, [first], nil) }
    let asked = Set([token])
    let accounts = try ([first] + all.filter { $0 != customer }.map(account)).map { $0.part(of: asked) }
    let person = try person(
      of: [token], accounts.map { ($0.whole, $0.evidence) }.sorted { $0.0.customer < $1.0.customer }, at: now())
    return opened(customer, accounts, person.person)
  }

  private func opened(_ number: Int64, _ accounts: [OpenedAccount], _ person: DeskPerson?) -> OpenedCustomer {
    OpenedCustomer(
      number: number, identity: identity, pieces: accounts.flatMap(\.known).sorted { $0.arrived < $1.arrived },
      tokens: person?.tokens ?? accounts[0].tokens,
      remarks: accounts.flatMap(\.remarks).sorted { $0.date > $1.date }, questions: accounts.flatMap(\.questions),
      person: person,
      evidence: CustomerEvidence.joined(accounts.map(\.evidence)) ?? CustomerEvidence(customer: number))
  }

  /// Reads one Apple Account.
  private func account(_ customer: Int64) throws -> OpenedAccount {
    try engine.agent?.look(at: customer)
    return try engine.read {
      let stored = try stored([customer])[0]
      guard !stored.statements.isEmpty else { throw DeskError(.unknownCustomer("#\(customer)")) }
      let held: [(header: Int64, payload: [UInt8], signature: [UInt8], verdict: Verdict)] =
        try engine.rows(
          DeskQueries.signed, customer, app, environment
        ) { (try $0["header"], try $0["payload"], try $0["signature"], try $0["verdict"]) }
      let pieces = try held.map { row in
        let text = CompactJWS.text(
          headerSegment: try header(row.header), payload: row.payload, signature: row.signature)
        return (payload: row.payload, item: try item(text, row.payload, row.verdict))
      }
      let whole = try stored.evidence()
      return OpenedAccount(
        whole: whole, evidence: whole, tokens: try rows(of: [customer])[0].tokens, pieces: pieces,
        remarks: try notes(about: customer).map { DeskRemark(date: $0.date, author: $0.author, text: $0.body) },
        questions: try questions(of: customer))
    }
  }

  /// Returns a statement as an import item: signed data, or attested data with its attestation.
  private func item(_ text: String, _ payload: [UInt8], _ verdict: Verdict) throws -> ImportItem {
    guard case .attested(let attestation) = verdict else {
      return ImportItem(.signed(text), place: "")
    }
    let row = StoredCustomer.Statement(
      kind: 0, payload: payload, verdict: verdict, arrived: Timestamp(milliseconds: 0))
    let told = try StoredCustomer(customer: 0, statements: [row]).evidence().transactions
    guard let transaction = told.first?.transaction else { return ImportItem(.signed(text), place: "") }
    return ImportItem(.told(text, transaction, by: attestation), place: "")
  }
}

/// One Apple Account of an opened customer.
private struct OpenedAccount {
  let whole: CustomerEvidence
  /// The part of the evidence that belongs to the user.
  var evidence: CustomerEvidence
  let tokens: [String]
  let pieces: [(payload: [UInt8], item: ImportItem)]
  let remarks: [DeskRemark]
  var questions: [ConsumptionQuestion]

  func part(of tokens: Set<String>) -> OpenedAccount {
    var part = self
    part.evidence = whole.part(of: tokens)
    let ids = Set(part.evidence.transactions.map(\.transaction.transactionId))
    part.questions.removeAll { !ids.contains($0.transactionId) }
    return part
  }

  /// The statements of the evidence as items, each with the date when it was known.
  var known: [OpenedCustomer.Piece] {
    let dates = Dictionary(evidence.statements.map { ($0.payload, $0.knownDate) }) { min($0, $1) }
    return pieces.compactMap { piece in
      dates[piece.payload].map { OpenedCustomer.Piece(arrived: $0, item: piece.item) }
    }
  }
}
