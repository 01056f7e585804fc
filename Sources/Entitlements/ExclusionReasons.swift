package import AppStoreModel
import Core

extension ResolverContext {
  /// Returns why transactions of a product do not count, newest first, each transaction once for each rule.
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
    if let refunded = refundOfUnknownType(productId), let cause = refunded.revocationCause {
      reasons.append(
        Reason(
          .refunded, supports: false, transactionId: refunded.transactionId,
          Self.takenBackText(cause, on: refunded.revocationDate.day)))
    }
    return reasons
  }

  /// Returns the newest purchase of an unknown type where it was refunded; what it granted is unknown, its refund is not.
  func refundOfUnknownType(_ productId: String) -> Transaction? {
    let items = (excluded[productId] ?? []).filter { $0.rule == .knownType }
    let transaction = newest(of: items).map { evidence.transactions[$0.index].transaction }
    return transaction?.isRefunded == true ? transaction : nil
  }

  /// Returns why signed objects that claim to be of a product failed verification, newest first.
  func quarantineReasons(_ productId: String) -> [Reason] {
    // A copy that arrives again with the same failure is not listed again.
    var seen: Set<String> = []
    let items = quarantined(productId).sorted { ($1.date, $1.id) < ($0.date, $0.id) }
      .filter { seen.insert("\($0.failure.kind.rawValue) \($0.transactionId ?? String($0.id))").inserted }
    return Reason.list(items) { item in
      Reason(
        .verified, supports: false, transactionId: item.transactionId,
        say("received \(Optional(item.date).day), failed verification: \(Self.words(for: item.failure.kind))"))
    }
  }

  /// Returns the objects in quarantine that claim to be of a product and belong to this account.
  func quarantined(_ productId: String) -> [QuarantinedItem] {
    guard evidence.account != nil else { return [] }
    return evidence.quarantined.filter {
      $0.productId == productId && ($0.account == nil || $0.account == evidence.account)
    }
  }

  /// Returns whether a transaction of a product has an invalid signature, and no verified copy of it is here.
  func hasFailedVerification(_ productId: String) -> Bool {
    quarantined(productId).contains { !isHeldVerified($0.transactionId) }
      || (excluded[productId] ?? []).contains { $0.rule == .verified }
  }

  /// Returns whether a verified copy of a transaction has arrived too; then its failed copies no longer matter.
  func isHeldVerified(_ transactionId: String?) -> Bool {
    guard let transactionId else { return false }
    return evidence.transactions.contains {
      $0.transaction.transactionId == transactionId && $0.verdict.failure == nil
    }
  }

  /// Returns the newest of some exclusions, whatever the order in which they were read.
  func newest(of exclusions: [Exclusion]) -> Exclusion? { exclusions.min { isShownBefore($0, $1) } }

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
        return say("not signed by Apple (Xcode): such transactions count only in a store bound to Xcode's environment")
      }
      return say("failed verification: \(Self.words(for: kind))")
    case .attested: return attestedText(of: stored)
    case .environment: return say("of another environment than this store: Production and Sandbox never mix")
    case .identified: return say("has no transaction id, so Till cannot tell it from others")
    case .inHistory:
      return stored.origin == .update
        ? say(
          "came through the queue, but this Apple Account's complete history does not list it: another Apple "
            + "Account bought it, so it does not count here; the evidence is kept"
        )
        : say("no longer in the account's complete history, so it does not count; the evidence is kept")
    case .knownType: return typeText(of: stored)
    case .sameType:
      return say("Apple signed it with another product type than the catalogue lists, so it grants nothing")
    case .belongsToAnotherUser: return ownerText(of: exclusion.index)
    default: return say("it does not count here")
    }
  }

  /// Returns why this store does not trust the source of an unsigned transaction.
  private func attestedText(of stored: StoredTransaction) -> String {
    guard case .attested(let attestation) = stored.verdict else { return say("not signed") }
    return switch attestation {
    case .answer:
      say("reported by Apple's receipt server, not signed: counts only in a store that uses that server")
    case .receipt:
      say("listed in an app receipt, not signed itself: this store's App Store knows more, and its answer counts")
    case .file: say("from an unsigned file, which anyone can write: shown, but grants nothing")
    }
  }

  private func typeText(of stored: StoredTransaction) -> String {
    guard case .attested = stored.verdict else { return NextStepText.itsProductType.text }
    return say(
      "a receipt does not state the product's type, so it grants nothing; import its signed transactions, or "
        + "name a catalogue with --catalog FILE")
  }

  private static func words(for kind: VerificationFailureKind) -> String {
    switch kind {
    case .size: say("it is larger than a signed object can be")
    case .format: say("it is not a well-formed signed object")
    case .chainLength: say("it does not carry exactly three certificates")
    case .certificate: say("a certificate cannot be read")
    case .chain: say("its certificates do not lead to a trusted root")
    case .signature: say("the signature is invalid")
    case .kindMismatch: say("it is another kind of signed object")
    case .appIdentifier: say("it belongs to another app")
    case .environment: say("it comes from another environment")
    }
  }
}

