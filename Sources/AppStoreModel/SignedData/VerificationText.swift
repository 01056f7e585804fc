import Core

/// The texts that explain why signed data is rejected.
enum VerificationText {
  /// The position of a certificate in a chain.
  enum Rank { case signing, intermediate, root }

  static func threeCertificates(_ count: Int) -> Words {
    "the header has \(count) certificates (x5c) instead of three"
  }
  static var notEnoughMemory: Words { "not enough memory to check the certificates" }
  static func otherKind(kind: String, expected: String) -> Words { "this is \(kind), not \(expected)" }
  static func hadExpired(_ rank: Rank, on day: String, checked date: String) -> Words {
    "\(signed(rank)) that expired on \(day) (checked at \(date))"
  }
  static func wasNotValidBefore(_ rank: Rank, _ day: String, checked date: String) -> Words {
    "\(signed(rank)) that is valid only from \(day) on (checked at \(date))"
  }

  private static func signed(_ rank: Rank) -> String {
    switch rank {
    case .signing: say("signed with a certificate")
    case .intermediate: say("signed under an intermediate certificate")
    case .root: say("signed under a root certificate")
    }
  }
}
