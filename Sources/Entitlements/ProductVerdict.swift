import AppStoreModel
import Core

/// The evidence's verdict on one product, before pending, requested and unconfirmed states are added.
struct ProductVerdict {
  /// The state by the evidence alone.
  var state: EntitlementState
  var entitled: Bool
  var balance: Int?
  var expiresDate: Timestamp?
  var since: Timestamp?
  var pendingProductId: String?
  var renewal: ComingRenewal?
  /// The transaction that decided.
  var deciding: WeighedTransaction?
  /// The id of a purchase made elsewhere that entitles the user.
  var elsewhere: String?
  /// The id of a purchase that Apple ended and that cost nothing, where only the app server's statement shows it.
  var takenBackFree: String?
  /// Whether the answer is confirmed; false while Apple or the app server has not confirmed what it rests on.
  var isConfirmed = true
  /// Why a charged purchase was credited to no user.
  var cause: UndeliveredCause?
  var reasons: [Reason] = []
  var next: NextStep

  /// Whether the user has the product: access, or units that are left.
  var isHad: Bool { entitled || balance.map { $0 > 0 } ?? false }

  /// Extends access to the latest of some ends; nil stands for never.
  mutating func extend(to ends: some Sequence<Timestamp?>) {
    for end in ends {
      guard let until = expiresDate else { return }
      expiresDate = end.map { max($0, until) }
    }
  }
}

extension ResolverContext {
  /// Returns the evidence's verdict on a product.
  func productVerdict(for product: Product) -> ProductVerdict {
    var productVerdict: ProductVerdict
    if product.type == .consumable {
      productVerdict = consumableVerdict(product)
    } else {
      let judgements = (judgements[product.id] ?? []).sorted(by: isShownBefore)
      let history = history(of: product.id)
      if let shown = judgements.first {
        productVerdict = self.productVerdict(from: judgements, shown: shown)
        productVerdict.reasons += historyReasons(history, entitled: productVerdict.entitled)
      } else if let past = self.productVerdict(fromHistory: history) {
        productVerdict = past
        productVerdict.reasons += historyReasons(history, entitled: false).filter { !past.reasons.contains($0) }
      } else {
        productVerdict = ProductVerdict(
          state: .notPurchased, entitled: false, next: step(for: product, forecast(of: product)))
      }
      if let reason = simplerRuleReason(product.id, entitled: productVerdict.entitled) {
        productVerdict.reasons.append(reason)
      }
      if productVerdict.entitled { productVerdict.reasons += tokenReasons(for: productVerdict) }
      overlay(rightsTo: product.id, on: &productVerdict)
      overlay(grantsOf: product.id, on: &productVerdict)
    }
    return productVerdict
  }

  private func productVerdict(from judgements: [Judgement], shown: Judgement) -> ProductVerdict {
    var reasons = Reason.list(judgements.filter(\.entitled), reason: reason(for:))
    reasons += attestationReasons(for: shown)
    reasons += renewalReasons(for: shown)
    reasons += Reason.list(judgements.filter { !$0.entitled }, reason: reason(for:))
    return ProductVerdict(
      state: shown.state, entitled: shown.entitled, expiresDate: shown.accessEnds,
      since: transaction(shown.deciding).purchaseDate.known, pendingProductId: pendingProductId(for: shown),
      renewal: comingRenewal(for: shown),
      deciding: shown.deciding, isConfirmed: shown.isConfirmed, cause: shown.cause, reasons: reasons,
      next: nextStep(for: shown))
  }

  /// Returns whether a judgement is shown before another.
  ///
  /// One that entitles comes first, then the lower rank, then longer access, then an own purchase before a family
  /// share, then the newest.
  private func isShownBefore(_ one: Judgement, _ other: Judgement) -> Bool {
    if one.entitled != other.entitled { return one.entitled }
    if one.rank != other.rank { return one.rank < other.rank }
    if one.entitled {
      let ends = (one.accessEnds ?? .distantFuture, other.accessEnds ?? .distantFuture)
      if ends.0 != ends.1 { return ends.0 > ends.1 }
      if one.deciding.isShared != other.deciding.isShared { return other.deciding.isShared }
    }
    return isNewer(one.deciding, other.deciding)
  }
}

