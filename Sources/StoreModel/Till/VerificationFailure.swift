/// Why a signed object was refused.
package struct VerificationFailure: Error, Hashable, Sendable {
  /// The check that failed.
  package var kind: VerificationFailureKind

  /// One sentence that a person understands, without a full stop.
  ///
  /// Such as "signed with a certificate that had expired on 2025-03-01". It may quote foreign text, so it passes
  /// `safeText` before it is shown.
  package var message: String

  /// Makes a failure of a kind with its sentence.
  package init(_ kind: VerificationFailureKind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

/// The checks that can fail, in the order in which they are made.
package enum VerificationFailureKind: String, Hashable, Sendable, CaseIterable {
  /// Larger than any signed object is (64 KiB).
  case size

  /// Not a JWS in compact form whose header and payload are what they must be.
  case format

  /// The header does not hold exactly three certificates.
  case chainLength

  /// A certificate in the header cannot be read.
  case certificate

  /// The certificates do not lead to a trusted root, lack Apple's marks, or were not valid at the effective date.
  case chain

  /// The signature is not one of the leaf certificate's key over this header and payload.
  case signature

  /// A kind of signed object other than the one expected.
  case kindMismatch

  /// The bundle id or the App Store's id of another app.
  case appIdentifier

  /// The environment is another, or absent.
  case environment
}
