package import AppStoreModel
import Core

/// How a purchase relates to the user who is logged in.
enum CreditVerdict: Hashable {
  /// The purchase is credited to this user, or this store has no app server to confirm purchases.
  case credited
  /// Another user has the purchase, or it was made for another user.
  case anotherUsers
  /// The purchase is credited to no user yet.
  case nobodys(UndeliveredCause, orderId: String?, since: Timestamp?)
  /// The purchase was credited, and the app server learned of its end before this device.
  case ended(Right.End)
}

/// Who has a consumable that was not delivered to the user.
enum ConsumableHolder {
  /// Another user, or it is not known that no user has it.
  case anotherUser
  /// An installation where no user was logged in; it may be gone.
  case anotherInstallation
  /// The app server credited it to no user.
  case noUser
  /// The app server was not asked about it yet.
  case unknown
}

extension ResolverContext {
  /// Returns the newest right of each original transaction: the one with the later statement.
  static func newestRights(of evidence: EvidenceSet) -> [String: Right] {
    guard evidence.isConfirmedByServer else { return [:] }
    return Dictionary(evidence.rights.map { ($0.originalTransactionId, $0) }) { one, other in
      (one.signedDate ?? one.purchaseDate, one.purchase) < (other.signedDate ?? other.purchaseDate, other.purchase)
        ? other : one
    }
  }

  /// Returns which user a transaction's purchase belongs to.
  func credit(of index: Int) -> CreditVerdict {
    // This check comes first, because a customer's whole history passes through here.
    guard evidence.isConfirmedByServer else { return .credited }
    let transaction = evidence.transactions[index].transaction
    guard let original = transaction.lineageId else { return .credited }
    if transaction.type == .consumable { return .credited }
    if let right = rights[original], let verdict = verdict(on: right, of: transaction) { return verdict }
    if let ownership = evidence.owners[original] {
      if ownership.users.contains(evidence.user) { return .credited }
      if let date = loginWaits(for: ownership.users) { return .nobodys(.unreachable, orderId: nil, since: date) }
      if !ownership.users.isEmpty { return .anotherUsers }
    }
    if evidence.deliveredHere.contains(original) { return .credited }
    if let order = order(of: transaction) {
      guard order.user == evidence.user else { return .anotherUsers }
      return .nobodys(order.cause, orderId: order.id, since: order.createdDate)
    }
    if evidence.owners[original] == nil, let token = transaction.appAccountToken?.lowercased(),
      let owner = evidence.userTokens[token], owner != evidence.user
    {
      return .anotherUsers
    }
    // The wait began when the purchase arrived at this device; its date of purchase says nothing about the app server.
    return .nobodys(
      causeWithoutOrder(original, index), orderId: nil,
      since: evidence.transactions[index].arrivedDate ?? transaction.purchaseDate.known)
  }

  /// Returns whether this device or the app server has an undelivered order of this user for the purchase, which is
  /// listed as under way.
  ///
  /// It is not where the app server has credited another user meanwhile.
  func isOnItsWay(_ index: Int) -> Bool {
    if purchaseAtServer(index) != nil { return true }
    guard let order = order(of: evidence.transactions[index].transaction), order.user == evidence.user else {
      return false
    }
    return !isOverAtServer(order) || owner(of: index) == nil
  }

  /// Returns who has a consumable that was bought and not delivered to this user, as far as this device knows.
  func holder(ofConsumable index: Int) -> ConsumableHolder {
    let transaction = evidence.transactions[index].transaction
    if let owner = owner(of: index) {
      if loginWaits(for: [owner]) != nil { return .unknown }
      return AnonymousUser(name: owner) == nil ? .anotherUser : .anotherInstallation
    }
    guard evidence.isConfirmedByServer, evidence.isAsked,
      let original = transaction.lineageId, transaction.revocationDate == nil,
      !evidence.deliveredHere.contains(original), order(of: transaction) == nil
    else { return .anotherUser }
    return evidence.owners[original] == nil ? .unknown : .noUser
  }

