package import AppStoreModel
import Core

/// The notes on a product beside the verdict on its transactions.
///
/// They are about purchases in progress, requests, and what was not checked.
struct Notes {
  let isListed: Bool
  let isSignedIn: Bool
  let isConsumable: Bool
  /// Whether the last check is recent enough for the requested validity.
  let isFresh: Bool
  let underWay: [UnderWay]
  /// A refund request that Apple has not decided.
  let refundAsked: RefundRequest?
  let hasFailedVerification: Bool
  let afterFailedVerification: NextStep
  /// Whether a transaction is excluded for a reason that only our team can fix.
  let hasUnweighable: Bool
  /// Whether a transaction comes from a source that this store does not trust.
  let hasUnsigned: Bool
  /// The next step for a purchase that belongs to another user.
  let anotherUsers: NextStep?
  /// A valid purchase of another user.
  let anotherUsersTransaction: String?
  /// The next step for purchases in progress.
  let nextUnderWay: NextStep?
  /// Whether a purchase was charged, or may have been, and no user received it.
  let isMoneyUnderWay: Bool
  /// Whether this device asked every source that may know of more purchases; only then may Till suggest buying.
  let isAsked: Bool
  let askingFirst: (NextStep) -> NextStep
  let reasons: [Reason]

  init(_ product: Product, context: ResolverContext, productVerdict: ProductVerdict, isListed: Bool) {
    let evidence = context.evidence
    let productId = product.id
    self.isListed = isListed
    isSignedIn = evidence.account != nil
    isConsumable = product.type == .consumable
    isFresh = context.isFresh(productVerdict)
    underWay = context.underWay(productId)
    refundAsked = context.openRefundRequests(productId).first(where: context.isUndecided)
    let excluded = context.excluded[productId] ?? []
    hasFailedVerification = context.hasFailedVerification(productId)
    afterFailedVerification = context.afterFailedVerification
    hasUnweighable = excluded.contains { $0.rule == .knownType || $0.rule == .sameType }
    hasUnsigned = excluded.contains { $0.rule == .attested }
    let others = excluded.filter(context.isStanding)
    anotherUsers = context.nextStepForAnotherUsers(others)
    anotherUsersTransaction = context.newest(of: others)
      .flatMap { evidence.transactions[$0.index].transaction.transactionId }
    var step = context.nextStep(
      forUnderWay: underWay, of: productId,
      isHad: productVerdict.entitled && productVerdict.state != .paidNotDelivered)
    if product.type == .nonConsumable, underWay.allSatisfy({ $0.isRequest && $0.account == nil && !$0.isElsewhere }),
      var anothers = anotherUsers, step != nil
    {
      // The Apple Account owns it meanwhile, so that nothing comes of the request.
      anothers.say = CustomerText.anotherLogins.text
      step = anothers
    }
    nextUnderWay = step
    isMoneyUnderWay = underWay.contains {
      $0.kind == .chargeUnknown || $0.kind == .paidNotDelivered && $0.ground?.isFinal != true
    }
    let isAnswered = productVerdict.isHad || !underWay.isEmpty
    isAsked =
      productVerdict.isHad
      || evidence.isAsked && (!evidence.isConfirmedByServer || evidence.tellsUnderWay)
        && !context.mayBeChargedForAnother(productId)
    askingFirst = { context.askingFirst($0, productId) }
    reasons =
      context.underWayReasons(underWay) + context.byHandReasons(productId)
      + context.moneyReasons(productId, isAnswered: isAnswered)
      + context.reasonsBesides(productId, productVerdict: productVerdict, isListed: isListed, isConfirmed: isFresh)
  }

  /// Returns whether the answer is fully confirmed.
  ///
  /// While a purchase is charged but not delivered, or perhaps charged, the outcome is still open.
  func isConfirmed(_ productVerdict: ProductVerdict) -> Bool {
    guard isFresh, isAsked, productVerdict.isConfirmed else { return false }
    let state = state(of: productVerdict)
    return state != .paidNotDelivered && state != .chargeUnknown
  }

  /// Returns the product's state: the first one that applies, in the order of these checks.
  func state(of productVerdict: ProductVerdict) -> EntitlementState {
    if !isListed { return .notInCatalogue }
    if productVerdict.entitled, !isFresh { return .unconfirmed }
    if productVerdict.entitled, refundAsked != nil { return .refundAsked }
    if productVerdict.entitled || productVerdict.state == .paidNotDelivered
      || productVerdict.state == .purchased && !isConsumable
    {
      return productVerdict.state
    }
    if let waiting = underWay.compactMap({ stateAlone(of: $0, productVerdict) }).min(by: { $0.rank < $1.rank }) {
      return waiting
    }
    switch productVerdict.state {
    // Another user's present purchase is more informative than the end of an earlier one.
    case .refunded, .revoked, .expired: return anotherUsers == nil ? productVerdict.state : .notPurchased
    case .purchased, .paidNotDelivered, .renewalAwaited, .billingRetry, .upgraded: return productVerdict.state
    case .notInCatalogue, .unconfirmed, .refundAsked, .subscribed, .gracePeriod, .creditedToUser, .grantedByUs,
      .chargeUnknown, .interrupted, .pending, .verificationFailed, .notPurchased:
      return hasFailedVerification ? .verificationFailed : .notPurchased
    }
  }

