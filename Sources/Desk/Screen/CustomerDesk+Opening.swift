package import AppStoreModel
package import Device
import Storage

/// All that opening a customer needs, read at one moment.
package struct OpenedCustomer: Sendable {
  /// A piece of evidence as it arrived.
  package struct Piece: Hashable, Sendable {
    package let arrived: Timestamp
    package let item: ImportItem
  }

  /// The desk's own number.
  package let number: Int64
  package let identity: DeskIdentity
  /// In the order in which they arrived.
  package let pieces: [Piece]
  package let tokens: [String]
  package let remarks: [DeskRemark]
  /// Apple's questions about the use of purchases.
  package let questions: [ConsumptionQuestion]
  private let evidence: CustomerEvidence

  fileprivate init(
    _ number: Int64, _ identity: DeskIdentity, _ pieces: [Piece], _ tokens: [String], _ remarks: [DeskRemark],
    _ questions: [ConsumptionQuestion], _ evidence: CustomerEvidence
  ) {
    self.number = number
    self.identity = identity
    self.pieces = pieces
    self.tokens = tokens
    self.remarks = remarks
    self.questions = questions
    self.evidence = evidence
  }

  /// The state of each product for the customer, by the evidence that had arrived until then; your server's claims
  /// beside it.
  package func statuses(at date: Timestamp) -> [ProductStatus] {
    let prefix = identity.bundleId + "."
    return CustomerAnswer(evidence.arrived(until: date), in: identity, at: date).statuses.map { status in
      var status = status
      let id = status.product.id
      // The common beginning of all ids of the app tells none of them apart.
      if status.product.displayName == id, id.hasPrefix(prefix), id.count > prefix.count {
        status.product.displayName = String(id.dropFirst(prefix.count))
      }
      return status
    }
  }

  /// The product that most likely is asked about: where the team's server disagrees, else the one with the latest news.
  package func mainProduct(at date: Timestamp) -> String? {
    let answer = CustomerAnswer(evidence, in: identity, at: date)
    if let claim = answer.differingClaims.first { return claim.product }
    return answer.transactions.max { ($0.signedDate ?? .distantPast) < ($1.signedDate ?? .distantPast) }?.productId
  }

  /// Whether the other one was made of the same.
  package func isSame(as other: OpenedCustomer) -> Bool {
    number == other.number && pieces == other.pieces && tokens == other.tokens && remarks == other.remarks
      && questions == other.questions
      && evidence.claims == other.evidence.claims && evidence.events.map(\.uuid) == other.evidence.events.map(\.uuid)
  }
}

extension CustomerDesk {
  /// Reads a customer to be opened.
  package func open(_ number: Int64) throws -> OpenedCustomer {
    try engine.agent?.look(at: current(number))
    return try engine.read {
      let customer = try current(number)
      let stored = try stored([customer])[0]
      guard !stored.statements.isEmpty else { throw DeskError(.unknownCustomer("#\(number)")) }
      let held: [(arrived: Timestamp, header: Int64, payload: [UInt8], signature: [UInt8], verdict: Verdict)] =
        try engine.rows(
          DeskQueries.signed, customer, app, environment
        ) { (try $0["arrived"], try $0["header"], try $0["payload"], try $0["signature"], try $0["verdict"]) }
      let pieces = try held.map { row in
        let text = CompactJWS.text(
          headerSegment: try header(row.header), payload: row.payload, signature: row.signature)
        return OpenedCustomer.Piece(arrived: row.arrived, item: try item(text, row.payload, row.verdict))
      }
      let notes = try notes(about: customer).map { DeskRemark(date: $0.date, author: $0.author, text: $0.body) }
      return OpenedCustomer(
        customer, identity, pieces, try self.rows(of: [customer])[0].tokens, notes,
        try questions(of: customer), try stored.evidence())
    }
  }

  /// The piece as an import takes it: signed, or with its attestation.
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

extension CustomerEvidence {
  /// The evidence that had arrived until a date; of events and claims those dated until then.
  fileprivate func arrived(until date: Timestamp) -> CustomerEvidence {
    var past = self
    past.statements.removeAll { $0.arrived > date }
    past.events.removeAll { $0.signed > date }
    past.claims.removeAll { $0.at > date }
    past.usages.removeAll { $0.at > date }
    return past
  }
}
