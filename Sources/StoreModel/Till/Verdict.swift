/// What verification says of one signed object.
///
/// Only `verified` may grant anything; `skipped` only in a store that is bound to the environment that was skipped, and
/// `attested` only where that attestation is all that there is.
package enum Verdict: Hashable, Sendable {
  /// Every check passed: form, certificates, signature and the configured claims.
  case verified

  /// A check failed; the object may be shown, never used.
  case failed(VerificationFailure)

  /// The verifier itself is set to Xcode or LocalTesting, where nothing is signed by Apple: only form and claims were
  /// checked.
  case skipped

  /// There is no signature of its own to check; this is who vouches for it instead.
  case attested(Attestation)

  /// The failure, or nil where there is none.
  package var failure: VerificationFailure? {
    guard case .failed(let failure) = self else { return nil }
    return failure
  }

  /// Which of two verdicts on one transaction counts, whatever the dates say: one without a signature of its own never
  /// takes the place of one that has one.
  package var weight: Int {
    switch self {
    case .verified, .skipped: 3
    case .attested(.answer): 2
    case .attested(.receipt): 1
    case .attested(.file), .failed: 0
    }
  }
}
