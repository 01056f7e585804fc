import StoreModel

/// A chain that leads to a trusted root: the leaf's key, and the times in which each certificate is valid.
struct VerifiedChain: Sendable {
  /// The leaf's public key.
  let key: PublicKey

  let times: ChainTimes

  /// The SHA-256 of the root's DER form in lower-case hexadecimal.
  let rootFingerprint: String
}

/// The times in which each certificate of a chain is valid.
struct ChainTimes: Hashable, Sendable {
  let leaf: Validity
  let intermediate: Validity
  let root: Validity

  /// Checks that all three certificates were valid at a moment; throws `chain`.
  func check(at date: Timestamp) throws(VerificationFailure) {
    try Self.check(leaf, "signed with a certificate", at: date)
    try Self.check(intermediate, "signed under an intermediate certificate", at: date)
    try Self.check(root, "signed under a root certificate", at: date)
  }

  private static func check(_ validity: Validity, _ what: String, at date: Timestamp) throws(VerificationFailure) {
    let second = date.milliseconds.quotientRoundedDown(by: 1000)
    guard !validity.contains(second) else { return }
    let fault =
      second > validity.end
      ? "had expired on \(validity.lastDay)" : "was not valid before \(validity.firstDay)"
    throw VerificationFailure(.chain, "\(what) that \(fault) (checked at \(date.formatted(.day)))")
  }
}

extension Int64 {
  /// The quotient rounded towards negative infinity; the divisor is positive.
  fileprivate func quotientRoundedDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
