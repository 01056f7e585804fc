package import AppStoreModel
package import Device
import Storage

/// All data for opening a customer, read at one moment.
package struct OpenedCustomer: Sendable {
  /// A stored statement with its date of arrival.
  package struct Piece: Hashable, Sendable {
    package let arrived: Timestamp
    package let item: ImportItem
  }

  /// The desk's own number of the customer.
  package let number: Int64
  package let identity: DeskIdentity
  /// The statements in the order of their arrival.
  package let pieces: [Piece]
  package let tokens: [String]
  package let remarks: [DeskRemark]
  /// Apple's open consumption requests about the customer's purchases.
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

  /// Returns the state of each product according to the evidence that had arrived by a date.
  ///
  /// The team server's claims are part of it.
  package func statuses(at date: Timestamp) -> [ProductStatus] {
    let prefix = identity.bundleId + "."
    return CustomerAnswer(evidence.arrived(until: date), in: identity, at: date).statuses.map { status in
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
      && questions == other.questions
      && evidence.claims == other.evidence.claims && evidence.events.map(\.uuid) == other.evidence.events.map(\.uuid)
  }
}

extension CustomerDesk {
  /// Reads the data for opening a customer.
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

extension CustomerEvidence {
  /// Returns the evidence that had arrived by a date; for events, claims and usages their own date counts.
  fileprivate func arrived(until date: Timestamp) -> CustomerEvidence {
    var past = self
    past.statements.removeAll { $0.arrived > date }
    past.events.removeAll { $0.signed > date }
    past.claims.removeAll { $0.at > date }
    past.usages.removeAll { $0.at > date }
    return past
  }
}