extension ResolverContext {
  /// Returns which user a purchase belongs to, and how that was decided.
  func ownerText(of index: Int) -> String {
    let policy = evidence.policy.map { say("; the app server's policy: \($0.words)") } ?? ""
    guard let ownership = ownership(of: index) else {
      return anotherUser(of: index).map { say("bought for user \(shownUser($0))") + policy }
        ?? say("it belongs to another user")
    }
    if ownership.users.contains(evidence.user) {
      return (isBroughtByRestore(index) ? ExclusionText.anotherUserRestoredIt : ExclusionText.itWentOverToAnother).text
    }
    if let owner = ownership.users.first, AnonymousUser(name: owner) != nil {
      return say("bought without logging in (\(shownUser(owner))): restoring it brings it here")
    }
    guard !ownership.users.isEmpty else {
      if let ground = ownership.ground { return say("given up: \(ground.words)") }
      return say("its account token matches no user here, so the app server credited no user") + policy
    }
    let token = evidence.transactions[index].transaction.appAccountToken?.lowercased() ?? ""
    let how =
      if ownership.policyOutcome == .transferred {
        say("it was transferred to that user")
      } else if [.intent, .token].contains(ownership.attribution), evidence.userTokens[token] == evidence.user {
        // The user of the newest period has the whole subscription.
        say("that user bought the newest period of the subscription")
      } else {
        ownership.attribution.words
      }
    return say("belongs to user \(shownUsers(ownership.users)): \(how)") + policy
  }

  /// Returns the next step for purchases of other users; nil if there are none.
  func nextStepForAnotherUsers(_ excluded: [Exclusion]) -> NextStep? {
    guard let exclusion = newest(of: excluded.filter { $0.rule == .belongsToAnotherUser }) else { return nil }
    let owner = owner(of: exclusion.index)
    let id = evidence.transactions[exclusion.index].transaction.transactionId
    if isBroughtByRestore(exclusion.index) { return restoreHere }
    if let ground = ground(of: exclusion.index), ground.isFinal {
      let isHere = id.map { undelivered[$0] != nil } ?? false
      return NextStep(
        who: .nobody, text: UserMoneyText.finalGround(ground, isHere: isHere).text,
        say: CustomerText.replyAboutPurchase.text)
    }
    guard AnonymousUser(name: evidence.user) == nil, let id, ownership(of: exclusion.index) != nil else {
      return NextStep(
        who: .customer, text: say("have the customer log in as \(owner ?? say("its user"))"),
        action: .logIn(user: owner))
    }
    return loggingInOrMoving(id, of: owner)
  }

  /// Returns the step for a purchase of another user, or of one whose token is unknown here.
  func loggingInOrMoving(_ transactionId: String, of owner: String?) -> NextStep {
    NextStep(
      who: .us,
      text: say(
        "have the customer log in as \(owner ?? say("its user")), or move this purchase to the user who is logged in"),
      action: .transfer(transactionId: transactionId))
  }

  /// Returns whether a purchase's token is of no user of this device.
  func hasForeignToken(_ transactionId: String, of productId: String) -> Bool {
    (admitted[productId] ?? []).contains { weighed in
      let transaction = transaction(weighed)
      return transaction.transactionId == transactionId
        && transaction.appAccountToken.map { evidence.userTokens[$0.lowercased()] == nil } ?? false
    }
  }

  /// Returns the user who owns a purchase, or for whom it was made.
  ///
  /// Nil where only the app server knows: another user has it since the owner was last named.
  func owner(of index: Int) -> String? {
    guard let ownership = ownership(of: index) else { return anotherUser(of: index) }
    return ownership.users.contains(evidence.user) ? nil : ownership.users.first ?? anotherUser(of: index)
  }

  /// Returns the other user for whom a purchase was made, where the app server has not named its owner.
  private func anotherUser(of index: Int) -> String? {
    let transaction = evidence.transactions[index].transaction
    if let order = transaction.transactionId.flatMap({ undelivered[$0] }), order.user != evidence.user {
      return order.user
    }
    return transaction.appAccountToken.flatMap { evidence.userTokens[$0.lowercased()] }
  }

  /// Returns how a purchase came to its user, where its token did not decide that.
  func tokenReasons(for productVerdict: ProductVerdict) -> [Reason] {
    guard let deciding = productVerdict.deciding, let ownership = ownership(of: deciding.index) else { return [] }
    let id = transaction(deciding).transactionId
    var reasons: [Reason] = []
    switch ownership.attribution {
    case .missingToken:
      reasons.append(Reason(.missingToken, supports: true, transactionId: id, ownership.attribution.words))
    case .foreignToken:
      reasons.append(Reason(.foreignToken, supports: true, transactionId: id, ownership.attribution.words))
    case .intent, .token, .lineage, .restore, .support, .otherPlatform: break
    }
    switch ownership.policyOutcome {
    case .transferred:
      reasons.append(
        Reason(
          .belongsToAnotherUser, supports: true, transactionId: id,
          say("another user had it; the policy transferred it")))
    case .shared:
      reasons.append(
        Reason(
          .belongsToAnotherUser, supports: true, transactionId: id,
          say("another user has it too, by the policy to share")))
    case .kept, nil: break
    }
    return reasons
  }

