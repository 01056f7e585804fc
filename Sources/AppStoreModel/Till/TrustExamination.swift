/// The checks of the verifier, in the order in which it makes them; it stops at the first check that fails.
package enum VerificationCheck: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// The object is not larger than the limit (64 KiB).
  case size
  /// The text has three segments in base64url.
  case form
  /// Header and payload are JSON objects.
  case json
  /// The JWS header has `alg` ES256 and no `crit`.
  case algorithm
  /// The header has exactly three certificates.
  case certificateCount
  /// All three certificates are readable.
  case certificates
  /// The certificates form a path to a trusted root, each one signed by the next.
  case path
  /// The certificates have Apple's marks.
  case marks
  /// The signing key is on the curve P-256.
  case key
  /// All three certificates were valid at the effective date.
  case dates
  /// The signature matches header and payload.
  case signature
  /// The object is of the expected kind.
  case kind
  /// The payload is valid for its kind.
  case content
  /// The payload is for the expected app.
  case app
  /// The payload is from the expected environment.
  case environment

  package static func < (left: VerificationCheck, right: VerificationCheck) -> Bool { left.rawValue < right.rawValue }

  /// Whether the check is left out for data without a signature of its own, and for data from Xcode.
  package var isAboutSignature: Bool { (.algorithm)...(.signature) ~= self }
}

/// Why a signed object is trusted or not: the result of each check, and the certificates from leaf to root.
package struct TrustExamination: Hashable, Sendable {
  package enum Result: Hashable, Sendable {
    case passed
    /// The check failed; the reason is one sentence.
    case failed(String)
    /// The check was not made, because an earlier one failed.
    case notReached
    /// The check does not apply: no value was required, or the data has no signature of Apple.
    case notAsked
  }

  package struct Step: Hashable, Sendable {
    package var check: VerificationCheck
    package var result: Result

    package init(_ check: VerificationCheck, _ result: Result) {
      self.check = check
      self.result = result
    }
  }

  package var verdict: Verdict
  package var steps: [Step]
  /// The certificates that could be read, in the order leaf, intermediate, root.
  package var chain: [CertificateFacts]
  /// The date at which the certificates had to be valid.
  package var effectiveDate: Timestamp?

  /// The check that failed; nil if none did.
  package var failed: VerificationCheck? {
    steps.first { if case .failed = $0.result { true } else { false } }?.check
  }
}

/// The fields of a certificate, for display.
package struct CertificateFacts: Hashable, Sendable {
  package enum Role: Hashable, Sendable { case leaf, intermediate, root }

  package var role: Role
  /// The subject: the common name, else the whole name.
  package var subject: String
  /// The issuer: the common name, else the whole name.
  package var issuer: String
  /// The curve of the public key, or its type.
  package var key: String
  package var serial: String
  package var validFrom: Timestamp?
  package var validUntil: Timestamp?
  /// The SHA-256 of the DER form, in lower-case hexadecimal.
  package var fingerprint: String
  /// Whether the certificate has Apple's mark for its role; true for a root, which needs none.
  package var isMarked: Bool
  /// Whether the next certificate signed this one; a root signs itself.
  package var isSignedByNext: Bool
  /// Whether this is a root that the verifier trusts.
  package var isTrusted: Bool
}
