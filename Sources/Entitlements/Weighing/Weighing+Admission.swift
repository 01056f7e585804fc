import StoreModel

extension Weighing {
  /// Where the newest version of each transaction stands; what must not be compared with others stands for itself.
  ///
  /// A version that did not verify, or that is of another environment, never replaces one that counts.
  func newestVersions() -> [Int] {
    var newest: [String: Int] = [:]
    newest.reserveCapacity(evidence.transactions.count)
    var others: [Int] = []
    for index in evidence.transactions.indices {
      guard let id = evidence.transactions[index].transaction.transactionId, isTrusted(index) else {
        others.append(index)
        continue
      }
      guard let held = newest[id] else {
        newest[id] = index
        continue
      }
      if supersedes(index, held) { newest[id] = index }
    }
    return Array(newest.values) + others
  }

  /// The rule that keeps a newest version out, or nil where it may be weighed.
  func ruleAgainst(_ index: Int) -> Rule? {
    guard isVerified(index) else { return isAttested(index) ? .attested : .verified }
    guard isOfEnvironment(index) else { return .environment }
    // Read in place: a copy of a transaction costs more than all of these checks.
    guard evidence.transactions[index].transaction.transactionId != nil else { return .identified }
    guard !evidence.transactions[index].isAbsent else { return .inHistory }
    let listedType = evidence.transactions[index].transaction.productId.flatMap { catalogue[$0]?.type }
    guard let type = evidence.transactions[index].transaction.type ?? listedType, type.isKnown else {
      return .knownType
    }
    if let listedType, listedType != type { return .sameType }
    if evidence.transactions[index].transaction.inAppOwnershipType?.isKnown == false { return .knownOwnership }
    return isAnotherUsers(index) ? .belongsToAnotherUser : nil
  }

  /// Whether the app's server has given the purchase to others than the user who is logged in.
  private func isAnotherUsers(_ index: Int) -> Bool {
    guard let user = evidence.user, let ownership = ownership(of: index) else { return false }
    return !ownership.users.contains(user)
  }

  private func isTrusted(_ index: Int) -> Bool { isVerified(index) && isOfEnvironment(index) }

  private func isOfEnvironment(_ index: Int) -> Bool {
    evidence.transactions[index].transaction.environment == evidence.environment
  }

  private func isAttested(_ index: Int) -> Bool {
    if case .attested = evidence.transactions[index].verdict { true } else { false }
  }

  /// Verified; or not signed by Apple at all, in a store that is bound to Xcode's environments; or vouched for by who may.
  private func isVerified(_ index: Int) -> Bool {
    switch evidence.transactions[index].verdict {
    case .verified: true
    case .skipped: evidence.environment == .xcode || evidence.environment == .localTesting
    case .attested(let attestation): evidence.attestations.contains(attestation)
    case .failed: false
    }
  }

  private func supersedes(_ index: Int, _ other: Int) -> Bool {
    let version = evidence.transactions[index]
    let held = evidence.transactions[other]
    if version.transaction == held.transaction { return held.isAbsent && !version.isAbsent }
    return Versions.supersedes(
      version.transaction, payload: Versions.payload(of: version.transaction),
      over: held.transaction, payload: Versions.payload(of: held.transaction))
  }
}