  /// Returns whether a purchase was made before the login, and the app server has not received the login yet.
  func waitsForLogin(_ weighed: WeighedTransaction) -> Bool {
    ownership(of: weighed.index).map { loginWaits(for: $0.users) != nil } ?? false
  }

  /// Returns whether the app server has said nothing about a purchase that no order of this device is for.
  func isOwnerUnknown(_ weighed: WeighedTransaction) -> Bool {
    ownership(of: weighed.index) == nil && order(of: transaction(weighed)) == nil
      && purchaseAtServer(weighed.index) == nil
  }

  /// Returns whether a restore brought a purchase here, and the app server has not said yet which user has it.
  func isUnconfirmedRestore(_ weighed: WeighedTransaction) -> Bool {
    guard ownership(of: weighed.index) == nil, let order = order(of: transaction(weighed)) else { return false }
    return order.intentId == nil && order.isNotDelivered
  }

  /// Returns since when the logged-in user waits for the app server to move a purchase of one of these users.
  ///
  /// Nil where the user claims no purchase of theirs.
  private func loginWaits(for users: [String]) -> Timestamp? {
    evidence.waitingForServer.first { call in
      guard case .login(let claim) = call.kind else { return false }
      return claim.user == evidence.user && users.contains(claim.anonymous)
    }?.date
  }

  /// Returns what a right says about a transaction of its purchase; nil where the device has newer data.
  private func verdict(on right: Right, of transaction: Transaction) -> CreditVerdict? {
    guard let ended = right.ended else {
      return isReplaced(transaction, by: right) ? .ended(right.replacement) : .credited
    }
    if [.transferred, .restoredByAnother].contains(ended.why) { return .anotherUsers }
    guard let signed = right.signedDate, transaction.signedDate.orEarliest < signed else { return nil }
    return .ended(ended)
  }

  /// Returns whether the app server knows that a plan was changed, and this device has only the period before.
  ///
  /// A right is for the newest purchase of its subscription.
  private func isReplaced(_ transaction: Transaction, by right: Right) -> Bool {
    guard right.type == .autoRenewableSubscription, right.productId != transaction.productId,
      right.purchaseDate <= now, let signed = right.signedDate
    else { return false }
    return transaction.signedDate.orEarliest < signed && transaction.purchaseDate.orEarliest < right.purchaseDate
  }

  /// Returns an undelivered order of a lineage: the transaction's own, else that of the original transaction.
  private func order(of transaction: Transaction) -> Order? {
    if let id = transaction.transactionId, let order = undelivered[id] { return order }
    return transaction.lineageId.flatMap { undelivered[$0] }
  }

  /// Returns why no user was credited with a purchase for which this device has no order.
  private func causeWithoutOrder(_ original: String, _ index: Int) -> UndeliveredCause {
    if ground(of: index) != nil { return .overdue }
    if let refusal = evidence.serverRefusals[original] { return refusal.isEmpty ? .unreachable : .refused }
    if purchaseAtServer(index) != nil { return .refused }
    guard let ownership = evidence.owners[original] else { return .waiting }
    return ownership.attribution == .foreignToken || ownership.policyOutcome == .kept ? .refused : .waiting
  }

  /// Returns the ground on which a purchase was given up, by this device's order or the app server; nil where it was not.
  func ground(of index: Int) -> CloseGround? {
    order(of: evidence.transactions[index].transaction)?.ground ?? purchaseAtServer(index)?.ground
      ?? ownership(of: index)?.ground
  }

