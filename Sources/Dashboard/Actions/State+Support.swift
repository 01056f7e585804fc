import StoreModel

/// What support's changes are about.
struct SupportedPurchase: Hashable {
  var transactionId: String
  /// The product's name for the screen.
  var product: String
  /// Nil where the product is not known.
  var type: ProductType?
}

/// What support does at the real App Store.
extension State {
  /// Whether this is support's dashboard on the real App Store.
  var isSupport: Bool { setup.abilities.support == nil }

  /// The purchase that support's changes are about: that of the row under the cursor, or of the product.
  var supportedPurchase: SupportedPurchase? {
    if focus == .tabs, let row = tabs.front.selected, let id = row.transactionId {
      return SupportedPurchase(
        transactionId: id, product: name(of: row.productId), type: row.productId.flatMap { products[$0]?.type })
    }
    guard let row = selected, let id = row.transactionId else { return nil }
    return SupportedPurchase(transactionId: id, product: row.name, type: row.type)
  }

  /// Whether the key bar has room for an action: of the App Store's side and support only the one that there can be.
  func isOffered(_ action: Action) -> Bool {
    switch action {
    case .support: isSupport
    case .appStore: !isSupport
    default: true
    }
  }
}

extension TabRow {
  /// The transaction that it is about; nil for rows of the journal and others that are about none.
  var transactionId: String? {
    let isNumber = !reference.isEmpty && reference.allSatisfy(\.isNumber)
    return isNumber ? reference : nil
  }
}
