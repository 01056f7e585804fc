package import AppStoreModel

/// The resolver: it derives each product's state for the signed-in customer from the evidence and a time.
///
/// It is a pure function: the same evidence in any order, even with duplicates and stale versions, gives the same
/// answer. Its cost grows with n log n of the number of transactions.
package enum Resolver {
  /// Returns the status of every product: the catalogue in its order, then those known only from transactions, by id.
  ///
  /// - Parameter now: Device time.
  package static func resolve(_ evidence: EvidenceSet, at now: Timestamp) -> [ProductStatus] {
    let context = ResolverContext(evidence, at: now)
    var seen: Set<String> = []
    let listed = evidence.products.filter { seen.insert($0.id).inserted }.map { context.status(of: $0) }
    return listed + context.unlistedProductIds.compactMap { context.unlistedStatus($0) }
  }

  /// Returns the status of one product; nil when neither the catalogue nor a transaction names it.
  ///
  /// The evidence must include the product's whole subscription group, because the group's highest service level
  /// decides.
  package static func resolve(_ productId: String, in evidence: EvidenceSet, at now: Timestamp) -> ProductStatus? {
    let context = ResolverContext(evidence, at: now)
    if let product = context.catalogue[productId] { return context.status(of: product) }
    return context.unlistedStatus(productId)
  }
}