  /// Returns why the app server, though reached, did not name the owner of a transaction's purchase.
  func serverRefusal(of weighed: WeighedTransaction) -> String? {
    transaction(weighed).lineageId.flatMap { id in
      evidence.serverRefusals[id].flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// Applies the app server's credit to a judgement that entitles by Apple's evidence.
  func credited(_ judgement: Judgement) -> Judgement {
    guard judgement.entitled else { return judgement }
    var judgement = judgement
    switch credit(of: judgement.deciding.index) {
    case .credited, .anotherUsers: return judgement
    case .ended(let end):
      judgement.entitled = false
      judgement.state = end.why.state
      judgement.rule = end.why.rule
      judgement.accessEnds = end.date
      return judgement
    case .nobodys(let cause, _, let since):
      judgement.state = .paidNotDelivered
      judgement.cause = cause
      judgement.isConfirmed = false
      judgement.entitled = isInServerGrace(judgement, cause, since: since)
      judgement.rule = judgement.entitled ? .serverGrace : .credited
      return judgement
    }
  }

  /// Returns whether Apple's evidence is enough for now.
  ///
  /// The server must be unreachable, and the purchase must carry this user's token.
  private func isInServerGrace(_ judgement: Judgement, _ cause: UndeliveredCause, since: Timestamp?) -> Bool {
    guard let grace = evidence.serverGrace, cause == .unreachable, let since,
      now < since.adding(milliseconds: grace), judgement.lineage.type != .nonRenewingSubscription,
      let token = transaction(judgement.deciding).appAccountToken?.lowercased()
    else { return false }
    return evidence.userTokens[token] == evidence.user
  }

  // MARK: Rights to purchases that this device cannot show

  /// Adds purchases that the app server credited elsewhere to a product's verdict.
  func overlay(rightsTo productId: String, on productVerdict: inout ProductVerdict) {
    let credited = rights.values.filter { $0.productId == productId && !isOfUnknownType($0) }
      .sorted { ($1.purchaseDate, $1.purchase) < ($0.purchaseDate, $0.purchase) }
    guard !credited.isEmpty else { return }
    let standing = credited.filter { stands($0) }
    if !productVerdict.entitled,
      let right = standing.max(by: { (end(of: $0) ?? .distantFuture) < (end(of: $1) ?? .distantFuture) })
    {
      productVerdict.state = .creditedToUser
      productVerdict.entitled = true
      productVerdict.isConfirmed = true
      productVerdict.cause = nil
      productVerdict.expiresDate = end(of: right)
      productVerdict.since = right.purchaseDate
      productVerdict.deciding = nil
      let place = place(of: right)
      productVerdict.elsewhere = place.isElsewhere ? right.transactionId : nil
      productVerdict.reasons.insert(
        Reason(
          .creditedToUser, supports: true, transactionId: right.transactionId,
          place.text
            + (end(of: right).map { "; until \(Optional($0).minute)" } ?? "")), at: 0)
      productVerdict.next = nextStep(forCredited: right)
    } else if productVerdict.entitled {
      productVerdict.extend(to: standing.map { end(of: $0) })
    } else if productVerdict.deciding == nil || productVerdict.state == .expired,
      let right = credited.first(where: isRenewalUnknown)
    {
      awaitRenewal(of: right, in: &productVerdict)
    } else if productVerdict.deciding == nil, let right = credited.first {
      let ended = right.ended
      let isRetried = right.renews == true && mayBeCollected(right)
      productVerdict.state = ended?.why.state ?? (isRetried ? .billingRetry : .expired)
      productVerdict.expiresDate = ended?.date ?? end(of: right)
      productVerdict.since = right.purchaseDate
      productVerdict.reasons.insert(
        Reason(
          ended?.why.rule ?? .expired, supports: false, transactionId: ended?.transactionId ?? right.transactionId,
          say("the app server had credited it to this user; it ended \(productVerdict.expiresDate.minute)")
            + (right.endWords.map { ": " + $0 } ?? "")), at: 0)
      productVerdict.takenBackFree = right.isTakenBackFree ? ended?.transactionId ?? right.transactionId : nil
      productVerdict.next =
        ended?.why == .restoredByAnother
        ? restoreAgain(right)
        : isRetried
          ? nextStep(forCollected: right)
          : nextStep(forEnded: productVerdict.state, productId: productId, isFree: right.isTakenBackFree)
    }
  }

  /// Returns the next step for a purchase that the app server credited, whichever device and Apple Account paid.
  private func nextStep(forCredited right: Right) -> NextStep {
    guard right.isInGracePeriod == true else {
      return NextStep(who: .nobody, text: say("nothing to do: purchases credited by the app server follow the user"))
    }
    let end = end(of: right)
    return NextStep(
      who: .customer,
      text: say(
        "ask the customer to update the payment method of the Apple Account that pays; Apple retries, and access stays "
          + "until \(end.minute)"), say: CustomerText.grace(until: end.day).text, until: end)
  }

  /// Returns whether a subscription's period ended after the app server's last answer, so that it may have been renewed.
  ///
  /// This Apple Account's own subscriptions are told by its own evidence.
  func isRenewalUnknown(_ right: Right) -> Bool {
    guard right.type == .autoRenewableSubscription, right.ended == nil, let end = end(of: right), end <= now,
      evidence.serverDate.map({ $0 < end }) ?? true
    else { return false }
    return !isOfThisAccount(right)
  }

  /// Returns whether this Apple Account's own evidence shows an earlier part of a purchase that the app server credited.
  func isOfThisAccount(_ right: Right) -> Bool {
    lineages[.init(type: right.type, originalTransactionId: right.originalTransactionId)] != nil
  }

  private func awaitRenewal(of right: Right, in productVerdict: inout ProductVerdict) {
    productVerdict.state = .renewalAwaited
    productVerdict.isConfirmed = false
    productVerdict.deciding = nil
    productVerdict.expiresDate = end(of: right)
    productVerdict.since = right.purchaseDate
    productVerdict.reasons.insert(
      Reason(
        .renewalAwaited, supports: false, transactionId: right.transactionId,
        say(
          "the app server credited it to this user until \(productVerdict.expiresDate.minute); this device has not asked "
            + "since whether it was renewed")), at: 0)
    productVerdict.next = NextStep(who: .us, text: NextStepText.askAppStoreAgain.text, action: .refundCheck)
  }

  /// Returns the app server's record of a purchase that it did not credit.
  private func purchaseAtServer(_ index: Int) -> UserPurchase? {
    let transaction = evidence.transactions[index].transaction
    let ids = [transaction.transactionId, transaction.lineageId]
    return evidence.purchasesAtServer.first {
      [.paid, .closed].contains($0.state) && ids.contains($0.transactionId)
    }
  }

  /// Returns where a purchase was made that this device cannot show, and whether that is elsewhere.
  ///
  /// It is not elsewhere where this device has some trace of it.
  private func place(of right: Right) -> (text: String, isElsewhere: Bool) {
    if right.attribution == .otherPlatform { return (say("bought on another platform, credited to this user"), true) }
    let ids: Set<String?> = [right.purchase, right.originalTransactionId]
    let copies = (excluded[right.productId] ?? []).filter { isOf(ids, evidence.transactions[$0.index].transaction) }
    if copies.contains(where: { $0.rule != .verified }) {
      return (say("credited to this user by the app server; this device's copy of the purchase does not count"), false)
    }
    if !copies.isEmpty || quarantined(right.productId).contains(where: { ids.contains($0.transactionId) }) {
      return (
        say("credited to this user by the app server; this device's copy of the purchase has an invalid signature"),
        false
      )
    }
    if evidence.orders.contains(where: { ids.contains($0.transactionId) })
      || evidence.intents.contains(where: { isBegun(right, by: $0) })
    {
      return (say("credited to this user by the app server; this device has not received the purchase yet"), false)
    }
    if isOfThisAccount(right) {
      let isHere = (admitted[right.productId] ?? []).contains { transaction($0).purchaseKey == right.purchase }
      let text: Words =
        isHere
        ? "bought with this Apple Account, credited to this user"
        : "credited to this user by the app server; this device has not received the renewal yet"
      return (text.text, false)
    }
    return (say("bought on another device or with another Apple Account, credited to this user"), true)
  }

  /// Returns whether a purchase may be one that this device began without an answer, or that a person closed by hand.
  private func isBegun(_ right: Right, by intent: Intent) -> Bool {
    guard intent.productId == right.productId, intent.user == evidence.user else { return false }
    if goneThrough(intent) != nil { return true }
    let mayBeCharged = intent.state != .closed || ClosedByHand.words(of: intent.closedReason) != nil
    return mayBeCharged && intent.storeDate <= right.purchaseDate
  }

  private func isOf(_ ids: Set<String?>, _ transaction: Transaction) -> Bool {
    ids.contains(transaction.originalTransactionId) || ids.contains(transaction.transactionId)
  }

  /// Returns whether the newest statement about a right's purchase has an unknown product type, which grants nothing.
  private func isOfUnknownType(_ right: Right) -> Bool {
    (excluded[right.productId] ?? []).contains { exclusion in
      guard exclusion.rule == .knownType else { return false }
      let transaction = evidence.transactions[exclusion.index].transaction
      return transaction.lineageId == right.originalTransactionId
        && (right.signedDate ?? right.purchaseDate) <= transaction.signedDate.orEarliest
    }
  }

  /// Returns whether a right still gives access, by its end date and by what this device knows about its purchase.
  func stands(_ right: Right) -> Bool {
    guard right.ended == nil, end(of: right).map({ now < $0 }) ?? true else { return false }
    // A newer statement of the App Store decides; this device has it where the purchase is visible.
    guard let lineage = lineages.values.first(where: { $0.key.originalTransactionId == right.originalTransactionId })
    else { return true }
    let newest = lineage.current ?? lineage.newest
    return !newest.isRevoked || newest.signedDate < (right.signedDate ?? right.purchaseDate)
  }

  /// Returns when a right expires: the server's date, or the end of the set duration.
  func end(of right: Right) -> Timestamp? {
    if let expires = right.expiresDate { return expires }
    return seasonEnds[right.productId]?[right.originalTransactionId]
  }
}

extension RightEnd {
  /// Why Apple revoked the purchase; nil where the right ended in another way.
  var revocation: RevocationCause? { RevocationCause.allCases.first { RightEnd($0) == self } }

  /// The state of a product whose right ended in this way.
  var state: EntitlementState {
    switch self {
    case .expired: .expired
    case .upgraded: .upgraded
    case .transferred, .restoredByAnother: .notPurchased
    default: revocation?.isRefund == true ? .refunded : .revoked
    }
  }

  var rule: Rule {
    switch self {
    case .expired: .expired
    case .upgraded: .upgraded
    case .transferred, .restoredByAnother: .belongsToAnotherUser
    default: (revocation ?? .unknown).rule
    }
  }

  /// How the right ended, in plain words.
  fileprivate var words: String {
    switch self {
    case .expired: EntitlementState.expired.words
    case .upgraded: say("replaced by another product of the group")
    case .transferred: ExclusionText.itWentOverToAnother.text
    case .restoredByAnother: ExclusionText.anotherUserRestoredIt.text
    default: (revocation ?? .unknown).words
    }
  }
}

extension Right {
  /// How the right ended, in plain words; nil while it stands.
  ///
  /// What cost nothing is not called refunded.
  package var endWords: String? { ended.map { isTakenBackFree ? RevocationCause.wordsWhereFree : $0.why.words } }

  /// The end of the plan that this one took the place of.
  fileprivate var replacement: End { End(date: purchaseDate, why: .upgraded) }

  /// Whether Apple ended a purchase for which it had been paid nothing.
  fileprivate var isTakenBackFree: Bool { isPaid == false && ended?.why.state == .refunded }
}

extension Order {
  /// Whether the order was charged and not delivered: delivery is pending, or it was given up.
  package var isNotDelivered: Bool {
    switch state {
    case .paid, .uploaded, .confirmed, .verified, .halfSuccess, .refused, .overdue: true
    case .finished, .closed: closedReason != nil
    case .delivered: false
    }
  }

  /// Why the order was not delivered.
  package var cause: UndeliveredCause {
    if isGivenUp { return .overdue }
    switch state {
    case .halfSuccess: return isRejected ? .refused : .unreachable
    case .refused: return isRefusedByServer ? .refused : .badSignature
    default: return .waiting
    }
  }
}
