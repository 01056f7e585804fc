package import AppStoreModel
import Core

/// The app server as a device sees it: it decides which user is credited, once for each transaction.
///
/// It verifies every upload itself. None of its answers can make an unverified signature entitle. A device without an
/// answer waits: it finishes nothing before the server has answered. Every call may be repeated.
package protocol VerificationService: Sendable {
  /// Announces a purchase before the App Store is asked to charge, with its user and its token.
  ///
  /// Announcing it again updates the purchase's state.
  ///
  /// - Parameters:
  ///   - intent: The purchase; its `user` is credited, even if another user is logged in when it arrives.
  func register(_ intent: Intent) async throws(VerificationError)

  /// Uploads an order, the first step of a confirmation.
  func upload(_ upload: OrderUpload) async throws(VerificationError)

  /// Asks for the result of an uploaded order, the second step of a confirmation.
  func status(of orderId: String) async throws(VerificationError) -> OrderAnswer

  /// Reports that an order was given up by hand, so that its transaction is no longer credited.
  ///
  /// - Returns: False where it was credited first: then it is not closed.
  func close(_ closing: OrderClosing) async throws(VerificationError) -> Bool

  /// Undoes giving up an order, whatever the ground was.
  ///
  /// - Parameter transactionId: The order's transaction, in case the server never saw the order.
  func reopen(_ orderId: String, transactionId: String?, reason: String) async throws(VerificationError)

  /// Shows the server purchases that the App Store lists, and returns the owner of each original transaction.
  func claim(_ claim: OwnershipClaim) async throws(VerificationError) -> [Ownership]

  /// Moves what an anonymous user of a device has, is owed and renews later to the user who logged in; once.
  ///
  /// - Returns: False where another user claimed it first.
  /// - Throws: `rejected` where the server keeps purchases made without logging in separate.
  func claim(_ claim: LoginClaim) async throws(VerificationError) -> Bool

  /// Returns a user's balances, grants, and credited rights.
  func account(of user: String) async throws(VerificationError) -> UserAccount

  /// Returns the balances, grants and credits of the user with a UUID.
  ///
  /// - Throws: `unknownOrder` for a UUID that belongs to no user.
  func owner(of token: String) async throws(VerificationError) -> UserAccount

  /// Uses a user's consumables.
  ///
  /// - Parameter id: The UUID of the use; a repeated use with the same UUID counts once.
  /// - Returns: The remaining balance; nil when it was too small and nothing was used.
  func use(_ productId: String, count: Int, by user: String, id: String) async throws(VerificationError) -> Int?

  /// Grants a user access without a purchase.
  func grant(_ grant: Grant) async throws(VerificationError)

  /// Sets how long a non-renewing subscription entitles.
  ///
  /// - Throws: `rejected` where the server stores no durations.
  func set(_ duration: ProductDuration) async throws(VerificationError)

  /// Ends a grant now.
  func endGrant(_ id: String, reason: String) async throws(VerificationError)

  /// Moves one purchase to another user, whatever the restore policy; the reason is stored.
  func transfer(_ transfer: PurchaseTransfer) async throws(VerificationError)

  /// Records a purchase that a user made on another platform.
  func record(_ purchase: OtherPurchase) async throws(VerificationError)

  /// Receives a notification that the App Store posted, its `signedPayload`.
  func receive(notification signedPayload: String) async throws(VerificationError)

  // MARK: Only for a server in this process

  /// Reads what the App Store has signed since; a remote server does nothing here, because Apple notifies it.
  func hear() async throws(VerificationError)

  /// Refuses an order as a simulated fault, so that the server does not credit it by itself either.
  func withhold(_ upload: OrderUpload, reason: String, isOverdue: Bool) async throws(VerificationError)

  /// Deletes all data, as a simulated fault.
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

/// The reason why the app server gave no answer.
package struct VerificationError: Error, Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// No connection, a time-out, 5xx or 429: Till retries by itself.
    case temporary
    /// The request is invalid, or the secret is wrong: a retry alone will not help.
    case rejected
    /// The server does not have the order: upload it again.
    case unknownOrder
  }

  package var kind: Kind
  /// The error in one line, without unsafe characters.
  package var message: String
  /// The wait that the server asks for, in milliseconds.
  package var retryAfter: Int64?

  package init(_ kind: Kind, _ message: String, retryAfter: Int64? = nil) {
    self.kind = kind
    self.message = message
    self.retryAfter = retryAfter
  }
}
