import Core

/// The consequences of a purchase, shown before the customer pays.
package struct PurchasePreview: Hashable, Sendable {
  package var productId: String
  /// What changes for a subscription; for other products `owned` if the customer already has it, else nil.
  package var change: PlanChange?
  /// The current product of the subscription, if the purchase replaces it.
  package var currentProductId: String?
  /// The amount charged now, formatted for the storefront.
  package var charged: String
  /// The refund for the rest of the current period.
  package var refund: String?
  /// When the change happens; nil for now.
  package var effectiveDate: Timestamp?
  /// The regular price of each later period with its suffix, such as `¥12.00/mo`.
  package var renewal: String?
  /// The offer that applies, in words.
  package var offer: String?
  /// Whether the customer is eligible for the group's introductory offer; nil if the product has none.
  package var isEligibleForIntroductoryOffer: Bool?
  /// All offers of the product, in the catalogue's order.
  package var offers: [PreviewedOffer] = []
}

extension PurchasePreview {
  /// Makes the preview of a purchase without an offer, a refund or a renewal.
  package init(productId: String, change: PlanChange?, currentProductId: String?, charged: String) {
    self.productId = productId
    self.change = change
    self.currentProductId = currentProductId
    self.charged = charged
  }

  /// The active plan of this Apple Account that the purchase changes; nil after its end.
  package var changedProductId: String? { change == .again ? nil : currentProductId }

  /// Returns the consequences as sentences without full stops; `date` formats a date and `name` a product.
  package func sentences(date: (Timestamp) -> String, name: (String) -> String = { $0 }) -> [String] {
    let current = currentProductId.map(name) ?? say("the current plan")
    var sentences: [String] =
      switch change {
      case nil, .first, .again: [say("\(charged) now")]
      case .owned:
        [renewal == nil ? say("already owned: nothing is charged") : say("already active: nothing is charged")]
      case .resumed:
        [
          effectiveDate == nil
            ? say("auto-renewal is switched on again: Apple charges as soon as payment works")
            : say("auto-renewal is switched on again: nothing is charged now")
        ]
      case .takenBack: [say("the planned change is cancelled: \(name(productId)) continues, nothing is charged")]
      case .alreadyChosen: [say("already planned for the next renewal: nothing is charged")]
      case .upgrade: [say("upgrade at once: \(charged) now, \(current) ends")]
      case .crossgrade: [say("change at once: \(charged) now, \(current) ends")]
      case .crossgradeAtRenewal where currentProductId == productId:
        [say("another billing plan from the next renewal on: nothing is charged now")]
      case .crossgradeAtRenewal:
        [say("change at the next renewal: nothing is charged now, \(current) continues until then")]
      case .downgrade: [say("downgrade at the next renewal: nothing is charged now, \(current) continues until then")]
      }
    if let refund { sentences.append(say("\(refund) is refunded for the rest of the period")) }
    if let effectiveDate {
      let date = date(effectiveDate)
      sentences.append(change == .resumed ? say("Apple renews it on \(date)") : say("on \(date)"))
    }
    if let offer { sentences.append(offer) }
    if let renewal, change != .owned { sentences.append(say("then \(renewal) until cancelled")) }
    if isEligibleForIntroductoryOffer == false {
      sentences.append(say("already used the introductory offer of this group"))
    }
    return sentences
  }
}
