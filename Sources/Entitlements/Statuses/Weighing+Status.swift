import StoreModel

extension Weighing {
  /// The answer for a product of the catalogue.
  func status(of product: Product) -> ProductStatus { status(of: product, isListed: true) }

  /// The answer for a product that is only known from transactions, made from the newest one; nil where there is none.
  func unlistedStatus(_ productId: String) -> ProductStatus? {
    guard catalogue[productId] == nil else { return nil }
    let known = transactions(of: productId)
    guard let newest = newest(of: known) else { return nil }
    let paid = self.newest(of: known.filter { transaction($0).price != nil }) ?? newest
    return status(
      of: Product(lastBought: transaction(newest), id: productId, paid: transaction(paid)), isListed: false)
  }

  /// The products that are only known from transactions, by their ids.
  var unlistedProductIds: [String] {
    Set(admitted.keys).union(excluded.keys).filter { catalogue[$0] == nil }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func status(of product: Product, isListed: Bool) -> ProductStatus {
    let finding = finding(for: product)
    let notes = Notes(product.id, weighing: self, finding: finding, isListed: isListed)
    return ProductStatus(
      product: product, state: notes.state(of: finding), entitled: finding.entitled, confirmed: notes.isConfirmed,
      balance: finding.balance, expiresDate: finding.expiresDate, since: notes.since(of: finding),
      pendingProductId: finding.pendingProductId,
      decidingTransactionId: finding.deciding.flatMap { transaction($0).transactionId },
      reasons: reasons(for: product, finding, notes), next: notes.next(of: finding))
  }

  /// Every reason in the order in which it was weighed: what may be looked at, what decides, what is said besides.
  private func reasons(for product: Product, _ finding: Finding, _ notes: Notes) -> [Reason] {
    var reasons: [Reason] = []
    if evidence.account == nil {
      reasons.append(Reason(.signedIn, supports: false, "nobody is signed in to the App Store on this device"))
    }
    if !product.type.isKnown {
      reasons.append(Reason(.knownType, supports: false, "its product type is not known here, so it grants nothing"))
    }
    reasons += finding.reasons
    reasons += exclusionReasons(product.id)
    reasons += quarantineReasons(product.id)
    reasons += notes.reasons
    let purchases = evidence.account != nil && (admitted[product.id] ?? []).isEmpty && product.type != .consumable
    if purchases, !finding.entitled {
      reasons.append(Reason(.everPurchased, supports: false, "no purchase that counts is known on this device"))
    }
    return reasons
  }

  /// The transactions of a product in this store's environment, those that may not be weighed where there is no other.
  private func transactions(of productId: String) -> [WeighedTransaction] {
    admitted[productId]
      ?? (excluded[productId] ?? []).filter { $0.rule != .verified && $0.rule != .environment }.map {
        WeighedTransaction(evidence.transactions[$0.index].transaction, index: $0.index)
      }
  }
}
