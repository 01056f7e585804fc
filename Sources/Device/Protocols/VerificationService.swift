package import AppStoreModel
import Core

/// The app's own server, as a device sees it: it decides who is credited, once for each transaction.
///
/// It verifies whatever is uploaded itself. None of its answers can make an unverified signature entitle, and a device
/// that gets no answer waits: nothing is finished before the server has answered. Every call may be repeated.
package protocol VerificationService: Sendable {
  /// Its name for people: `embedded`, or its URL.
  var name: String { get }

  /// Announces, before the App Store is asked for money, whom a purchase is for and which token it will carry;
  /// announced again it tells the purchase's state.
  ///
  /// - Parameters:
  ///   - intent: The purchase; its `user` is credited, even if another user is logged in when it arrives.
  func register(_ intent: Intent) async throws(VerificationError)

  /// Uploads an order: the first step.
  func upload(_ upload: OrderUpload) async throws(VerificationError)

  /// Asks what became of an order that was uploaded: the second step.
  func status(of orderId: String) async throws(VerificationError) -> OrderAnswer

  /// Tells it that an order was closed by hand, on which ground and why: its transaction is not credited any more.
  ///
  /// - Returns: False where it was credited first: then it is not closed.
  func close(_ closing: OrderClosing) async throws(VerificationError) -> Bool

  /// Takes a closing back, on whichever ground it was made.
  ///
  /// - Parameter transactionId: What the order was for, in case the server never saw the order.
  func reopen(_ orderId: String, transactionId: String?, reason: String) async throws(VerificationError)

  /// Shows it purchases that the App Store lists, and learns whose they are: one answer for each original transaction.
  func claim(_ claim: OwnershipClaim) async throws(VerificationError) -> [Ownership]

  /// Gives a user who logged in what the user who was not logged in on that device has, is owed and renews later; once.
  ///
  /// - Returns: False where another user claimed it first.
  /// - Throws: `rejected` where the server keeps what was bought without logging in apart.
  func claim(_ claim: LoginClaim) async throws(VerificationError) -> Bool

  /// What a user has: balances, grants, and the rights that were credited.
  func account(of user: String) async throws(VerificationError) -> UserAccount

  /// The balances, grants and credits of the user with a UUID.
  ///
  /// - Throws: `unknownOrder` for a UUID that belongs to no user.
  func owner(of token: String) async throws(VerificationError) -> UserAccount

  /// Spends a user's consumables.
  ///
  /// - Parameter id: A UUID: the same use is counted once, however often it is asked for.
  /// - Returns: What is left, or nil when there was not enough and nothing was spent.
  func use(_ productId: String, count: Int, by user: String, id: String) async throws(VerificationError) -> Int?

  /// Gives a user access that was not bought.
  func grant(_ grant: Grant) async throws(VerificationError)

  /// Sets how long a non-renewing subscription entitles.
  ///
  /// - Throws: `rejected` where the server keeps no durations.
  func set(_ duration: ProductDuration) async throws(VerificationError)

  /// Ends a grant now.
  func endGrant(_ id: String, reason: String) async throws(VerificationError)

  /// Moves one purchase to another user, whatever the policy says; the reason is kept.
  func transfer(_ transfer: PurchaseTransfer) async throws(VerificationError)

  /// Records a purchase that a user made on another platform.
  func record(_ purchase: OtherPurchase) async throws(VerificationError)

  /// Takes a notification that the App Store posts: `signedPayload`.
  func take(notification signedPayload: String) async throws(VerificationError)

  // MARK: What only a server in this process does

  /// Fetches what the App Store has signed since; a remote server does nothing here, since Apple notifies it.
  func hear() async throws(VerificationError)

  /// Refuses an order on purpose, as a fault wants it: the server does not credit it by itself either.
  func withhold(_ upload: OrderUpload, reason: String, isOverdue: Bool) async throws(VerificationError)

  /// Loses all data, as a fault wants it.
  func forget() async throws(VerificationError)
}

extension VerificationService {
  package func set(_ duration: ProductDuration) async throws(VerificationError) {
    throw VerificationError(.rejected, say("the app server stores no durations"))
  }

  package func hear() async throws(VerificationError) {}
  package func withhold(_ upload: OrderUpload, reason: String, isOverdue: Bool) async throws(VerificationError) {}
  package func forget() async throws(VerificationError) {}
}

/// Why the app server gave no answer.
package struct VerificationError: Error, Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// No connection, a time-out, 5xx or 429: tried again by itself.
    case temporary
    /// The request is invalid, or the secret is wrong: a retry alone will not help.
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