  /// Returns why no user was credited; nil where one was.
  func cause(of productVerdict: ProductVerdict) -> UndeliveredCause? {
    guard state(of: productVerdict) == .paidNotDelivered else { return nil }
    return productVerdict.cause ?? underWay.undelivered?.cause
  }

  /// Returns the state that a purchase in progress gives a product where nothing entitles; nil where it gives none.
  private func stateAlone(of item: UnderWay, _ productVerdict: ProductVerdict) -> EntitlementState? {
    switch item.kind {
    case .purchasing: return nil
    case .chargeUnknown: return .chargeUnknown
    case .interrupted: return .interrupted
    case .pending: return .pending
    case .paidNotDelivered:
      // A given-up purchase keeps deciding the state. Of a consumable, a later delivery decides it instead.
      if isConsumable, item.ground?.isFinal == true { return nil }
      let isPast = item.cause == .overdue && isConsumable && productVerdict.since.map { item.since < $0 } == true
      return isPast && productVerdict.state == .purchased ? nil : .paidNotDelivered
    }
  }

  /// Returns when the deciding purchase was made, or the waiting one was begun.
  func since(of productVerdict: ProductVerdict) -> Timestamp? {
    let kind: UnderWay.Kind? =
      switch state(of: productVerdict) {
      case .pending: .pending
      case .interrupted: .interrupted
      case .chargeUnknown: .chargeUnknown
      default: nil
      }
    guard let kind else { return productVerdict.since }
    return underWay.first { $0.kind == kind }?.since
  }

  /// Returns the most urgent next step.
  func next(of productVerdict: ProductVerdict) -> NextStep {
    if productVerdict.state == .creditedToUser, let refundAsked { return .refundAsked(refundAsked) }
    if productVerdict.state == .grantedByUs || productVerdict.state == .creditedToUser {
      return isMoneyUnderWay ? nextUnderWay ?? productVerdict.next : productVerdict.next
    }
    guard isSignedIn else {
      return NextStep(
        who: .customer, text: say("sign in to the App Store, then restore: the account brings its purchases back"),
        action: .signIn(account: nil))
    }
    if productVerdict.entitled, productVerdict.state != .paidNotDelivered {
      if !isFresh {
        return NextStep(
          who: .us, text: say("run a refund check once the App Store is reachable"), action: .refundCheck)
      }
      if let refundAsked {
        return .refundAsked(refundAsked)
      }
      if productVerdict.next.who == .nobody, let nextUnderWay { return nextUnderWay }
      if !isListed, productVerdict.next.who == .nobody {
        return NextStep(who: .us, text: say("add the product to the catalogue, or keep granting it"))
      }
      return productVerdict.next
    }
    if let nextUnderWay, state(of: productVerdict) != .purchased,
      isMoneyUnderWay || state(of: productVerdict) != .notPurchased || !isConsumable
    {
      return nextUnderWay
    }
    if productVerdict.state == .notPurchased || state(of: productVerdict) == .notPurchased, !isConsumable {
      if hasFailedVerification { return afterFailedVerification }
      if let anotherUsers { return anotherUsers }
      if hasUnsigned {
        return NextStep(
          who: .us, text: say("ask Apple about the customer: till lookup ID with --backend appstore:PLACE"),
          action: .lookUp)
      }
      if hasUnweighable {
        return NextStep(
          who: .us,
          text: say(
            "correct the product's type in the catalogue, then restore; a store without a catalogue needs --catalog FILE"
          ))
      }
    }
    return askingFirst(productVerdict.next)
  }
}

extension EntitlementState {
  /// The position of a state in the order in which one of several is shown.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}

extension ResolverContext {
  /// Returns the answer for a product of the catalogue.
  func status(of product: Product) -> ProductStatus { status(of: product, isListed: true) }

  /// Returns the answer for a product known only from transactions, made from the newest; nil where there is none.
  func unlistedStatus(_ productId: String) -> ProductStatus? {
    guard catalogue[productId] == nil else { return nil }
    let known = transactions(of: productId)
    guard let newest = newest(of: known) else { return nil }
    let paid = self.newest(of: known.filter { transaction($0).price != nil }) ?? newest
    return status(
      of: Product(lastBought: transaction(newest), id: productId, paid: transaction(paid)), isListed: false)
  }

