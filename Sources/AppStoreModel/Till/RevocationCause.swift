import Core

/// Why Apple revoked a transaction; `revocationDate` alone does not mean a refund.
package enum RevocationCause: String, Hashable, Sendable, CaseIterable {
  case refunded, refundedInPart, familyEnded, organisationWithdrew, movedToBundle
  /// Till does not know Apple's value, and an unknown value never removes access.
  case unknown

  /// Whether Apple returned what had been paid.
  package var isRefund: Bool { self == .refunded || self == .refundedInPart }

  /// The cause in words, as the beginning of a sentence.
  package var words: String {
    switch self {
    case .refunded: say("refunded")
    case .refundedInPart: say("refunded in part")
    case .familyEnded: say("family sharing ended")
    case .organisationWithdrew: say("revoked by the organization")
    case .movedToBundle: say("moved to a bundle")
    case .unknown: say("revoked for an unknown reason")
    }
  }

  /// What a refund is called where nothing had been paid.
  package static var wordsWhereFree: String { say("ended by Apple") }
}

/// The revocation type for the end of an organization's assignment.
///
/// Apple documents the case for apps; its raw value is not public yet.
private let assignmentRevoke = RevocationType(rawValue: "ASSIGNMENT_REVOKE")

extension Transaction {
  /// Why Apple revoked the transaction; nil while it is valid.
  ///
  /// Older App Stores sign no `revocationType`. Then the revocation of a family share means that sharing ended, and any
  /// other revocation is a refund.
  package var revocationCause: RevocationCause? {
    guard revocationDate != nil else { return nil }
    // The member has the name in Apple's client API; what the server signs is not public yet.
    if otherMembers["bundleProductId"] != nil { return .movedToBundle }
    if let revocationType {
      switch revocationType {
      case .refundFull: return inAppOwnershipType == .familyShared ? .familyEnded : .refunded
      case .refundProrated: return .refundedInPart
      case .familyRevoke: return .familyEnded
      case assignmentRevoke: return .organisationWithdrew
      default: return .unknown
      }
    }
    if inAppOwnershipType == .familyShared { return .familyEnded }
    if let revocationReason, !revocationReason.isKnown { return .unknown }
    if let percentage = revocationPercentage, percentage < 100_000 { return .refundedInPart }
    return .refunded
  }

  /// Whether Apple revoked it for a reason that Till knows.
  package var isTakenBack: Bool { revocationCause.map { $0 != .unknown } ?? false }

  /// Whether nothing of it stands; of a consumable, a partial refund leaves a part.
  package var isWhollyTakenBack: Bool {
    isTakenBack && !(type == .consumable && revocationCause == .refundedInPart)
  }

  /// Whether Apple returned money; only then is it counted and described as a refund.
  package var isRefunded: Bool { revocationCause?.isRefund == true && !isFree }

  /// Why Apple revoked the transaction, in words; nil while it is valid.
  package var revocationWords: String? {
    revocationCause.map { $0.isRefund && isFree ? RevocationCause.wordsWhereFree : $0.words }
  }

  /// Whether the customer paid for it: neither free nor shared by a family member.
  package var isPaid: Bool {
    inAppOwnershipType != .familyShared && price != 0 && offerDiscountType != .freeTrial
  }

  /// Whether Apple was paid nothing for it: its price is 0, or a family member shares it.
  package var isFree: Bool { inAppOwnershipType == .familyShared || price == 0 }
}

extension RefundRecord {
  /// Whether Apple returned money.
  package var isRefunded: Bool { cause.isRefund && price != 0 }

  /// Why Apple revoked the transaction, in words; a reason that Till does not know is shown as Apple sent it.
  package var words: String {
    if cause == .unknown, let revocationType { return safeText(revocationType.rawValue) }
    return cause.isRefund && !isRefunded ? RevocationCause.wordsWhereFree : cause.words
  }
}