extension ResolverContext {
  /// Returns the verdict on a consumable: its balance is what was delivered, minus what was used and refunded.
  ///
  /// It is never an entitlement.
  func consumableVerdict(_ product: Product) -> ProductVerdict {
    if !evidence.canBuy, !evidence.isConfirmedByServer, let verdict = verdict(onPurchasesOf: product) { return verdict }
    let count = evidence.consumables[product.id] ?? ConsumableCount()
    let newest = history(of: product.id)
    let isDelivered = count.delivered > 0
    var reasons = [
      Reason(
        .consumable, supports: false,
        JudgementText.counts(
          delivered: count.delivered, used: count.used, refunded: count.refunded, granted: count.granted,
          balance: count.balance
        ).text)
    ]
    if count.owed > 0 {
      reasons.append(
        Reason(
          .consumable, supports: false,
          say("\(count.owed) of a later purchase replaced what Apple refunded after use")))
    }
    reasons += grantReasons(ofConsumable: product.id)
    let bought = isDelivered ? nil : newest.first.flatMap { $0.isRevoked || isOnItsWay($0.index) ? nil : $0 }
    let holder = bought.map { self.holder(ofConsumable: $0.index) }
    if let bought {
      let transaction = transaction(bought)
      let date = transaction.purchaseDate.known.minute
      reasons.append(
        Reason(
          holder == .anotherUser || holder == .anotherInstallation ? .belongsToAnotherUser : .consumable,
          supports: false, transactionId: transaction.transactionId,
          holder == .noUser
            ? say("bought \(date), and the app server has credited it to no user")
            : say(
              "bought \(date), but not delivered to this user: a consumable is delivered once, where it was bought")))
    }
    reasons += historyReasons(newest, entitled: false)
    return ProductVerdict(
      state: isDelivered ? .purchased : .notPurchased, entitled: false, balance: count.balance,
      since: isDelivered ? newest.first.flatMap { transaction($0).purchaseDate.known } : nil, deciding: newest.first,
      reasons: reasons,
      next: nextStep(forConsumable: count, product.id, bought: bought, holder: holder))
  }

  /// Returns the verdict on a consumable of which only Apple's signed purchases are known; nil without a purchase.
  ///
  /// It says nothing about the balance, because Apple signs neither delivery nor use.
  private func verdict(onPurchasesOf product: Product) -> ProductVerdict? {
    let purchases = history(of: product.id).filter { $0.purchaseDate <= now }
    guard let deciding = purchases.first(where: { !$0.isRevoked }) ?? purchases.first else { return nil }
    let transaction = transaction(deciding)
    guard !deciding.isRevoked else {
      let judgement = Judgement.takenBack(deciding, lineage: lineageKey(deciding))
      return ProductVerdict(
        state: judgement.state, entitled: false, since: transaction.purchaseDate.known, deciding: deciding,
        reasons: historyReasons(purchases, entitled: false), next: nextStep(for: judgement))
    }
    let bought = Reason.list(purchases.filter { !$0.isRevoked }) { weighed in
      let transaction = self.transaction(weighed)
      return Reason(
        .consumable, supports: true, transactionId: transaction.transactionId,
        say("bought \(transaction.purchaseDate.known.minute); Apple signs neither its delivery nor its use"))
    }
    return ProductVerdict(
      state: .purchased, entitled: false, since: transaction.purchaseDate.known, deciding: deciding,
      reasons: bought + historyReasons(purchases, entitled: false),
      next: NextStep(
        who: .us, text: say("if the customer misses it, find out from your server whether it was delivered and used")))
  }
}

extension ResolverContext {
  /// Returns a product's transactions that decide nothing, newest first: earlier periods and earlier purchases.
  func history(of productId: String) -> [WeighedTransaction] {
    let deciding = Set((judgements[productId] ?? []).map(\.deciding.index))
    return (admitted[productId] ?? []).filter { !deciding.contains($0.index) }.sorted(by: isNewer)
  }

