import StoreModel

extension Weighing {
  /// Why transactions of a product were not weighed, newest first, each transaction once for a rule.
  func exclusionReasons(_ productId: String) -> [Reason] {
    guard let excluded = excluded[productId] else { return [] }
    var reasons: [Reason] = []
    for rule in Rule.allCases {
      var seen: Set<String> = []
      let items = excluded.filter { $0.rule == rule }.sorted { isShownBefore($0, $1) }
        .filter { seen.insert(evidence.transactions[$0.index].transaction.transactionId ?? "").inserted }
      reasons += Reason.list(items) { exclusion in
        Reason(
          rule, supports: false, transactionId: evidence.transactions[exclusion.index].transaction.transactionId,
          text(of: exclusion))
      }
    }
    return reasons
  }

  /// Why signed objects that claim to be of a product were refused, newest first.
  func quarantineReasons(_ productId: String) -> [Reason] {
    let items = quarantined(productId).sorted { ($1.date, $1.id) < ($0.date, $0.id) }
    return Reason.list(items) { item in
      Reason(
        .verified, supports: false, transactionId: item.transactionId,
        "arrived \(Optional(item.date).day) and did not verify: \(Self.words(for: item.failure.kind))")
    }
  }

  /// The refused objects that claim to be of a product, as far as they were this account's.
  func quarantined(_ productId: String) -> [QuarantinedItem] {
    guard evidence.account != nil else { return [] }
    return evidence.quarantined.filter {
      $0.productId == productId && ($0.account == nil || $0.account == evidence.account)
    }
  }

  private func isShownBefore(_ one: Exclusion, _ other: Exclusion) -> Bool {
    let first = evidence.transactions[one.index].transaction
    let second = evidence.transactions[other.index].transaction
    let dates = (first.purchaseDate.orEarliest, second.purchaseDate.orEarliest)
    if dates.0 != dates.1 { return dates.0 > dates.1 }
    if first.transactionId != second.transactionId {
      return TransactionID.precedes(second.transactionId ?? "", first.transactionId ?? "")
    }
    return text(of: one) < text(of: other)
  }

  private func text(of exclusion: Exclusion) -> String {
    let stored = evidence.transactions[exclusion.index]
    switch exclusion.rule {
    case .verified:
      guard let kind = stored.verdict.failure?.kind else {
        return "not signed by Apple (Xcode): such transactions count only in a store bound to Xcode's environment"
      }
      return "did not verify: \(Self.words(for: kind))"
    case .attested: return attestedText(of: stored)
    case .environment: return "of another environment than this store: Production and Sandbox never mix"
    case .identified: return "has no transaction id, so it cannot be told from another"
    case .inHistory: return "no longer in the account's complete history, so it does not count; the evidence is kept"
    case .knownType: return typeText(of: stored)
    case .sameType: return "Apple signed it as another type of product than the catalogue lists, so it grants nothing"
    case .belongsToAnotherUser: return ownerText(of: exclusion.index)
    default: return "its ownership is neither purchased nor family shared, so it grants nothing"
    }
  }

  /// Why nobody who vouches for a transaction is believed here.
  private func attestedText(of stored: StoredTransaction) -> String {
    guard case .attested(let attestation) = stored.verdict else { return "not signed" }
    return switch attestation {
    case .answer:
      "told by Apple's receipt server and not signed: it counts only in a store that is bound to that server"
    case .receipt: "listed in an app receipt and not signed itself: the App Store of this store says more, and counts"
    case .file: "from a file that nobody signed, which anybody can write: it is shown and grants nothing"
    }
  }

  private func typeText(of stored: StoredTransaction) -> String {
    guard case .attested = stored.verdict else { return "its product type is not known here, so it grants nothing" }
    return "a receipt does not say what type of product it is, so it grants nothing: name the catalogue (--catalog)"
  }

  private static func words(for kind: VerificationFailureKind) -> String {
    switch kind {
    case .size: "it is larger than any signed object"
    case .format: "it is not a well-formed signed object"
    case .chainLength: "it does not carry exactly three certificates"
    case .certificate: "a certificate cannot be read"
    case .chain: "its certificates do not lead to a trusted root"
    case .signature: "the signature is not right"
    case .kindMismatch: "it is another kind of signed object"
    case .appIdentifier: "it is another app's"
    case .environment: "it is of another environment"
    }
  }
}
