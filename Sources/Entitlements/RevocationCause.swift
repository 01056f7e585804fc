package import AppStoreModel
import Core

/// Why Apple revoked a transaction; `revocationDate` alone does not mean a refund.
package enum RevocationCause: String, Hashable, Sendable, CaseIterable {
  case refunded, refundedInPart, familyEnded, organisationWithdrew, movedToBundle
  /// Till does not know Apple's value, and an unknown value never removes access.
  case unknown

  /// Whether Apple returned money; only then is it counted and described as a refund.
  package var isRefund: Bool { self == .refunded || self == .refundedInPart }

  var rule: Rule {
    switch self {
    case .refunded, .refundedInPart: .refunded
    case .familyEnded: .familyShareEnded
    case .organisationWithdrew: .organisationWithdrew
    case .movedToBundle: .movedToBundle
    case .unknown: .knownRevocation
    }
  }

  /// The cause in words, as the beginning of a sentence.
  package var words: String {
    switch self {
    case .refunded, .refundedInPart: "refunded"
    case .familyEnded: ExclusionText.familySharingEnded.text
    case .organisationWithdrew: ExclusionText.withdrawnByOrganisation.text
    case .movedToBundle: ExclusionText.movedToBundle.text
    case .unknown: say("revoked for an unknown reason")
    }
  }
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
}
