import AppStoreModel
import Core
import Storage

/// The import of evidence from files into a case: a store without an App Store.
extension Purchasing {
  /// Imports evidence into a case in one commit, and assigns it to customers.
  ///
  /// Signed data is verified; unsigned data is stored as unsigned. Failed items go to quarantine with the reason. An
  /// import makes no orders and no deliveries, because nothing was bought here.
  ///
  /// - Parameter customer: The customer of all the evidence, where that is known.
  package func importEvidence(_ items: [ImportItem], of customer: String? = nil) async throws -> ImportReport {
    var report = ImportReport()
    try store.batch {
      var evidence = ImportedEvidence()
      for item in items { sort(item, into: &evidence, &report) }
      try store(evidence, of: customer, &report)
      try settleAccount(&report)
      try journal(
        .evidenceImported,
        say(
          report.imported,
          "imported \(report.imported) transaction, \(report.known) known already, \(report.failed.count) failed",
          "imported \(report.imported) transactions, \(report.known) known already, \(report.failed.count) failed"))
    }
    if backend.capabilities.listsProducts { try await loadProducts() } else { try listProductsSeen() }
    return report
  }

  /// The evidence of an import, before its customers are known.
  private struct ImportedEvidence {
    var transactions: [Signed<Transaction>] = []
    var renewals: [Signed<RenewalInfo>] = []
    var refused: [Refused] = []
    /// Notifications that Apple was asked for a refund, or that the request was decided.
    var decisions: [(isAsked: Bool, transaction: Transaction, date: Timestamp)] = []
    /// The transactions of each receipt, by the receipt's place in the files.
    var told: [String: [Transaction]] = [:]
  }

  /// An item that failed, with its unverified claims.
  private struct Refused {
    let text: String
    let claims: Transaction?
    let failure: VerificationFailure
    let place: String
  }

  private func sort(
    _ item: ImportItem, into evidence: inout ImportedEvidence, _ report: inout ImportReport
  ) {
    switch item.content {
    case .signed(let jws): sort(jws, verifier.verify(jws), of: item, into: &evidence, &report)
    case .told(let text, let transaction, let attestation):
      if let failure = foreign(transaction) {
        evidence.refused.append(Refused(text: text, claims: transaction, failure: failure, place: item.place))
      } else {
        evidence.told[item.place, default: []].append(transaction)
        evidence.transactions.append(
          Signed(payload: transaction, jws: text, verdict: .attested(attestation), rootFingerprint: nil))
      }
    case .refused(let text, let transaction, let failure):
      evidence.refused.append(Refused(text: text, claims: transaction, failure: failure, place: item.place))
    }
  }

  private func sort(
    _ jws: String, _ result: VerificationResult, of item: ImportItem, into evidence: inout ImportedEvidence,
    _ report: inout ImportReport
  ) {
    func refuse(_ claims: Transaction?, _ failure: VerificationFailure) {
      evidence.refused.append(Refused(text: jws, claims: claims, failure: failure, place: item.place))
    }

    if let failure = result.verdict.failure { return refuse(result.unverifiedPayload?.transaction, failure) }
    switch result.payload {
    case .transaction(let transaction):
      guard transaction.transactionId != nil else {
        return refuse(
          transaction, VerificationFailure(.format, say("it has no transaction id, so it cannot be told from another")))
      }
      evidence.transactions.append(
        Signed(payload: transaction, jws: jws, verdict: result.verdict, rootFingerprint: result.rootFingerprint))
    case .renewalInfo(let info):
      guard info.originalTransactionId != nil else { return report.others += 1 }
      evidence.renewals.append(
        Signed(payload: info, jws: jws, verdict: result.verdict, rootFingerprint: result.rootFingerprint))
    case .notification(let notification):
      let members: [(SignedKind, String?)] = [
        (.transaction, notification.data?.signedTransactionInfo), (.renewalInfo, notification.data?.signedRenewalInfo),
      ]
      let enclosed = members.compactMap { kind, text in
        text.flatMap { text in result.enclosed[kind].map { (text, $0) } }
      }
      if enclosed.isEmpty { report.others += 1 }
      for (text, inner) in enclosed { sort(text, inner, of: item, into: &evidence, &report) }
      if let type = notification.notificationType, let date = notification.signedDate,
        [.consumptionRequest, .refundDeclined, .refund, .refundReversed].contains(type),
        let transaction = result.enclosed[.transaction]?.payload?.transaction
      {
        evidence.decisions.append((type == .consumptionRequest, transaction, date))
      }
    case .appTransaction, nil: report.others += 1
    }
  }

