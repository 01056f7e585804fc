package import AppStoreModel
import Core
import Entitlements

/// The new facts found while an action processes evidence, from any source.
struct News {
  /// Transactions that this device did not have.
  var new: Set<String> = []
  /// Refunds that this device did not know.
  var refunded: [Transaction] = []
  /// Transactions whose refund was reversed, with the content they had while the refund was in effect.
  var reversed: [Transaction] = []

  mutating func add(_ other: News) {
    new.formUnion(other.new)
    refunded += other.refunded
    reversed += other.reversed
  }
}

/// The result of recovering purchases at a start.
struct Settlement {
  /// False when the App Store could not be reached.
  var isReachable = true
  var news = News()
}

/// One piece of evidence from an imported file, before it is verified.
package struct ImportItem: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Signed data of any kind, as a JWS.
    case signed(String)
    /// The contents of a receipt, or of Apple's answer about one, as stored, with their source.
    case told(String, Transaction, by: Attestation)
    /// The contents of a receipt whose signature is invalid.
    case refused(String, Transaction, VerificationFailure)
  }

  package let content: Content
  /// The file, and the line where there are several, for messages; without unsafe characters.
  package let place: String

  package init(_ content: Content, place: String) {
    self.content = content
    self.place = place
  }
}

/// The result of an import.
package struct ImportReport: Hashable, Sendable {
  /// A piece of evidence that was not imported, and why.
  package struct Failure: Hashable, Sendable {
    package let place: String
    package let transactionId: String?
    /// One line without unsafe characters.
    package let reason: String

    package init(place: String, transactionId: String? = nil, reason: String) {
      self.place = place
      self.transactionId = transactionId
      self.reason = reason
    }
  }

  /// The number of transactions that are new to the case, or newer than its own.
  package var imported = 0
  /// The number of transactions that were already stored.
  package var known = 0
  /// The number of subscriptions whose renewal information was imported.
  package var renewals = 0
  /// The number of signed objects without a transaction: app transactions, test notifications.
  package var others = 0
  package var failed: [Failure] = []
  /// The customers of the case; each is an account of it.
  package var customers: [String] = []
}

/// Resolves the products' states at a device's time, from the evidence in a store.
///
/// - Parameters:
///   - date: A past date, to answer what this device would have answered then; nil for now.
///   - productId: The only product to read and answer; nil for all.
package func resolvedStatuses(
  of store: LocalStore, at clock: DeviceClock, asOf date: Timestamp? = nil, for productId: String? = nil
) throws -> [ProductStatus] {
  let now = clock.now
  let statuses =
    if let date {
      Resolver.resolve(try store.evidence(asOf: date), at: date)
    } else if let productId {
      [Resolver.resolve(productId, in: try store.evidence(of: [productId], at: now), at: now)].compactMap(\.self)
    } else {
      Resolver.resolve(try store.evidence(of: nil, at: now), at: now)
    }
  return store.identity.kind == .none ? statuses.map(\.withoutAppStore) : statuses
}

extension ProductStatus {
  /// The status in a store without an App Store, where nothing can be asked or done: newer evidence has to be imported.
  fileprivate var withoutAppStore: ProductStatus {
    var status = self
    switch next.action {
    case .restore, .refundCheck, .retry:
      status.next = NextStep(
        who: .us, text: say("import the customer's newest history: no App Store can be asked here"), say: next.say,
        until: next.until)
    case .buy, .askRefund, .close, .reopen, .use, .transfer, .grant, .logIn: status.next.action = nil
    case .setDuration, .signIn, .quarantine, .lookUp, nil: break
    }
    return status
  }
}
