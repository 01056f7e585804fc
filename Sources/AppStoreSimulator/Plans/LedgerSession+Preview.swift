import Foundation
import SafeText
import StoreKitFiles
import StoreModel

/// What will follow, said before it happens.
extension LedgerSession {
  /// What a purchase will charge and change.
  func preview(
    of productId: String, quantity: Int32, offer: PurchaseOffer? = nil, account name: String
  ) throws -> PurchasePreview {
    let account = try account(name)
    guard let product = catalogue.product(productId) else {
      throw SimulatorError(.productUnavailable, "\(safeText(productId)) is not in this App Store's catalogue")
    }
    func text(_ milliunits: Int64) -> String {
      Price(milliunits: milliunits, currency: account.currency).formatted(locale: Locale(identifier: account.locale))
    }
    guard let plan = product.subscription else {
      let isOwned = try owned(product, account: account) != nil
      return PurchasePreview(productId: product.id, charged: text(isOwned ? 0 : product.total(for: quantity)))
    }
    let (change, current) = try planChange(to: product, account: name)
    let terms = try terms(of: product, account: name, offer: offer, token: nil, change)
    var preview = PurchasePreview(
      productId: product.id, change: change, currentProductId: current?.productId,
      charged: text(change.chargesNow ? terms?.price ?? product.price : 0))
    if change.replacesPeriod, let current {
      let refund = Price(milliunits: try proratedRefund(of: current), currency: account.currency).rounded.milliunits
      preview.refund = refund == 0 ? nil : text(refund)
    }
    if change.waitsForRenewal { preview.effectiveDate = current.map { Timestamp(milliseconds: $0.expiresDate) } }
    preview.renewal = text(product.price) + plan.period.priceSuffix
    preview.offer = terms.map { terms in
      let words = terms.words(text)
      return change.chargesNow ? words : "with the next renewal: \(words)"
    }
    preview.offers = try plan.offers.compactMap { offer in
      guard offer.type != .winBackOffer else { return nil }
      return PreviewedOffer(
        type: offer.type, id: offer.type == .introductoryOffer ? nil : offer.offerID,
        words: OfferTerms(offer).words(text), reason: try reason(against: offer, of: product, change, account: name))
    }
    if !plan.introductoryOffers.isEmpty {
      preview.isEligibleForIntroductoryOffer = try isEligibleForIntroductoryOffer(group: plan.groupID, account: name)
    }
    return preview
  }

  /// Why an account cannot take an offer now.
  private func reason(
    against offer: ConfiguredOffer, of product: ConfiguredProduct, _ change: PlanChange, account: String
  ) throws -> String? {
    guard offer.type != .introductoryOffer else {
      guard try isEligibleForIntroductoryOffer(group: product.subscription?.groupID ?? "", account: account) else {
        return "used before in this group"
      }
      return change.chargesNow ? nil : "only with a purchase that is charged at once"
    }
    guard let id = offer.offerID else { return "it has no id" }
    do {
      let asked: PurchaseOffer =
        offer.type == .offerCode
        ? .code(id) : .promotional(id: id, signature: try signOffer(id, productId: product.id, token: nil))
      _ = try terms(of: product, account: account, offer: asked, token: nil, change)
      return nil
    } catch let error as SimulatorError where error.kind != .unusable {
      return error.message
    }
  }
}

extension OfferTerms {
  /// What it charges, in words; `text` writes milliunits.
  fileprivate func words(_ text: (Int64) -> String) -> String {
    switch applied.discount {
    case .freeTrial: applied.period.value == 1 ? "free for one \(applied.period)" : "free for \(applied.period)"
    case .payUpFront: "\(text(price)) for the first \(applied.period)"
    default: "\(text(price)) per \(applied.period)\(charges == 1 ? ", once" : ", \(charges) times")"
    }
  }
}
