package import StoreModel

/// The app's own server, as a device sees it: it decides who is credited, once for each transaction.
///
/// It verifies whatever is uploaded itself. None of its answers can make an unverified signature entitle, and a device
/// that gets no answer waits: nothing is finished before the server has answered. Every call may be repeated.
package protocol VerificationService: Sendable {
  /// What the person calls it: `embedded`, or its URL.
  var name: String { get }

  /// Announces, before the App Store is asked for money, whom a purchase is for and which token it will carry.
  ///
  /// - Parameters:
  ///   - intent: The purchase; its `user` is credited whoever is logged in when it arrives.
  func register(_ intent: Intent) async throws(VerificationError)

  /// Uploads an order: the first step.
  func upload(_ upload: OrderUpload) async throws(VerificationError)

  /// Asks what became of an order that was uploaded: the second step.
  func status(of orderId: String) async throws(VerificationError) -> OrderAnswer

  /// Tells it that an order was closed by hand, with the reason.
  func close(_ orderId: String, reason: String) async throws(VerificationError)

  /// Shows it purchases that the App Store lists, and learns whose they are: one answer for each original transaction.
  func claim(_ claim: OwnershipClaim) async throws(VerificationError) -> [Ownership]

  /// A user's balances and grants.
  func account(of user: String) async throws(VerificationError) -> UserAccount

  /// Spends a user's consumables.
  ///
  /// - Parameter id: A UUID: the same use is counted once, however often it is asked for.
  /// - Returns: What is left, or nil when there was not enough and nothing was spent.
  func use(_ productId: String, count: Int, by user: String, id: String) async throws(VerificationError) -> Int?

  /// Gives a user access that was not bought.
  func grant(_ grant: Grant) async throws(VerificationError)
}

/// Why the app's server gave no answer.
package struct VerificationError: Error, Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// No connection, a time-out, 5xx or 429: tried again by itself.
    case temporary
    /// What was asked makes no sense to it, or the secret is wrong: trying again will not help by itself.
    case rejected
    /// It has never seen the order: upload it again.
    case unknownOrder
  }

  package var kind: Kind
  /// One line, sanitised.
  package var message: String
  /// How long it asks to be left alone, in milliseconds.
  package var retryAfter: Int64?

  package init(_ kind: Kind, _ message: String, retryAfter: Int64? = nil) {
    self.kind = kind
    self.message = message
    self.retryAfter = retryAfter
  }
}
