import StoreModel

/// A chain that leads to a trusted root: the leaf's key, and the times in which each certificate is valid.
struct VerifiedChain: Sendable {
  /// The leaf's public key.
  let key: PublicKey

  let leaf: Validity
  let intermediate: Validity
  let root: Validity

  /// The SHA-256 of the root's DER form in lower-case hexadecimal.
  let rootFingerprint: String

  /// Checks that all three certificates were valid at a moment; throws `chain`.
  func check(at date: Timestamp) throws(VerificationFailure) {
    let second = date.milliseconds.quotientRoundedDown(by: 1000)
    try Self.check(leaf, "signed with a certificate", at: second)
    try Self.check(intermediate, "signed under an intermediate certificate", at: second)
    try Self.check(root, "signed under a root certificate", at: second)
  }

  private static func check(_ validity: Validity, _ what: String, at second: Int64) throws(VerificationFailure) {
    guard !validity.contains(second) else { return }
    let fault =
      second > validity.end
      ? "had expired on \(Validity.day(of: validity.end))" : "was not valid before \(Validity.day(of: validity.start))"
    throw VerificationFailure(.chain, "\(what) that \(fault) (checked at \(Validity.day(of: second)))")
  }
}

extension Int64 {
  /// The quotient rounded towards negative infinity; the divisor is positive.
  fileprivate func quotientRoundedDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