  /// Adds support's grants to a product's verdict; a grant entitles where no purchase does.
  func overlay(grantsOf productId: String, on productVerdict: inout ProductVerdict) {
    let grants = grants(of: productId)
      .sorted { ($1.untilDate ?? .distantFuture, $1.id) < ($0.untilDate ?? .distantFuture, $0.id) }
    guard let latest = grants.first else { return }
    let isRunning = latest.untilDate.map { now < $0 } ?? true
    if isRunning, productVerdict.entitled { productVerdict.extend(to: [latest.untilDate]) }
    if isRunning, !productVerdict.entitled {
      productVerdict.state = .grantedByUs
      productVerdict.entitled = true
      productVerdict.expiresDate = latest.untilDate
      productVerdict.since = latest.grantedDate
      productVerdict.isConfirmed = true
      productVerdict.cause = nil
      productVerdict.next = NextStep(
        who: .nobody, text: say("nothing to do: granted until \(latest.untilDate.minute)"))
    }
    productVerdict.reasons =
      Reason.list(grants) { grant in
        let isRunning = grant.untilDate.map { now < $0 } ?? true
        return Reason(
          .grantedByUs, supports: isRunning, grantId: grant.id,
          ExclusionText.grantedByUs(
            because: grant.reason, until: grant.untilDate.minute, isRunning: isRunning
          ).text)
      } + productVerdict.reasons
  }
}

extension ResolverContext {
  private func grants(of productId: String) -> [Grant] {
    evidence.grants.filter { $0.productId == productId && $0.user == evidence.user }
  }

  /// Returns the reasons for the units of a consumable that support granted.
  func grantReasons(ofConsumable productId: String) -> [Reason] {
    Reason.list(grants(of: productId).filter { $0.quantity != nil }) { grant in
      Reason(
        .grantedByUs, supports: false, grantId: grant.id,
        ChargedTwiceText.grantedConsumable(
          grant.quantity ?? 0, because: grant.reason, compensates: grant.compensates
        ).text)
    }
  }

  /// Returns whether a waiting login moves a purchase of a product to its user.
  private func isClaimed(_ productId: String, by claim: LoginClaim) -> Bool {
    let orders = Set(evidence.orders.filter { $0.user == claim.anonymous }.map(\.transactionId))
    return evidence.transactions.contains { stored in
      let transaction = stored.transaction
      guard transaction.productId == productId, let id = transaction.transactionId else { return false }
      let owners = evidence.owners[transaction.originalTransactionId ?? id]?.users ?? []
      return owners.contains(claim.anonymous) || orders.contains(id)
        || evidence.userTokens[transaction.appAccountToken?.lowercased() ?? ""] == claim.anonymous
    }
  }

  /// Returns the grants, durations and logins that the app server has not received yet.
  func waitingReasons(_ productId: String) -> [Reason] {
    evidence.waitingForServer.compactMap { call in
      let since = Optional(call.date).minute
      switch call.kind {
      case .duration(let duration) where duration.productId == productId:
        let text: Words =
          duration.period.map { Words("a duration of \($0.iso8601), set \(since), waits for the app server") }
          ?? Words("taking its duration away, asked \(since), waits for the app server")
        return Reason(.waitsForServer, supports: false, text.text)
      case .grant(let grant) where grant.productId == productId && grant.user == evidence.user:
        return Reason(
          .waitsForServer, supports: false, grantId: grant.id,
          say("a grant of \(since) waits for the app server: \(grant.reason)"))
      case .login(let claim) where claim.user == evidence.user && isClaimed(productId, by: claim):
        return Reason(
          .waitsForServer, supports: false,
          say("bought before \(claim.user) logged in; the login of \(since) waits for the app server to move it"))
      default: return nil
      }
    }
  }
}

extension Attribution {
  /// How the server found the owner, in plain words.
  package var words: String {
    switch self {
    case .intent: say("the purchase was made for that user")
    case .token: say("its appAccountToken belongs to that user")
    case .lineage: say("an earlier transaction of the same purchase belongs to that user")
    case .missingToken:
      say(
        "it has no appAccountToken, so it belongs to the user who was logged in when Till "
          + "first saw it")
    case .foreignToken: say("its appAccountToken matches no user here, so the restore policy decided")
    case .restore: say("a restore moved it to that user")
    case .support: say("support moved it to that user")
    case .otherPlatform: say("it was bought on another platform")
    }
  }
}
