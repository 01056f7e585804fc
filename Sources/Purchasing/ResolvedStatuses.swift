import Entitlements
package import StoreModel

/// The products and what they are at a device's time, derived from the evidence that a store holds.
///
/// With many transactions one part of the products after the other, so that never more than a part is in memory.
package func resolvedStatuses(of store: some EntitlementReading, at clock: DeviceClock) throws -> [ProductStatus] {
  let parts = try productParts(of: store)
  guard parts.count > 1 else { return Resolver.resolve(try store.evidence(of: nil), at: clock.now) }
  var resolved: [ProductStatus] = []
  for part in parts {
    let isInPart = Set(part).contains
    resolved += Resolver.resolve(try store.evidence(of: part), at: clock.now).filter { isInPart($0.product.id) }
  }
  let order = Dictionary(try store.products().enumerated().map { ($1.id, $0) }) { first, _ in first }
  return resolved.sorted { left, right in
    switch (order[left.product.id], order[right.product.id]) {
    case (let left?, let right?): left < right
    case (.some, nil): true
    case (nil, .some): false
    case (nil, nil): left.product.id.utf8.lexicographicallyPrecedes(right.product.id.utf8)
    }
  }
}

/// As many transactions as are resolved at once, unless those that decide together are more.
private let transactionsAtOnce = 1000

/// The products in parts that can be resolved apart, each no larger than it has to be; one part where that is all.
///
/// The products of a subscription group decide together. So do those that the catalogue does not know with all
/// subscriptions, since a subscription may have gone on from one to the other.
private func productParts(of store: some EntitlementReading) throws -> [[String]] {
  let counts = try store.transactionCounts()
  guard counts.values.reduce(0, +) > transactionsAtOnce else { return [] }
  let products = try store.products()
  let unlisted = Set(counts.keys).subtracting(products.map(\.id)).sorted()
  var together: [String: [String]] = [:]
  for product in products {
    let group = product.type == .autoRenewableSubscription ? product.subscriptionGroupIdentifier ?? "" : nil
    let part = group.map { unlisted.isEmpty ? "group \($0)" : "" } ?? "product \(product.id)"
    together[part, default: []].append(product.id)
  }
  if !unlisted.isEmpty { together["", default: []] += unlisted }
  var parts: [[String]] = []
  var room = 0
  for ids in together.sorted(by: { $0.key < $1.key }).map(\.value) {
    let count = ids.reduce(0) { $0 + (counts[$1] ?? 0) }
    if parts.isEmpty || count > room {
      parts.append([])
      room = transactionsAtOnce
    }
    parts[parts.count - 1] += ids
    room -= count
  }
  return parts
}
