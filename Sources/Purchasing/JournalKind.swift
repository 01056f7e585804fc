/// The steps that the journal names; stable, so that scripts may rely on them.
package enum JournalKind: String, CaseIterable, Sendable {
  case observerAttached = "observer.attached"
  case productsLoaded = "products.loaded"
  case productsFailed = "products.failed"
  case unfinishedRead = "unfinished.read"

  case intentOpened = "intent.opened"
  case intentPending = "intent.pending"
  case intentCancelled = "intent.cancelled"
  case intentFailed = "intent.failed"
  case intentUnanswered = "intent.unanswered"
  case intentClosed = "intent.closed"
  case intentReopened = "intent.reopened"

  case orderPaid = "order.paid"
  case orderVerified = "order.verified"
  case orderDelivered = "order.delivered"
  case orderFinished = "order.finished"
  case orderRefused = "order.refused"
  case finishFailed = "finish.failed"

  case evidenceRefused = "evidence.refused"
  case refunded = "refund.recorded"
  case refundReversed = "refund.reversed"
  case refundAsked = "refund.asked"
  case refundAskFailed = "refund.askFailed"
  case refundUnmatched = "refund.unmatched"

  case restored = "restore.done"
  case restoreFailed = "restore.failed"
  case refundChecked = "refundCheck.done"
  case refundCheckFailed = "refundCheck.failed"

  case supportBegun = "support.begun"
  case supportDone = "support.done"
  case supportFailed = "support.failed"

  case used = "consumable.used"
  case signedIn = "account.signedIn"
  case signedOut = "account.signedOut"
  case userChanged = "user.changed"
  case deviceCreated = "device.created"
  case updatesSwitched = "updates.switched"
  case durationSet = "duration.set"
}
