import Core

/// Why something does not count, or belongs to another.
enum ExclusionText {
  static var familySharingEnded: Words { "family sharing ended" }
  static var withdrawnByOrganisation: Words { "revoked by the organization" }
  static var movedToBundle: Words { "moved to a bundle" }
  static var itWentOverToAnother: Words { "transferred to another user" }
  static func grantedByUs(because reason: String, until date: String, isRunning: Bool) -> Words {
    isRunning
      ? "granted by us, not bought: \(reason); until \(date)" : "granted by us, not bought: \(reason); ended \(date)"
  }
}
