package import AppStoreModel
import Entitlements

/// The result of processing evidence, from any source: one value per action, passed along.
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

/// The purchases that a start recovered.
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
    /// The contents of a receipt or of Apple's answer to one, as stored, with their source.
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

/// The result of an import.
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
  /// The transactions that were already stored.
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
/// - Parameters:
///   - date: What this device would have answered then, from what had arrived by then; nil for now.
///   - productId: The one that is asked about: the others are not read, and are not among the answers.
package func resolvedStatuses(
  of store: LocalStore, at clock: DeviceClock, asOf date: Timestamp? = nil, for productId: String? = nil
) throws -> [ProductStatus] {
  if let date { return Resolver.resolve(try store.evidence(asOf: date), at: date) }
  let now = clock.now
  guard let productId else { return Resolver.resolve(try store.evidence(of: nil, at: now), at: now) }
  return [Resolver.resolve(productId, in: try store.evidence(of: [productId], at: now), at: now)].compactMap { $0 }
}
