import AppStoreModel
import Core

/// Previews: what a purchase would charge and change.
extension LedgerSession {
  /// Returns what a purchase would charge and change.
  func preview(
    of productId: String, quantity: Int32, offer: PurchaseOffer? = nil, account name: String
  ) throws -> PurchasePreview {
    let account = try account(name)
    guard let product = catalogue.product(productId, in: account.currency) else {
      throw StoreError(.productUnavailable, PlanText.notInCatalogue(safeText(productId)).text)
    }
    func text(_ milliunits: Int64) -> String {
      Price(milliunits: milliunits, currency: account.currency).formatted(locale: account.locale)
    }
    guard let plan = product.subscription,
      let sale = try sale(of: product, to: account, offer: offer, token: nil)
    else {
      let isOwned = try owned(product, account: account) != nil
      return PurchasePreview(
        productId: product.id, change: isOwned ? .owned : nil, currentProductId: nil,
        charged: text(isOwned ? 0 : product.total(for: quantity)))
    }
    let (change, current, terms, price) = (sale.change, sale.current, sale.terms, sale.price)
    var preview = PurchasePreview(
      productId: product.id, change: change, currentProductId: current?.productId,
      charged: text(sale.charged))
    if change.replacesPeriod, let current {
      // Apple returns what was paid, in the currency of the storefront in which it was paid.
      let period = try transaction(current.latestId)
      let refund = Price(milliunits: try proratedRefund(of: current), currency: period.currency).rounded
      let former = period.storefront == account.storefront ? nil : Storefront(countryCode: period.storefront)
      preview.refund =
        refund.milliunits == 0 ? nil : refund.formatted(locale: former?.localeIdentifier ?? account.locale)
    }
    // In the grace period, the date of the renewal has passed: Apple charges when payment works.
    if change.waitsForRenewal || change == .alreadyChosen || change == .resumed || terms != nil && !change.chargesNow,
      let current, current.state == .active
    {
      preview.effectiveDate = effectiveDate(after: current)
    }
    var (later, laterPlan) = (price, sale.plan?.type)
    var (offer, code) = (terms?.running(after: 0), terms?.stackedCode)
    var needsConsent = false
    if var row = sale.chosen(product.id) {
      needsConsent = row.needsConsent
      (offer, code) = (row.offer, row.stackedCode)
      // The regular price follows after the offer, and after a commitment.
      row.offer = nil
      row.plan?.commitment = nil
      (later, laterPlan) = (renewalPrice(of: row) ?? price, continued(row, product, at: now)?.type)
    }
    preview.renewal = text(later) + (period(of: product, plan: laterPlan) ?? plan.period).priceSuffix
    if change != .owned || terms != nil || sale.asked != nil {
      var words = offer.map { offer in
        let words = offer.words(text)
        if change.chargesNow { return words }
        return needsConsent
          ? say("with the next renewal, if the customer agrees to the price increase: \(words)")
          : say("with the next renewal: \(words)")
      }
      if let code { words = words.map { say("\($0), then the code \(safeText(code))") } }
      let commitment = self.commitment(to: product, plan: laterPlan, from: now, payment: later)
        .map { say("\($0.total) monthly payments, \(text($0.price)) in total, no cancellation before the end") }
      let said = [words, commitment].compactMap(\.self)
      preview.offer = said.isEmpty ? nil : said.joined(separator: "; ")
    }
    preview.offers = try plan.offers.map { offer in
      PreviewedOffer(
        type: offer.type, id: offer.type == .introductoryOffer ? nil : offer.offerID,
        words: OfferTerms(offer).running(after: 0)?.words(text) ?? "",
        reason: try reason(against: offer, of: product, change, account: name))
    }
    preview.offers += plan.billingPlans.map { plan in
      let words = self.commitment(to: product, plan: plan.type, from: now)
        .map {
          say(
            $0.total, "\($0.total) payment of \(text(plan.price)), \(text($0.price)) in total",
            "\($0.total) payments of \(text(plan.price)), \(text($0.price)) in total")
        }
      return PreviewedOffer(
        type: nil, plan: plan.type, words: words ?? say("\(text(plan.price)) upfront"),
        reason: reason(against: plan, account: account))
    }
    if !plan.introductoryOffers.isEmpty {
      preview.isEligibleForIntroductoryOffer = try isEligibleForIntroductoryOffer(group: plan.groupID, account: name)
    }
    return preview
  }

  /// Returns the date of a change that waits for a renewal; during a commitment, the commitment's end.
  private func effectiveDate(after row: SubscriptionRow) -> Timestamp {
    let end = row.isCommitted ? row.plan?.commitment?.expires : nil
    return Timestamp(milliseconds: end ?? row.expiresDate)
  }

  /// Returns why an account cannot use an offer now; nil if it can.
  private func reason(
    against offer: ConfiguredOffer, of product: ConfiguredProduct, _ change: PlanChange, account: String
  ) throws -> String? {
    guard offer.type != .introductoryOffer else {
      guard try isEligibleForIntroductoryOffer(group: product.subscription?.groupID ?? "", account: account) else {
        return say("already used in this group")
      }
      return change.chargesNow ? nil : say("only for a purchase that is charged at once")
    }
    guard let id = offer.offerID else { return say("it has no offer id") }
    do {
      let asked: PurchaseOffer =
        switch offer.type {
        case .offerCode: .code(id)
        case .winBackOffer: .winBack(id)
        default: .promotional(id: id, signature: try signOffer(id, productId: product.id, token: nil))
        }
      _ = try terms(of: product, account: account, offer: asked, token: nil, change)
      return nil
    } catch let error as StoreError where error.kind != .unusable {
      return error.message
    }
  }
}

extension RunningOffer {
  /// Returns the offer's coming charges in words; `text` formats milliunits.
  fileprivate func words(_ text: (Int64) -> String) -> String {
    switch applied.discount {
    case .freeTrial:
      applied.period.value == 1
        ? say("free for one \("\(applied.period)")") : say("free for \("\(applied.period)")")
    case .payUpFront: say("\(text(price)) for the first \("\(applied.period)")")
    default: "\(text(price)) per \(applied.period)\(left == 1 ? ", once" : ", \(left) times")"
    }
  }
}
