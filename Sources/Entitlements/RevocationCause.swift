package import AppStoreModel
import Core

/// Why Apple took a transaction back; `revocationDate` alone is not a refund.
package enum RevocationCause: String, Hashable, Sendable, CaseIterable {
  case refunded, refundedInPart, familyEnded, organisationWithdrew, movedToBundle
  /// Apple's words for it are not known here: what we do not understand takes nothing away.
  case unknown

  /// Whether money was given back: only then is it counted and worded as a refund.
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

  /// The cause, as the beginning of a sentence.
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

/// The end of what an organisation had assigned.
///
/// Apple documents it for apps; its raw value is not public yet.
private let assignmentRevoke = RevocationType(rawValue: "ASSIGNMENT_REVOKE")

extension Transaction {
  /// Why Apple took the transaction back; nil while it stands.
  ///
  /// Older App Stores sign no `revocationType`: then a share's revocation is the end of sharing, any other one a
  /// refund.
  package var revocationCause: RevocationCause? {
    guard revocationDate != nil else { return nil }
    // The member's name is Apple's client API's; what the server signs is not public yet.
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

  /// Whether Apple took it back for a reason that is known here.
  package var isTakenBack: Bool { revocationCause.map { $0 != .unknown } ?? false }
}
