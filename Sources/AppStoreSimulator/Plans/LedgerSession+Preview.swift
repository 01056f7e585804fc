import Foundation
import SafeText
import StoreKitFiles
import StoreModel

/// What will follow, said before it happens.
extension LedgerSession {
  /// What a purchase will charge and change.
  func preview(of productId: String, quantity: Int32, account name: String) throws -> PurchasePreview {
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
    let terms = try terms(of: product, account: name, offer: nil, token: nil, change)
    var preview = PurchasePreview(
      productId: product.id, change: change, currentProductId: current?.productId,
      charged: text(change.chargesNow ? terms?.price ?? product.price : 0))
    if change.replacesPeriod, let current { preview.refund = text(try proratedRefund(of: current)) }
    if change.waitsForRenewal { preview.effectiveDate = current.map { Timestamp(milliseconds: $0.expiresDate) } }
    preview.renewal = text(product.price) + plan.period.priceSuffix
    preview.offer = terms.map { terms in
      switch terms.applied.discount {
      case .freeTrial: "free for \(terms.applied.period)"
      case .payUpFront: "\(text(terms.price)) for the first \(terms.applied.period)"
      default: "\(text(terms.price)) for each of \(terms.charges) times \(terms.applied.period)"
      }
    }
    if !plan.introductoryOffers.isEmpty {
      preview.isEligibleForIntroductoryOffer = try isEligibleForIntroductoryOffer(group: plan.groupID, account: name)
    }
    return preview
  }
}
