/// Why Apple refunded or revoked a transaction (Apple: RevocationReason).
package struct RevocationReason: OpenEnum {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// An issue within the app, or a perceived one.
  package static let refundedDueToIssue = RevocationReason(rawValue: 1)
  /// Another reason, such as an accidental purchase.
  package static let refundedForOtherReason = RevocationReason(rawValue: 0)

  package static let known: [RevocationReason] = [
    refundedDueToIssue, refundedForOtherReason,
  ]
}

/// What a revocation gave back (Apple: RevocationType).
package struct RevocationType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The whole price.
  package static let refundFull = RevocationType(rawValue: "REFUND_FULL")
  /// A share of the price.
  package static let refundProrated = RevocationType(rawValue: "REFUND_PRORATED")
  /// Nothing; the family stopped sharing it.
  package static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")

  package static let known: [RevocationType] = [
    refundFull, refundProrated, familyRevoke,
  ]
}
