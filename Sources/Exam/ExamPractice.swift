package import Core

/// A practice that app servers must follow, and the mistake that a server makes without it.
package struct ExamPractice: Sendable {
  /// A stable name for reports.
  package let name: String
  /// One sentence that says what went wrong.
  package let mistake: Words
  /// One sentence that says how to prevent the mistake.
  package let text: Words

  private init(_ name: String, _ mistake: Words, _ text: Words) {
    (self.name, self.mistake, self.text) = (name, mistake, text)
  }

  /// The practice that a report names where the server gives access to a user who never bought the product.
  ///
  /// Practices against forged notifications and pending purchases stay, because such a mistake can give access to any
  /// user. Every other practice becomes `token`.
  var forOthers: ExamPractice { ["signature", "app", "environment", "pending"].contains(name) ? self : .token }

  static let credit = ExamPractice(
    "credit", "A purchase that stands gives no access.",
    "Give access from the signed transaction of any notification; never wait for the device.")
  static let token = ExamPractice(
    "token", "Access went to a user who did not buy.",
    "Give a purchase to the user whose appAccountToken its newest transaction carries, and to no other user.")
  static let pending = ExamPractice(
    "pending", "A purchase that waits for a parent gave access.",
    "Give access only for a signed transaction; Ask to Buy sends none until a parent approves.")
  static let once = ExamPractice(
    "once", "A notification that came twice counted twice.",
    "Keep each notificationUUID and each transactionId once; what comes again changes nothing.")
  static let order = ExamPractice(
    "order", "A notification that arrived late undid a newer one.",
    "Compare signedDate: of each transaction the newest statement counts, not the last to arrive.")
  static let refund = ExamPractice(
    "refund", "Access stayed after a refund.",
    "On REFUND, store the transaction with its revocationDate and end that purchase.")
  static let partialRefund = ExamPractice(
    "partial-refund", "Access stayed after Apple paid a part of the price back.",
    "A revocationDate ends the purchase whatever revocationPercentage says; only quantities are counted in parts.")
  static let reversal = ExamPractice(
    "reversal", "The server kept a refund that Apple reversed.",
    "On REFUND_REVERSED, store the transaction again: without a revocationDate the purchase counts.")
  static let refundOfOther = ExamPractice(
    "refund-of-other", "The refund of one purchase took another away.",
    "Keep a row for each transaction and end only the one that REFUND names.")
  static let refundRequest = ExamPractice(
    "refund-request", "A refund that was only asked for took access away.",
    "Answer CONSUMPTION_REQUEST, and change nothing on it or on REFUND_DECLINED.")
  static let expiry = ExamPractice(
    "expiry", "Access stayed after the period ended.",
    "Compare expiresDate with the clock at every question; EXPIRED may come late or never.")
  static let renewal = ExamPractice(
    "renewal", "The server did not follow a renewal.",
    "On every notification, store the transaction in it; the newest period of an originalTransactionId counts.")
  static let cancelled = ExamPractice(
    "cancelled", "Turning auto-renewal off ended a period that is paid.",
    "DID_CHANGE_RENEWAL_STATUS says only what happens at expiresDate; access lasts until then.")
  static let grace = ExamPractice(
    "grace", "Access ended in the Billing Grace Period.",
    "On DID_FAIL_TO_RENEW GRACE_PERIOD, give access until the renewal info's gracePeriodExpiresDate.")
  static let retry = ExamPractice(
    "retry", "Access stayed in billing retry, an unpaid time.",
    "In billing retry without a grace period, end access at expiresDate; DID_RENEW BILLING_RECOVERY brings it back.")
  static let offer = ExamPractice(
    "offer", "A purchase with an offer gives no access.",
    "Treat a transaction with an offer as any other, whatever it cost and whichever type its notification has.")
  static let price = ExamPractice(
    "price", "A price increase changed access before it applied.",
    "PRICE_INCREASE changes nothing; the next DID_RENEW or EXPIRED does.")
  static let extended = ExamPractice(
    "extended", "The server did not follow an extended renewal date.",
    "On RENEWAL_EXTENDED, store the transaction: its expiresDate is later than before.")
  static let upgrade = ExamPractice(
    "upgrade", "After a change of plan both products give access.",
    "One originalTransactionId gives one product: its newest period's; an isUpgraded transaction gives none.")
  static let later = ExamPractice(
    "later", "A downgrade took effect before the renewal.",
    "DID_CHANGE_RENEWAL_PREF DOWNGRADE is about the next period; the present product counts until expiresDate.")
  static let family = ExamPractice(
    "family", "The end of Family Sharing took the buyer's access.",
    "REVOKE ends the family member's transaction that it names, never the buyer's.")
  static let revoked = ExamPractice(
    "revoked", "A family member kept access after Family Sharing ended.",
    "On REVOKE, store the transaction with its revocationDate and end that member's access.")
  static let lost = ExamPractice(
    "lost", "The server never learned what a lost notification said.",
    "Read Get Notification History on a schedule, and process what is missing as if it had been posted.")
  static let outage = ExamPractice(
    "outage", "The server did not follow what Apple sent again after an outage.",
    "Answer 200 only after the commit, and take Apple's later attempts as first ones: date and order are in the JWS.")
  static let signature = ExamPractice(
    "signature", "A forged notification gave access.",
    "Verify the signature and the certificate chain up to Apple's root before reading a claim.")
  static let app = ExamPractice(
    "app", "A notification of another app gave access.",
    "Check bundleId in the notification and in the transaction.")
  static let environment = ExamPractice(
    "environment", "A notification of another environment gave access.",
    "Check environment: a Sandbox purchase never counts in production.")
  static let clock = ExamPractice(
    "clock", "Access began or ended at another minute than Apple's.",
    "Compare expiresDate as milliseconds since 1970 with a clock in UTC; round nothing to days.")
}
