package import AppStoreModel

/// Derives what each product is to the signed-in customer from the evidence, a time and nothing else.
///
/// Pure: the same evidence in any order, with duplicates and stale versions among it, gives the same answer. What it
/// costs grows with n log n of the transactions.
package enum Resolver {
  /// The status of every product: the catalogue in its order, then the products that are only known from transactions,
  /// by their ids.
  ///
  /// - Parameter now: device time.
  package static func resolve(_ evidence: EvidenceSet, at now: Timestamp) -> [ProductStatus] {
    let context = ResolverContext(evidence, at: now)
    var seen: Set<String> = []
    let listed = evidence.products.filter { seen.insert($0.id).inserted }.map { context.status(of: $0) }
    return listed + context.unlistedProductIds.compactMap { context.unlistedStatus($0) }
  }

  /// The status of one product; nil when neither the catalogue nor a transaction names it.
  ///
  /// The evidence has to hold the product's group as well, since the highest level of service is decided there.
  package static func resolve(_ productId: String, in evidence: EvidenceSet, at now: Timestamp) -> ProductStatus? {
    let context = ResolverContext(evidence, at: now)
    if let product = context.catalogue[productId] { return context.status(of: product) }
    return context.unlistedStatus(productId)
  }
}
