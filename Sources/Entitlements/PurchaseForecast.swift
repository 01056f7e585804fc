package import AppStoreModel

/// The effect of buying a product for the current Apple Account and user, derived from stored evidence.
///
/// It asks no server. Tests compare it with the effect that the simulator's ledger computes (`preview`).
package struct PurchaseForecast: Hashable, Sendable {
  /// What the App Store would do if the product were bought.
  package enum Outcome: Hashable, Sendable {
    /// The App Store charges now; for a subscription, the value is the change of plan in its group.
    ///
    /// Nil beside a current product: the catalogue has no levels, so the change may wait for the renewal too.
    case charges(PlanChange?)
    /// The Apple Account already owns the product: nothing is charged.
    case owned(transactionId: String?)
    /// The plan of the next period is changed, or was already; nothing is charged now.
    case atRenewal(PlanChange)
    /// A request of this Apple Account for it waits for approval; buying repeats the same request.
    ///
    /// One that a person closed here, `isClosed`, may have been interrupted instead.
    case asked(until: Timestamp, isClosed: Bool)
    /// The App Store did not answer a purchase of another plan of the group, which may be charged.
    case unanswered(productId: String)
    /// A transaction of the product or of its group has an invalid signature; what it says may still be so.
    case unverified(productId: String)
    /// It is unknown whether an ended period was renewed.
    case unknown
    /// No Apple Account is signed in, or the App Store does not sell the product.
    case refused
  }

  package var outcome: Outcome
  /// The price that is charged now, before offers; nil where nothing is charged.
  package var price: Price?
  /// The product of the group that is active on this Apple Account.
  package var currentProductId: String?
  /// Whether nothing was paid for the active period, so that nothing of it is refunded.
  package var isCurrentFree = false
  /// When the change would take place, or the active period ends.
  package var date: Timestamp?
  /// Whether the owned purchase, or the plan that would change, belongs to another user.
  package var isAnotherUsers = false
  /// The other user who owns the purchase or the plan, where known.
  package var owner: String?
  /// Whether the subscription is known to end at `date` instead of renewing.
  package var isEnding = false
  /// Whether the app server has not said yet which user owns the purchase, or the plan that would change.
  package var isOwnerUnknown = false
  /// Whether a restore moves the other user's purchase or plan to this user.
  package var isBroughtByRestore = false
  /// Whether the App Store was ever asked for the Apple Account's complete history; if not, it may own more.
  package var isComplete = true
  /// The plan of the group that was given up as fraud, so that the app server delivers no later period of the subscription.
  package var fraudProductId: String?
  /// The active plan of the group that the family shares, beside which the product would add nothing.
  package var sharedProductId: String?

  package init(_ outcome: Outcome) { self.outcome = outcome }

  /// Whether the user would pay and receive the product; only then is buying a next step.
  package var isWorthBuying: Bool {
    guard case .charges = outcome else { return false }
    return !isAnotherUsers && sharedProductId == nil && fraudProductId == nil
  }

  /// Whether the customer is charged now.
  package var chargesNow: Bool { if case .charges = outcome { true } else { false } }
}

extension Resolver {
  /// Returns the effect of buying a product; nil for an unknown one.
  package static func forecast(
    _ productId: String, in evidence: EvidenceSet, at now: Timestamp
  ) -> PurchaseForecast? {
    let context = ResolverContext(evidence, at: now)
    return context.catalogue[productId].map { context.forecast(of: $0) }
  }
}

extension ResolverContext {
  /// Returns the effect of buying a product.
  func forecast(of product: Product) -> PurchaseForecast {
    guard evidence.account != nil, catalogue[product.id] != nil else { return PurchaseForecast(.refused) }
    var forecast =
      switch product.type {
      case .nonConsumable: forecast(ofNonConsumable: product)
      case .autoRenewableSubscription: forecast(ofSubscription: product)
      default: PurchaseForecast(.charges(nil))
      }
    forecast.fraudProductId = fraudulentPlan(besides: product)
    forecast.isComplete = evidence.lastChecked != nil || product.type == .consumable
    if forecast.chargesNow {
      if let request = request(for: product.id) {
        forecast.outcome = .asked(until: request.until, isClosed: request.isClosed)
      } else if let other = unansweredPlan(beside: product) {
        forecast.outcome = .unanswered(productId: other)
      }
      forecast.price = Price(milliunits: product.price, currency: product.currency)
      forecast.sharedProductId = sharedPlan(besides: product)
    }
    return forecast
  }

  /// Returns the plan of the group that was given up as fraud; that covers the whole subscription of this Apple Account.
  private func fraudulentPlan(besides product: Product) -> String? {
    guard product.type == .autoRenewableSubscription else { return nil }
    let group = product.subscriptionGroupIdentifier
    return catalogue.values
      .filter { $0.id == product.id || group != nil && $0.subscriptionGroupIdentifier == group }.map(\.id).sorted()
      .first { own($0).contains { ground(of: $0.index) == .fraud } }
  }

  /// Returns a plan of the group, of the same or a higher service level, that the family shares with this Apple Account.
  private func sharedPlan(besides product: Product) -> String? {
    guard let group = product.subscriptionGroupIdentifier, let level = product.groupLevel else { return nil }
    let plans = catalogue.values.filter { $0.subscriptionGroupIdentifier == group && ($0.groupLevel ?? .max) <= level }
    return plans.map(\.id).sorted().first { id in
      judgements[id, default: []].contains { $0.entitled && $0.deciding.isShared }
    }
  }

