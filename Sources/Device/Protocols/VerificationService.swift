package import AppStoreModel
import Core

/// The app server as a device sees it: it decides which user is credited, once for each transaction.
///
/// It verifies every upload itself. None of its answers can make an unverified signature entitle. A device without an
/// answer waits: it finishes nothing before the server has answered. Every call may be repeated.
package protocol VerificationService: Sendable {
  /// Answers a call; the extension has a function for each call, which says what it does.
  func answer(_ call: AppServerCall) async throws(VerificationError) -> AppServerAnswer

  // MARK: Only for a server in this process

  /// Reads what the App Store has signed since; a remote server does nothing here, because Apple notifies it.
  func hear() async throws(VerificationError)

  /// Refuses an order as a simulated fault, so that the server does not credit it by itself either.
  func withhold(_ upload: OrderUpload, reason: String, isOverdue: Bool) async throws(VerificationError)

  /// Deletes all data, as a simulated fault.
  func forget() async throws(VerificationError)
}

extension VerificationService {
  /// Announces a purchase before the App Store is asked to charge, with its user and its token.
  ///
  /// Announcing it again updates the purchase's state.
  ///
  /// - Parameters:
  ///   - intent: The purchase; its `user` is credited, even if another user is logged in when it arrives.
  package func register(_ intent: Intent) async throws(VerificationError) {
    _ = try await answer(.register(intent))
  }

  /// Uploads an order, the first step of a confirmation.
  package func upload(_ upload: OrderUpload) async throws(VerificationError) {
    _ = try await answer(.upload(upload))
  }

  /// Asks for the result of an uploaded order, the second step of a confirmation.
  package func status(of orderId: String) async throws(VerificationError) -> OrderAnswer {
    guard case .order(let result) = try await answer(.status(orderId: orderId)) else { throw .wrongAnswer }
    return result
  }

  /// Reports that an order was given up by hand, so that its transaction is no longer credited.
  ///
  /// - Returns: False where it was credited first: then it is not closed.
  package func close(_ closing: OrderClosing) async throws(VerificationError) -> Bool {
    guard case .closed(let result) = try await answer(.close(closing)) else { throw .wrongAnswer }
    return result
  }

  /// Undoes giving up an order, whatever the ground was.
  ///
  /// - Parameter transactionId: The order's transaction, in case the server never saw the order.
  package func reopen(_ orderId: String, transactionId: String?, reason: String) async throws(VerificationError) {
    _ = try await answer(.reopen(orderId: orderId, transactionId: transactionId, reason: reason))
  }

  /// Shows the server purchases that the App Store lists, and returns the owner of each original transaction.
  package func claim(_ claim: OwnershipClaim) async throws(VerificationError) -> [Ownership] {
    guard case .ownerships(let result) = try await answer(.claim(claim)) else { throw .wrongAnswer }
    return result
  }

  /// Moves what an anonymous user of a device has, is owed and renews later to the user who logged in; once.
  ///
  /// - Returns: False where another user claimed it first.
  /// - Throws: `rejected` where the server keeps purchases made without logging in separate.
  package func claim(_ claim: LoginClaim) async throws(VerificationError) -> Bool {
    guard case .claimed(let result) = try await answer(.login(claim)) else { throw .wrongAnswer }
    return result
  }

  /// Returns a user's balances, grants, and credited rights.
  package func account(of user: String) async throws(VerificationError) -> UserAccount {
    guard case .account(let result) = try await answer(.account(user: user)) else { throw .wrongAnswer }
    return result
  }

  /// Returns the balances, grants and credits of the user with a UUID.
  ///
  /// - Throws: `unknownOrder` for a UUID that belongs to no user.
  package func owner(of token: String) async throws(VerificationError) -> UserAccount {
    guard case .account(let result) = try await answer(.owner(token: token)) else { throw .wrongAnswer }
    return result
  }

  /// Uses a user's consumables.
  ///
  /// - Parameter id: The UUID of the use; a repeated use with the same UUID counts once.
  /// - Returns: The remaining balance; nil when it was too small and nothing was used.
  package func use(
    _ productId: String, count: Int, by user: String, id: String
  ) async throws(VerificationError) -> Int? {
    let call = AppServerCall.use(productId: productId, count: count, user: user, id: id)
    guard case .left(let result) = try await answer(call) else { throw .wrongAnswer }
    return result
  }

  /// Grants a user access without a purchase.
  package func grant(_ grant: Grant) async throws(VerificationError) {
    _ = try await answer(.grant(grant))
  }

  /// Sets how long a non-renewing subscription entitles.
  ///
  /// - Throws: `rejected` where the server stores no durations.
  package func set(_ duration: ProductDuration) async throws(VerificationError) {
    _ = try await answer(.duration(duration))
  }

  /// Ends a grant now.
  package func endGrant(_ id: String, reason: String) async throws(VerificationError) {
    _ = try await answer(.endGrant(id: id, reason: reason))
  }

  /// Moves one purchase to another user, whatever the restore policy; the reason is stored.
  package func transfer(_ transfer: PurchaseTransfer) async throws(VerificationError) {
    _ = try await answer(.transfer(transfer))
  }

  /// Records a purchase that a user made on another platform.
  package func record(_ purchase: OtherPurchase) async throws(VerificationError) {
    _ = try await answer(.record(purchase))
  }

  /// Receives a notification that the App Store posted, its `signedPayload`.
  package func receive(notification signedPayload: String) async throws(VerificationError) {
    _ = try await answer(.notification(signedPayload: signedPayload))
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

  /// Makes the error for an answer that cannot be read.
  package static func invalidAnswer(_ reason: String) -> VerificationError {
    VerificationError(.temporary, say("the app server's answer is invalid: \(safeText(reason))"))
  }

  /// The error for an answer to another call.
  static var wrongAnswer: VerificationError { .invalidAnswer("answer") }
}
