import StoreModel

/// What the payment sheet says.
extension Texts {
  /// What paying will do, a sentence each.
  static func consequences(of sheet: PaymentSheet, _ product: ProductRow, _ state: State) -> [String] {
    if var preview = sheet.preview {
      // The list of offers says it below.
      preview.isEligibleForIntroductoryOffer = nil
      return preview.sentences(date: state.minute, name: { state.name(of: $0) }).map(sentence)
    }
    if state.reads.isUnderWay(.preview) { return [sentence(previewIsComing)] }
    return [consequence(of: sheet, product, state)]
  }

  private static func consequence(of sheet: PaymentSheet, _ product: ProductRow, _ state: State) -> String {
    if isOwned(product) { return "You own this already: nothing will be charged." }
    let account = state.account ?? ""
    switch product.type {
    case .autoRenewableSubscription:
      return "Charges \(product.price) to \(account), again each period until cancelled."
    case .consumable where sheet.quantity > 1:
      return "Charges \(sheet.quantity) times \(product.price) to \(account)."
    default: return "Charges \(product.price) to \(account)."
    }
  }

  /// Whether the App Store gives it again without a charge.
  private static func isOwned(_ product: ProductRow) -> Bool {
    guard product.entitled, product.state != .grantedByUs else { return false }
    return product.type == .nonConsumable || product.type == .autoRenewableSubscription
  }

  /// A text with a capital and a full stop.
  private static func sentence(_ text: String) -> String {
    safe(text.prefix(1).uppercased() + text.dropFirst()) + "."
  }

  static func token(_ token: TokenChoice, _ state: State) -> String {
    switch token {
    case .user: "appAccountToken: the UUID of user \(state.device.user.map(safe) ?? "(none)")"
    case .order: "appAccountToken: the order's own UUID"
    }
  }

  // MARK: Offers

  /// An offer in one line: what kind it is, what it charges.
  static func title(of offer: PreviewedOffer) -> String {
    let id = offer.id.map { " \(safe($0))" } ?? ""
    return "\(word(for: offer.type))\(id): \(safe(offer.words))"
  }

  private static func word(for type: OfferType) -> String {
    switch type {
    case .introductoryOffer: "introductory"
    case .promotionalOffer: "promotional"
    case .offerCode: "code"
    default: "offer"
    }
  }

  static func eligibility(_ offer: PreviewedOffer) -> String {
    if let reason = offer.reason { return safe(reason) }
    return offer.type == .introductoryOffer ? "for you, by itself" : "for you"
  }

  /// The offers to pick from; the one that is asked for now has the cursor.
  static func offers(_ preview: PurchasePreview, _ chosen: OfferName?) -> Choice {
    let regular = Choice.Item(title: "none of these", note: "what applies by itself", pick: .offer(nil))
    let items = preview.offers.map { offer in
      Choice.Item(
        title: title(of: offer), note: eligibility(offer),
        pick: offer.reason.map { .no("\(title(of: offer)): \(safe($0))") } ?? .offer(offer.name))
    }
    let index = preview.offers.firstIndex { $0.name != nil && $0.name == chosen }
    return Choice(title: "Which offer?", items: [regular] + items, cursor: index.map { $0 + 1 } ?? 0)
  }
}
