package import StoreModel
import Texts

/// What is to be said of a product besides what its transactions decide: what is under way, was asked for, was not
/// checked.
struct Notes {
  let isListed: Bool
  let isSignedIn: Bool
  let isConsumable: Bool
  /// Whether the answer is as young as was asked for.
  let isFresh: Bool
  let underWay: [UnderWay]
  /// A refund that was asked for, which Apple has not decided.
  let refundAsked: RefundRequest?
  let hasFailedVerification: Bool
  /// Whether the App Store of this store signs anew what did not verify.
  let signsAnew: Bool
  /// Whether something only we can put right keeps a transaction out.
  let hasUnweighable: Bool
  /// Whether somebody vouches for a transaction who is not believed here.
  let hasUnsigned: Bool
  /// What can be done about a purchase that is another user's.
  let anotherUsers: NextStep?
  /// The purchase of another user that stands.
  let anotherUsersTransaction: String?
  /// Who can do what about what is under way.
  let nextUnderWay: NextStep?
  /// Whether something was charged, or may have been, that nobody has been given.
  let isMoneyUnderWay: Bool
  /// Whether this device asked whoever may know of more: without it nothing can be confirmed that speaks for buying.
  let isAsked: Bool
  let askingFirst: (NextStep) -> NextStep
  let reasons: [Reason]

  init(_ product: Product, weighing: Weighing, finding: Finding, isListed: Bool) {
    let evidence = weighing.evidence
    let productId = product.id
    self.isListed = isListed
    isSignedIn = evidence.account != nil
    isConsumable = product.type == .consumable
    isFresh = weighing.isFresh(finding)
    underWay = weighing.underWay(productId)
    refundAsked = weighing.openRefundRequests(productId).first(where: weighing.isUndecided)
    let excluded = weighing.excluded[productId] ?? []
    hasFailedVerification =
      weighing.quarantined(productId).contains { !weighing.isHeldVerified($0.transactionId) }
      || excluded.contains { $0.rule == .verified }
    signsAnew = evidence.appStore.signsAnew
    hasUnweighable = excluded.contains { $0.rule == .knownType || $0.rule == .sameType }
    hasUnsigned = excluded.contains { $0.rule == .attested }
    let others = excluded.filter(weighing.isStanding)
    anotherUsers = weighing.nextStepForAnotherUsers(others)
    anotherUsersTransaction = weighing.newest(of: others)
      .flatMap { evidence.transactions[$0.index].transaction.transactionId }
    nextUnderWay = weighing.nextStep(
      forUnderWay: underWay, of: productId, isHad: finding.entitled && finding.state != .paidNotDelivered)
    isMoneyUnderWay = underWay.contains {
      $0.kind == .chargeUnknown || $0.kind == .paidNotDelivered && $0.ground?.isFinal != true
    }
    let isAnswered = finding.entitled || finding.balance.map { $0 > 0 } ?? false || !underWay.isEmpty
    isAsked =
      finding.entitled || finding.balance.map { $0 > 0 } ?? false
      || evidence.isAsked && (!evidence.isConfirmedByServer || evidence.tellsUnderWay)
        && !weighing.mayBeChargedForAnother(productId)
    askingFirst = { weighing.askingFirst($0, productId) }
    reasons =
      weighing.underWayReasons(underWay, productId) + weighing.byHandReasons(productId)
      + weighing.moneyReasons(productId, isAnswered: isAnswered)
      + weighing.reasonsBesides(productId, finding: finding, isListed: isListed, isConfirmed: isFresh)
  }

  /// Whether the answer needs nobody's confirmation any more.
  ///
  /// Charged and not delivered, or perhaps charged: somebody has still to say what becomes of it.
  func isConfirmed(_ finding: Finding) -> Bool {
    guard isFresh, isAsked, finding.isConfirmed else { return false }
    let state = state(of: finding)
    return state != .paidNotDelivered && state != .chargeUnknown
  }

  /// The first state that applies, in the order of RULES 1a.
  func state(of finding: Finding) -> EntitlementState {
    if !isListed { return .notInCatalogue }
    if finding.entitled, !isFresh { return .unconfirmed }
    if finding.entitled, refundAsked != nil { return .refundAsked }
    if finding.entitled || finding.state == .paidNotDelivered || finding.state == .purchased && !isConsumable {
      return finding.state
    }
    if let waiting = underWay.compactMap({ stateAlone(of: $0, finding) }).min(by: { $0.rank < $1.rank }) {
      return waiting
    }
    // What another user has now says more than how an earlier purchase ended.
    if anotherUsers != nil, Judgement.olderEnds.contains(finding.state) { return .notPurchased }
    if finding.state == .purchased || Judgement.inactiveStates.contains(finding.state) { return finding.state }
    return hasFailedVerification ? .verificationFailed : .notPurchased
  }