  /// Returns when this Apple Account's request for a product expires, whichever login made it; nil where none waits.
  ///
  /// A request that a person closed here may still be approved; the App Store had given it a transaction id.
  private func request(for productId: String) -> (until: Timestamp, isClosed: Bool)? {
    evidence.intents.filter { $0.productId == productId && $0.account == evidence.account }
      .filter { $0.state == .pending || $0.transactionId != nil && ClosedByHand.words(of: $0.closedReason) != nil }
      .map { ($0.createdDate.adding(milliseconds: Patience.purchase), $0.state != .pending) }
      .filter { now < $0.0 }.min { $0.0 < $1.0 }
  }

  /// Returns another plan of the group that this Apple Account may have been charged for, without an answer.
  private func unansweredPlan(beside product: Product) -> String? {
    guard let group = product.subscriptionGroupIdentifier else { return nil }
    return evidence.intents.first {
      $0.state == .open && $0.account == evidence.account && $0.productId != product.id
        && catalogue[$0.productId]?.subscriptionGroupIdentifier == group
    }?.productId
  }

  private func forecast(ofNonConsumable product: Product) -> PurchaseForecast {
    let owned = own(product.id).filter { !$0.isRevoked }
    // A purchase of this user counts before one of another user.
    guard let first = newest(of: owned.filter { !isAnotherUsers($0) }) ?? newest(of: owned) else {
      return PurchaseForecast(hasFailedVerification(product.id) ? .unverified(productId: product.id) : .charges(nil))
    }
    var forecast = PurchaseForecast(.owned(transactionId: transaction(first).transactionId))
    note(ownerOf: first, in: &forecast)
    return forecast
  }

  private func forecast(ofSubscription product: Product) -> PurchaseForecast {
    let group = product.subscriptionGroupIdentifier
    let members = catalogue.values.filter {
      $0.id == product.id || group != nil && $0.subscriptionGroupIdentifier == group
    }
    let periods = members.flatMap { own($0.id) }
    // An Apple Account's periods in a group form one subscription; its state is that of the newest period that has
    // begun.
    guard let latest = newest(of: periods.filter { $0.purchaseDate <= now }) else {
      let failed = members.map(\.id).sorted().first(where: hasFailedVerification)
      return PurchaseForecast(failed.map { .unverified(productId: $0) } ?? .charges(.first))
    }
    let state = judgePeriod(latest, lineageKey(latest), isAhead: false).state
    guard [.subscribed, .gracePeriod, .renewalAwaited].contains(state) else {
      var forecast = PurchaseForecast(.charges(.again))
      if state == .billingRetry, isAnotherUsers(latest) {
        // Apple still collects another user's renewal, which the purchase would replace.
        forecast.currentProductId = transaction(latest).productId
        note(ownerOf: latest, in: &forecast)
      }
      return forecast
    }
    var forecast = PurchaseForecast(.unknown)
    forecast.currentProductId = transaction(latest).productId
    forecast.isCurrentFree = transaction(latest).isFree
    forecast.date = latest.expiresDate
    let coming = comingRenewal(after: latest)
    forecast.isEnding = coming?.choice.renews == false
    note(ownerOf: latest, in: &forecast)
    // While a renewal is awaited, it is unknown whether the plan is still active.
    if state != .renewalAwaited {
      forecast.outcome = change(
        to: product, from: latest, chosen: coming?.choice.productId, isInGrace: state == .gracePeriod)
    }
    if case .atRenewal = forecast.outcome, let end = coming?.commitment?.date { forecast.date = end }
    return forecast
  }

  /// Returns the effect of buying a product of a group that has an active period.
  private func change(
    to product: Product, from latest: WeighedTransaction, chosen: String?, isInGrace: Bool
  ) -> PurchaseForecast.Outcome {
    let current = transaction(latest)
    if current.productId == product.id {
      return chosen.map { $0 == product.id } ?? true
        ? .owned(transactionId: current.transactionId) : .atRenewal(.takenBack)
    }
    if chosen == product.id { return .atRenewal(.alreadyChosen) }
    guard let from = current.productId.flatMap({ catalogue[$0]?.plan }), let to = product.plan else {
      return .charges(nil)
    }
    let change = PlanChange(from: from, to: to)
    guard change.waitsForRenewal else { return .charges(change) }
    // In the grace period, nothing of the old period is left to wait for.
    return isInGrace ? .charges(.crossgrade) : .atRenewal(change)
  }

  /// Returns the Apple Account's own transactions of a product that count, whichever user owns them in the app.
  func own(_ productId: String) -> [WeighedTransaction] {
    let others = (excluded[productId] ?? []).filter { $0.rule == .belongsToAnotherUser }.map {
      WeighedTransaction(evidence.transactions[$0.index].transaction, index: $0.index)
    }
    return ((admitted[productId] ?? []) + others).filter { !$0.isShared }
  }

  /// Notes the other user who has a purchase, and whether a restore moves it, or that its owner is unknown.
  private func note(ownerOf weighed: WeighedTransaction, in forecast: inout PurchaseForecast) {
    switch credit(of: weighed.index) {
    case .anotherUsers:
      forecast.isAnotherUsers = true
      forecast.owner = owner(of: weighed.index)
      forecast.isBroughtByRestore = isBroughtByRestore(weighed.index)
    case .nobodys: forecast.isOwnerUnknown = isOwnerUnknown(weighed) || isUnconfirmedRestore(weighed)
    case .credited, .ended: break
    }
  }

  /// Returns whether a purchase belongs to another user according to the app server, or was made for one.
  func isAnotherUsers(_ weighed: WeighedTransaction) -> Bool {
    if case .anotherUsers = credit(of: weighed.index) { true } else { false }
  }
}

extension Product {
  /// Its plan in its group, where the catalogue has the level and the period.
  fileprivate var plan: SubscriptionPlan? {
    guard let groupLevel, let subscriptionPeriod else { return nil }
    return SubscriptionPlan(level: groupLevel, period: subscriptionPeriod)
  }
}
