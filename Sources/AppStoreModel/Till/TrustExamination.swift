/// The checks of the verifier, in the order in which they are made; the first that fails is the last one made.
package enum VerificationCheck: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// Not larger than any signed object is.
  case size
  /// Three parts in base64url.
  case form
  /// Header and payload are JSON objects.
  case json
  /// The header asks for ES256 and for no extension.
  case algorithm
  /// Exactly three certificates.
  case certificateCount
  /// Each of them can be read.
  case certificates
  /// They lead to a trusted root, each signed by the next.
  case path
  /// They carry Apple's marks.
  case marks
  /// The signing key is on the curve P-256.
  case key
  /// All three were valid at the effective date.
  case dates
  /// The signature fits header and payload.
  case signature
  /// It is of the kind that was expected.
  case kind
  /// The payload is valid for an object of its kind.
  case content
  /// It is for this app.
  case app
  /// It is from this environment.
  case environment

  package static func < (left: VerificationCheck, right: VerificationCheck) -> Bool { left.rawValue < right.rawValue }

  /// Whether an object without a signature of its own, or of Xcode, is not held to it.
  package var isAboutSignature: Bool { (.algorithm)...(.signature) ~= self }
}

/// Why a signed object is trusted, or not: each check with its result, and the certificates from leaf to root.
package struct TrustExamination: Hashable, Sendable {
  package enum Result: Hashable, Sendable {
    case passed
    /// Why, as one sentence.
    case failed(String)
    /// An earlier check failed.
    case notReached
    /// The verifier is not held to it: nothing was demanded, or nothing is signed there.
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
  /// The certificates that could be read: the one that signs, the one between, the root.
  package var chain: [CertificateFacts]
  /// The moment at which they had to be valid.
  package var effectiveDate: Timestamp?

  package init(verdict: Verdict, steps: [Step], chain: [CertificateFacts], effectiveDate: Timestamp?) {
    self.verdict = verdict
    self.steps = steps
    self.chain = chain
    self.effectiveDate = effectiveDate
  }

  /// The check that failed.
  package var failed: VerificationCheck? {
    steps.first { if case .failed = $0.result { true } else { false } }?.check
  }
}

/// The fields of a certificate, for showing.
package struct CertificateFacts: Hashable, Sendable {
  package enum Role: Hashable, Sendable { case leaf, intermediate, root }

  package var role: Role
  /// Its owner: the common name, else the whole name.
  package var subject: String
  /// Its issuer.
  package var issuer: String
  /// The curve or the kind of its key.
  package var key: String
  package var serial: String
  package var validFrom: Timestamp?
  package var validUntil: Timestamp?
  /// The SHA-256 of its DER form, in lower-case hexadecimal.
  package var fingerprint: String
  /// Whether it carries Apple's mark for its role; a root needs none.
  package var isMarked: Bool
  /// Whether the next one, a root itself, signed it.
  package var isSignedByNext: Bool
  /// Whether it is a root that the verifier trusts.
  package var isTrusted: Bool

  package init(
    role: Role, subject: String, issuer: String, key: String, serial: String, validFrom: Timestamp?,
    validUntil: Timestamp?, fingerprint: String, isMarked: Bool, isSignedByNext: Bool, isTrusted: Bool
  ) {
    self.role = role
    self.subject = subject
    self.issuer = issuer
    self.key = key
    self.serial = serial
    self.validFrom = validFrom
    self.validUntil = validUntil
    self.fingerprint = fingerprint
    self.isMarked = isMarked
    self.isSignedByNext = isSignedByNext
    self.isTrusted = isTrusted
  }
}