  /// Why nobody was credited, where the state is that nobody was.
  func cause(of finding: Finding) -> UndeliveredCause? {
    guard state(of: finding) == .paidNotDelivered else { return nil }
    return finding.cause ?? underWay.first { $0.kind == .paidNotDelivered }?.cause
  }

  /// The state that something under way gives a product where nothing entitles; nil where it gives none.
  private func stateAlone(of item: UnderWay, _ finding: Finding) -> EntitlementState? {
    switch item.kind {
    case .purchasing: return nil
    case .chargeUnknown: return .chargeUnknown
    case .interrupted: return .interrupted
    case .pending: return .pending
    case .paidNotDelivered:
      // What was given up stays told; of a consumable a later delivery is the state.
      if isConsumable, item.ground?.isFinal == true { return nil }
      let isPast = item.cause == .overdue && isConsumable && finding.since.map { item.since < $0 } == true
      return isPast && finding.state == .purchased ? nil : .paidNotDelivered
    }
  }

  /// When the deciding purchase was made, or the one that waits was begun.
  func since(of finding: Finding) -> Timestamp? {
    let kind: UnderWay.Kind? =
      switch state(of: finding) {
      case .pending: .pending
      case .interrupted: .interrupted
      case .chargeUnknown: .chargeUnknown
      default: nil
      }
    guard let kind else { return finding.since }
    return underWay.first { $0.kind == kind }?.since
  }

  /// Who can do what next: the most urgent step, one.
  func next(of finding: Finding) -> NextStep {
    if finding.state == .grantedByUs || finding.state == .creditedToUser {
      return isMoneyUnderWay ? nextUnderWay ?? finding.next : finding.next
    }
    guard isSignedIn else {
      return NextStep(
        who: .customer, text: say("sign in to the App Store, then restore: purchases come back with the account"),
        action: .signIn)
    }
    if finding.entitled, finding.state != .paidNotDelivered {
      if !isFresh {
        return NextStep(
          who: .us, text: say("run a refund check as soon as the App Store can be reached"), action: .refundCheck)
      }
      if let refundAsked {
        return .refundAsked(refundAsked)
      }
      if finding.next.who == .nobody, let nextUnderWay { return nextUnderWay }
      if !isListed, finding.next.who == .nobody {
        return NextStep(who: .us, text: say("add the product to the catalogue, or keep honouring it"))
      }
      return finding.next
    }
    if let nextUnderWay, state(of: finding) != .purchased,
      isMoneyUnderWay || state(of: finding) != .notPurchased || !isConsumable
    {
      return nextUnderWay
    }
    if finding.state == .notPurchased || state(of: finding) == .notPurchased, !isConsumable {
      if hasFailedVerification {
        return signsAnew
          ? NextStep(
            who: .us, text: say("look at what did not verify and why, then restore: the App Store signs it anew"),
            action: .restore)
          : NextStep(
            who: .us,
            text: say(
              "look at what did not verify and why: it does not count, and asking again brings the same signature"),
            action: .quarantine)
      }
      if let anotherUsers { return anotherUsers }
      if hasUnsigned {
        return NextStep(
          who: .us, text: say("ask Apple about the customer: till lookup ID with --backend appstore:PLACE"),
          action: .lookUp)
      }
      if hasUnweighable {
        return NextStep(who: .us, text: say("put the product's type in the catalogue right, then restore"))
      }
    }
    return askingFirst(finding.next)
  }
}

extension EntitlementState {
  /// Where a state stands in the order in which one of several is shown.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}

extension Weighing {
  /// The answer for a product of the catalogue.
  func status(of product: Product) -> ProductStatus { status(of: product, isListed: true) }

  /// The answer for a product that is only known from transactions, made from the newest one; nil where there is none.
  func unlistedStatus(_ productId: String) -> ProductStatus? {
    guard catalogue[productId] == nil else { return nil }
    let known = transactions(of: productId)
    guard let newest = newest(of: known) else { return nil }
    let paid = self.newest(of: known.filter { transaction($0).price != nil }) ?? newest
    return status(
      of: Product(lastBought: transaction(newest), id: productId, paid: transaction(paid)), isListed: false)
  }

