/// What verification says of one signed object.
///
/// Only `verified` may grant anything; `skipped` only in a store that is bound to the environment that was skipped.
package enum Verdict: Hashable, Sendable {
  /// Every check passed: form, certificates, signature and the configured claims.
  case verified

  /// A check failed; the object may be shown, never used.
  case failed(VerificationFailure)

  /// The verifier itself is set to Xcode or LocalTesting, where nothing is signed by Apple: only form and claims were
  /// checked.
  case skipped

  /// The failure, or nil where there is none.
  package var failure: VerificationFailure? {
    guard case .failed(let failure) = self else { return nil }
    return failure
  }
}
