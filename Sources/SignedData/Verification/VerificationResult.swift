package import StoreModel
package import StrictJSON

/// What a verifier found out about one signed object.
package struct VerificationResult: Hashable, Sendable {
  /// Whether the object may be used, and if not, why.
  package var verdict: Verdict

  /// The kind that the payload's members tell; nil when it cannot be read or is of no known kind.
  package var kind: SignedKind?

  /// What the object says, when it was `verified` or `skipped`; nil otherwise.
  package var payload: SignedPayload?

  /// What a failed object says, for showing only; nobody vouches for it.
  ///
  /// Nil when it cannot be read.
  package var unverifiedPayload: SignedPayload?

  /// The payload's members as they stand, whatever the verdict; nil when they cannot be read.
  package var json: JSONObject?

  /// The payload's bytes, whatever the verdict; empty when they cannot be read.
  package var payloadBytes: [UInt8] = []

  /// The moment at which the certificates had to be valid; nil when it did not come to that.
  package var effectiveDate: Timestamp?

  /// The SHA-256 of the trusted root's DER form in lower-case hexadecimal; nil unless `verified`.
  package var rootFingerprint: String?

  /// The results of the signed objects inside a notification that is not refused, by their kind.
  ///
  /// Each is judged for itself: a good notification may carry a bad transaction.
  package var enclosed: [SignedKind: VerificationResult] = [:]

  /// A result with a verdict and nothing else.
  package init(verdict: Verdict) {
    self.verdict = verdict
  }
}
