import StoreModel

extension Product {
  /// A product that no catalogue lists, as far as its newest transaction tells: the price is the last one paid, for the
  /// whole quantity.
  init(lastBought newest: Transaction, id: String, paid: Transaction) {
    let price = Price(milliunits: paid.price ?? 0, currency: paid.currency ?? "")
    self.init(
      id: id, type: newest.type ?? ProductType(rawValue: ""), displayName: id, price: price.milliunits,
      currency: price.currency,
      displayPrice: paid.price == nil
        ? "" : [price.decimalText, price.currency].filter { !$0.isEmpty }.joined(separator: " "),
      subscriptionGroupIdentifier: newest.subscriptionGroupIdentifier)
  }
}