  /// Returns the verdict on a product whose lineages have all continued with another product.
  func productVerdict(fromHistory history: [WeighedTransaction]) -> ProductVerdict? {
    guard let newest = history.first(where: { $0.purchaseDate <= now }) ?? history.first else { return nil }
    let transaction = transaction(newest)
    let key = lineageKey(newest)
    func productVerdict(_ state: EntitlementState, _ rule: Rule, _ text: String, _ next: NextStep) -> ProductVerdict {
      ProductVerdict(
        state: state, entitled: false, since: transaction.purchaseDate.known, deciding: newest,
        reasons: [Reason(rule, supports: false, transactionId: transaction.transactionId, text)], next: next)
    }
    if newest.isRevoked {
      let judgement = Judgement.takenBack(newest, lineage: key)
      return productVerdict(judgement.state, judgement.rule, takenBackText(newest), nextStep(for: judgement))
    }
    if newest.purchaseDate > now {
      return productVerdict(
        .notPurchased, .issuedAhead,
        say(
          "the period begins \(transaction.purchaseDate.minute); until then another product of the group is "
            + "active"),
        NextStep(who: .nobody, text: say("nothing to do: it begins \(transaction.purchaseDate.minute)")))
    }
    guard key.type == .autoRenewableSubscription else {
      return productVerdict(
        .notPurchased, .newestOfLineage, say("a newer transaction of the same purchase is for another product"),
        NextStep(who: .nobody, text: say("nothing to do: the purchase now belongs to the other product")))
    }
    guard isUpgradedAway(newest) else {
      return productVerdict(
        .expired, .expired,
        say("the period ended \(newest.expiresDate.minute); another product of the group followed"),
        // Where another plan of the group is active, `settled` turns this into the change of plan that buying would be.
        NextStep(
          who: .customer, text: NextStepText.subscribeAgain.text, action: .buy(productId: transaction.productId ?? "")))
    }
    return productVerdict(
      .upgraded, .upgraded,
      lineages[key]?.current?.isRevoked == true
        ? say("replaced by another product of the group, which has since been revoked: neither continues")
        : JudgementText.replacedByAnotherProductOfGroup.text, nextStep(forReplaced: transaction.productId))
  }

  /// Returns the verdict on the plan that replaced a product in its group; nil where this device knows none, or where
  /// the app server says that the user has one.
  func replacement(of product: Product) -> Judgement? {
    guard let group = product.subscriptionGroupIdentifier else { return nil }
    func isOther(_ id: String) -> Bool { id != product.id && catalogue[id]?.subscriptionGroupIdentifier == group }
    guard !rights.values.contains(where: { isOther($0.productId) && stands($0) }) else { return nil }
    return judgements.filter { isOther($0.key) }.flatMap(\.value).min(by: isShownBefore)
  }

  /// Returns whether a period was cut short by a later one of its lineage; Apple does not always mark it as upgraded.
  func isUpgradedAway(_ weighed: WeighedTransaction) -> Bool {
    if weighed.isUpgraded { return true }
    guard let lineage = lineages[lineageKey(weighed)], let current = lineage.current, isNewer(current, weighed),
      let expires = weighed.expiresDate
    else { return false }
    return expires > current.purchaseDate
  }

  /// Returns notes from the history: refunds that end only their own transaction, and replaced subscriptions.
  func historyReasons(_ history: [WeighedTransaction], entitled: Bool) -> [Reason] {
    let takenBack = Reason.list(history.filter(\.isRevoked)) { weighed in
      Reason(
        weighed.revocation?.rule ?? .refunded, supports: false,
        transactionId: transaction(weighed).transactionId,
        takenBackText(weighed) + (entitled ? say(": that ends this transaction only") : ""))
    }
    let replaced = Reason.list(history.filter { $0.isUpgraded && !$0.isRevoked }) { weighed in
      Reason(
        .upgraded, supports: false, transactionId: transaction(weighed).transactionId,
        JudgementText.replacedByAnotherProductOfGroup.text)
    }
    return takenBack + replaced
  }

  /// Returns a note where a simpler rule, which checks only the product's newest transaction, would answer differently.
  func simplerRuleReason(_ productId: String, entitled: Bool) -> Reason? {
    guard entitled, let newest = newest(of: admitted[productId] ?? []), newest.isRevoked else { return nil }
    return Reason(
      .newestOfProduct, supports: true, transactionId: transaction(newest).transactionId,
      say(
        "Apple revoked the product's newest transaction, and a rule that checks only that one would end "
          + "access; another purchase or family share is still valid"
      ))
  }
}
