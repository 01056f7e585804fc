import Entitlements
package import StoreModel

/// What taking in evidence told this device, by whichever way it came: the value of one action, handed on by it.
struct News {
  /// Transactions that this device did not have.
  var new: Set<String> = []
  /// Refunds that were news to this device.
  var refunded: [Transaction] = []
  /// Transactions whose refund was taken back, as they were while it stood.
  var reversed: [Transaction] = []

  mutating func add(_ other: News) {
    new.formUnion(other.new)
    refunded += other.refunded
    reversed += other.reversed
  }
}

/// What healing brought.
struct Settlement {
  /// False when the App Store could not be asked.
  var isReachable = true
  var news = News()
}

/// One piece of evidence out of a file, before anything of it is believed.
package struct ImportItem: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Signed data of any kind: a JWS.
    case signed(String)
    /// What a receipt or an answer to one tells, in the form in which it is kept, and who vouches for it.
    case told(String, Transaction, by: Attestation)
    /// The same of a receipt whose signature does not hold.
    case refused(String, Transaction, VerificationFailure)
  }

  package let content: Content
  /// The file, and the line where there are several, for messages; safe.
  package let place: String

  package init(_ content: Content, place: String) {
    self.content = content
    self.place = place
  }
}

/// What an import did.
package struct ImportReport: Hashable, Sendable {
  /// A piece that was not taken in, and why.
  package struct Failure: Hashable, Sendable {
    package let place: String
    package let transactionId: String?
    /// One safe line.
    package let reason: String

    package init(place: String, transactionId: String? = nil, reason: String) {
      self.place = place
      self.transactionId = transactionId
      self.reason = reason
    }
  }

  /// The transactions that are new to the case, or newer.
  package var imported = 0
  /// Those that it had.
  package var known = 0
  /// Subscriptions whose renewal information was taken in.
  package var renewals = 0
  /// Signed data that tell of no transaction: app transactions, test notifications.
  package var others = 0
  package var failed: [Failure] = []
  /// The customers of the case, each an account of it.
  package var customers: [String] = []
}

/// The products and what they are at a device's time, derived from the evidence that a store holds.
///
/// With many transactions one part of the products after the other, so that never more than a part is in memory.
///
/// - Parameters:
///   - date: What this device would have answered then, from what had arrived by then; nil for now.
///   - productId: The one that is asked about, where only it and what decides together with it need be read.
package func resolvedStatuses(
  of store: some EntitlementReading, at clock: DeviceClock, asOf date: Timestamp? = nil, for productId: String? = nil
) throws -> [ProductStatus] {
  if let date { return Resolver.resolve(try store.evidence(of: nil, asOf: date), at: date) }
  let parts = try productParts(of: store)
  guard parts.count > 1 else { return Resolver.resolve(try store.evidence(of: nil), at: clock.now) }
  var resolved: [ProductStatus] = []
  for part in parts where productId.map(part.contains) ?? true {
    let isInPart = Set(part).contains
    var evidence = try store.evidence(of: part)
    // Whatever decides with a product is in its part.
    evidence.products.removeAll { !isInPart($0.id) }
    resolved += Resolver.resolve(evidence, at: clock.now).filter { isInPart($0.product.id) }
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