  /// Returns why a receipt's transaction does not belong to this case; nil where it does.
  private func foreign(_ transaction: Transaction) -> VerificationFailure? {
    let identity = backend.identity
    if transaction.bundleId != identity.bundleId {
      return VerificationFailure(
        .appIdentifier, say("for the app \(transaction.bundleId ?? ""), not \(identity.bundleId)"))
    }
    guard transaction.environment != identity.environment else { return nil }
    return VerificationFailure(
      .environment,
      say("from the environment \(transaction.environment?.rawValue ?? ""), not \(identity.environment.rawValue)"))
  }

  /// Puts a refused item into quarantine, under the customer that it names.
  private func quarantine(_ refused: Refused, _ customers: Customers, _ report: inout ImportReport) throws {
    let claims = refused.claims
    report.failed.append(
      ImportReport.Failure(
        place: refused.place, transactionId: claims?.transactionId,
        reason: safeText(refused.failure.message, limit: 300)))
    let isNews = try store.quarantine(
      QuarantinedItem(
        transactionId: claims?.transactionId, productId: claims?.productId, failure: refused.failure,
        account: claims.map { customers.name(of: $0) }, date: clock().now, jws: refused.text))
    guard isNews else { return }
    try journal(
      .evidenceRefused, "\(refused.place): refused: \(refused.failure.message)", productId: claims?.productId,
      transactionId: claims?.transactionId)
  }

  // MARK: Customers

  private func store(_ evidence: ImportedEvidence, of customer: String?, _ report: inout ImportReport) throws {
    var news = News()
    let customers = try knownCustomers(evidence, only: customer) ?? tellApart(evidence, only: customer)
    for signed in evidence.transactions {
      let outcome = try takeIn(signed, account: customers.name(of: signed.payload), origin: .imported, into: &news)
      switch outcome {
      case .new, .newVersion: report.imported += 1
      case .known, .stale: report.known += 1
      }
    }
    for decision in evidence.decisions.sorted(by: { $0.date < $1.date }) {
      guard let id = decision.transaction.transactionId, let productId = decision.transaction.productId else {
        continue
      }
      guard decision.isAsked else {
        try store.removeRefundRequest(id)
        continue
      }
      try store.add(
        RefundRequest(
          transactionId: id, productId: productId, account: customers.name(of: decision.transaction), reason: nil,
          askedDate: decision.date))
    }
    for refused in evidence.refused { try quarantine(refused, customers, &report) }
    for signed in evidence.renewals {
      let lineage = signed.payload.originalTransactionId ?? ""
      let name = customers.name(ofLineage: lineage, app: signed.payload.appTransactionId)
      try store.save(signed, account: name, at: clock().now)
      report.renewals += 1
    }
  }

  /// Returns the customers of the evidence, where it names them itself and changes no earlier assignment; else nil.
  ///
  /// The cost grows only with the number of imported transactions.
  private func knownCustomers(_ evidence: ImportedEvidence, only: String?) throws -> Customers? {
    let customers = Customers(evidence.transactions.map(\.payload), only: only)
    if let only { return try store.accounts().allSatisfy { $0 == only } ? customers : nil }
    guard evidence.told.isEmpty else { return nil }
    let payloads = evidence.transactions.map(\.payload) + evidence.refused.compactMap(\.claims)
    guard payloads.allSatisfy({ $0.appTransactionId != nil }) else { return nil }
    for transaction in evidence.transactions.map(\.payload) {
      let name = customers.name(of: transaction)
      let lineage = try transaction.lineageId.map(store.accounts(ofLineage:)) ?? []
      let token = try transaction.appAccountToken.map(store.accounts(ofToken:)) ?? []
      guard (lineage + token).allSatisfy({ $0 == name }) else { return nil }
    }
    for renewal in evidence.renewals.map(\.payload) {
      let lineage = renewal.originalTransactionId ?? ""
      let name = customers.name(ofLineage: lineage, app: renewal.appTransactionId)
      guard try store.accounts(ofLineage: lineage).allSatisfy({ $0 == name }) else { return nil }
    }
    return customers
  }

  /// Assigns all stored and imported transactions to customers.
  ///
  /// A later file may show whose transactions an earlier file contained.
  private func tellApart(_ evidence: ImportedEvidence, only: String?) throws -> Customers {
    let held = try store.memberships()
    let before = Dictionary(grouping: held, by: \.account).values.map { $0.map(\.transaction) }
    let customers = Customers(
      held.map(\.transaction) + evidence.transactions.map(\.payload), groups: before + evidence.told.values,
      only: only)
    for (account, transaction) in held {
      let name = customers.name(of: transaction)
      guard name != account, let lineage = transaction.lineageId else { continue }
      try store.move(lineage: lineage, from: account, to: name)
    }
    return customers
  }

  /// Selects a customer of the case if none is selected, or if the selected one was merged into another.
  private func settleAccount(_ report: inout ImportReport) throws {
    report.customers = try store.accounts()
    let account = try store.deviceState().account
    guard account.map({ !report.customers.contains($0) }) ?? true else { return }
    let first = report.customers.first
    try store.update { $0.account = first }
  }
}