  /// The products that are known only from transactions, by id.
  var unlistedProductIds: [String] {
    Set(admitted.keys).union(excluded.keys).filter { catalogue[$0] == nil }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func status(of product: Product, isListed: Bool) -> ProductStatus {
    let productVerdict = productVerdict(for: product)
    let notes = Notes(product, context: self, productVerdict: productVerdict, isListed: isListed)
    let state = notes.state(of: productVerdict)
    let claims = claims(product, productVerdict, notes, state)
    let twice = chargedTwice(product)
    var next = settled(next(product, notes, productVerdict, chargedTwice: twice), for: product)
    if next.say == nil, isGivenUpAsFraud(productVerdict, notes, state) {
      // In a case of fraud, the sentence for the customer mentions neither a refund nor the findings.
      next.say = CustomerText.replyAboutPurchase.text
    } else if next.say == nil, state == .notPurchased, notes.underWay.contains(where: { $0.ground == .duplicate }) {
      next.say = CustomerText.givenUp.text
    } else if next.say == nil, state == .notPurchased, product.type == .consumable,
      productVerdict.deciding?.revocation?.isRefund == true
    {
      next.say = CustomerText.refundedConsumable.text
    } else if next.say == nil {
      next.say = sentence(for: product, productVerdict, notes, state, claims: claims, next: next).text
    }
    var status = ProductStatus(
      product: product, state: state, entitled: productVerdict.entitled,
      confirmed: notes.isConfirmed(productVerdict),
      balance: productVerdict.balance, expiresDate: productVerdict.expiresDate, since: notes.since(of: productVerdict),
      pendingProductId: productVerdict.pendingProductId, renewal: productVerdict.renewal,
      decidingTransactionId: productVerdict.deciding.flatMap { transaction($0).transactionId },
      isShared: productVerdict.entitled && productVerdict.deciding?.isShared == true,
      cause: notes.cause(of: productVerdict),
      underWay: notes.underWay, claims: claims, chargedTwice: twice,
      reasons: reasons(for: product, productVerdict, notes) + waitingReasons(product.id)
        + (twice.map { [$0.reason] } ?? []),
      next: next)
    if state == .paidNotDelivered, !status.entitled {
      // Neither a grace period, the wait for a renewal nor the end of an earlier purchase is paid time.
      status.expiresDate = productVerdict.deciding?.expiresDate
    }
    if product.type == .autoRenewableSubscription {
      status.startedDate = productVerdict.deciding.flatMap { transaction($0).originalPurchaseDate }
    }
    status.isStacking = durationRules(of: product.id)?.stacks(at: now) ?? false
    return status
  }

  private func isGivenUpAsFraud(_ verdict: ProductVerdict, _ notes: Notes, _ state: EntitlementState) -> Bool {
    guard [.paidNotDelivered, .notPurchased].contains(state) else { return false }
    return notes.underWay.contains { $0.ground == .fraud }
      || verdict.deciding.map { ground(of: $0.index) == .fraud } ?? false
  }

  /// Returns the next step, or the step for a double charge where nothing is more urgent.
  private func next(
    _ product: Product, _ notes: Notes, _ productVerdict: ProductVerdict, chargedTwice: ChargedTwice?
  ) -> NextStep {
    let next = notes.next(of: productVerdict)
    guard [.nobody, .customer].contains(next.who), notes.underWay.isEmpty, notes.refundAsked == nil else { return next }
    let besides = stepBesideOtherPlan(of: product)
    switch notes.state(of: productVerdict) {
    case .gracePeriod, .billingRetry: return besides ?? next
    default:
      guard productVerdict.isHad else { return next }
      return chargedTwice.flatMap { nextStep(after: $0, of: product) } ?? besides ?? next
    }
  }

  /// Returns every reason in the resolver's order: which transactions count, which one decides, further notes.
  private func reasons(for product: Product, _ productVerdict: ProductVerdict, _ notes: Notes) -> [Reason] {
    var reasons: [Reason] = []
    if evidence.account == nil {
      reasons.append(
        Reason(
          .signedIn, supports: false,
          say(
            "no Apple Account is signed in to the App Store on "
              + "this device")))
    }
    if !product.type.isKnown {
      reasons.append(Reason(.knownType, supports: false, NextStepText.itsProductType.text))
    }
    reasons += productVerdict.reasons
    reasons += exclusionReasons(product.id)
    reasons += quarantineReasons(product.id)
    reasons += notes.reasons
    let purchases = evidence.account != nil && (admitted[product.id] ?? []).isEmpty && product.type != .consumable
    if purchases, !productVerdict.entitled {
      reasons.append(Reason(.everPurchased, supports: false, say("no active purchase on this device")))
    }
    return reasons
  }

  /// Returns the transactions of a product that count.
  ///
  /// Without any, it returns the excluded ones that are verified and of this environment.
  private func transactions(of productId: String) -> [WeighedTransaction] {
    admitted[productId]
      ?? (excluded[productId] ?? []).filter { $0.rule != .verified && $0.rule != .environment }.map {
        WeighedTransaction(evidence.transactions[$0.index].transaction, index: $0.index)
      }
  }
}

extension Product {
  /// Makes a product that no catalogue lists from its newest transaction.
  ///
  /// Its price is the last one paid, for one unit.
  package init(lastBought newest: Transaction, id: String, paid: Transaction) {
    let price = Price(
      milliunits: (paid.price ?? 0) / Int64(max(1, paid.quantity ?? 1)), currency: paid.currency ?? "")
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