  /// The products that are only known from transactions, by their ids.
  var unlistedProductIds: [String] {
    Set(admitted.keys).union(excluded.keys).filter { catalogue[$0] == nil }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func status(of product: Product, isListed: Bool) -> ProductStatus {
    let finding = finding(for: product)
    let notes = Notes(product, weighing: self, finding: finding, isListed: isListed)
    let state = notes.state(of: finding)
    let claims = claims(product, finding, notes, state)
    let twice = chargedTwice(product)
    var next = settled(next(notes, finding, chargedTwice: twice), for: product)
    if next.say == nil, state == .paidNotDelivered, notes.underWay.contains(where: { $0.ground == .fraud }) {
      // Nothing is said of a refund, nor of what was found.
      next.say = say("Please reply to us about this purchase.")
    } else if next.say == nil {
      next.say = sentence(for: product, finding, notes, state, claims: claims, next: next).text
    }
    var status = ProductStatus(
      product: product, state: state, entitled: finding.entitled,
      confirmed: notes.isConfirmed(finding),
      balance: finding.balance, expiresDate: finding.expiresDate, since: notes.since(of: finding),
      pendingProductId: finding.pendingProductId, renewal: finding.renewal,
      decidingTransactionId: finding.deciding.flatMap { transaction($0).transactionId },
      isShared: finding.entitled && finding.deciding?.isShared == true, cause: notes.cause(of: finding),
      underWay: notes.underWay, claims: claims, chargedTwice: twice,
      reasons: reasons(for: product, finding, notes) + waitingReasons(product.id) + (twice.map { [$0.reason] } ?? []),
      next: next)
    status.isStacking = evidence.durations[product.id]?.stacks(at: now) ?? false
    return status
  }

  /// The step, or what to do about a second charge where nothing is more urgent.
  private func next(_ notes: Notes, _ finding: Finding, chargedTwice: ChargedTwice?) -> NextStep {
    let next = notes.next(of: finding)
    let isQuiet = [.nobody, .customer].contains(next.who) && finding.entitled && notes.underWay.isEmpty
    guard isQuiet, notes.state(of: finding) != .gracePeriod, notes.refundAsked == nil else { return next }
    return chargedTwice?.next ?? next
  }

  /// Every reason in the order in which it was weighed: what may be looked at, what decides, what is said besides.
  private func reasons(for product: Product, _ finding: Finding, _ notes: Notes) -> [Reason] {
    var reasons: [Reason] = []
    if evidence.account == nil {
      reasons.append(Reason(.signedIn, supports: false, say("nobody is signed in to the App Store on this device")))
    }
    if !product.type.isKnown {
      reasons.append(Reason(.knownType, supports: false, NextStepText.itsProductType.text))
    }
    reasons += finding.reasons
    reasons += exclusionReasons(product.id)
    reasons += quarantineReasons(product.id)
    reasons += notes.reasons
    let purchases = evidence.account != nil && (admitted[product.id] ?? []).isEmpty && product.type != .consumable
    if purchases, !finding.entitled {
      reasons.append(Reason(.everPurchased, supports: false, say("no purchase that counts is known on this device")))
    }
    return reasons
  }

  /// The transactions of a product in this store's environment, those that may not be weighed where there is no other.
  private func transactions(of productId: String) -> [WeighedTransaction] {
    admitted[productId]
      ?? (excluded[productId] ?? []).filter { $0.rule != .verified && $0.rule != .environment }.map {
        WeighedTransaction(evidence.transactions[$0.index].transaction, index: $0.index)
      }
  }
}

extension Product {
  /// A product that no catalogue lists, as far as its newest transaction tells: the price is the last one paid, for the
  /// whole quantity.
  package init(lastBought newest: Transaction, id: String, paid: Transaction) {
    let price = Price(milliunits: paid.price ?? 0, currency: paid.currency ?? "")
    let storefront =
      paid.storefront.flatMap { Storefront(countryCode: $0) }
      ?? Storefront.all.first { $0.currency == price.currency }
    self.init(
      id: id, type: newest.type ?? ProductType(rawValue: ""), displayName: id, price: price.milliunits,
      currency: price.currency,
      displayPrice: paid.price == nil
        ? ""
        : storefront.map { price.formatted(locale: $0.localeIdentifier) }
          ?? [price.decimalText, price.currency].filter { !$0.isEmpty }.joined(separator: " "),
      subscriptionGroupIdentifier: newest.subscriptionGroupIdentifier)
  }
}
