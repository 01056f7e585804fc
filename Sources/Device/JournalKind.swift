/// The kinds of journal entries; their names never change, so that scripts can rely on them.
package enum JournalKind: String, CaseIterable, Sendable {
  case observerAttached = "observer.attached"
  case productsLoaded = "products.loaded"
  case productsFailed = "products.failed"
  /// The app knows a product that the App Store does not have.
  case productNotFound = "products.notFound"
  /// The App Store has none of the app's products.
  case noProducts = "products.none"
  case unfinishedRead = "unfinished.read"

  case intentOpened = "intent.opened"
  case intentPending = "intent.pending"
  case intentInterrupted = "intent.interrupted"
  case intentCancelled = "intent.cancelled"
  case intentFailed = "intent.failed"
  case intentUnanswered = "intent.unanswered"
  case intentClosed = "intent.closed"
  case intentReopened = "intent.reopened"
  case purchaseDeferred = "purchase.deferred"

  case orderPaid = "order.paid"
  case orderUploaded = "order.uploaded"
  case orderWaiting = "order.waiting"
  case orderConfirmed = "order.confirmed"
  case orderHalfSuccess = "order.halfSuccess"
  case orderVerified = "order.verified"
  case orderDelivered = "order.delivered"
  case orderFinished = "order.finished"
  case orderRefused = "order.refused"
  case orderOverdue = "order.overdue"
  case orderGivenUp = "order.givenUp"
  case orderRetried = "order.retried"
  case orderClosed = "order.closed"
  case orderReopened = "order.reopened"
  case finishFailed = "finish.failed"

  case evidenceRefused = "evidence.refused"
  case refunded = "refund.recorded"
  case refundReversed = "refund.reversed"
  case refundAsked = "refund.asked"
  /// An action was undone, in a simulated App Store.
  case undone = "undo"
  case refundAskFailed = "refund.askFailed"
  case refundUnmatched = "refund.unmatched"

  case restored = "restore.done"
  case restoreFailed = "restore.failed"
  case refundChecked = "refundCheck.done"
  case refundCheckFailed = "refundCheck.failed"

  case supportBegun = "support.begun"
  case supportDone = "support.done"
  case supportFailed = "support.failed"

  case backendSaid = "backend.said"
  case faultStruck = "fault.struck"

  case evidenceImported = "evidence.imported"

  case used = "consumable.used"
  case useFailed = "consumable.useFailed"
  case granted = "grant.made"
  case ownersRead = "server.owners"
  case serverFailed = "server.failed"
  case verificationChosen = "verification.chosen"
  case signedIn = "account.signedIn"
  case signedOut = "account.signedOut"
  case userChanged = "user.changed"
  case loginClaimed = "user.loginClaimed"
  case deviceCreated = "device.created"
  case updatesSwitched = "updates.switched"
  case durationSet = "duration.set"
}
