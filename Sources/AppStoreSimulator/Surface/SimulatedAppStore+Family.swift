/// `family`: Apple Accounts that share what they bought. What is shared is a transaction of the member's own, and goes
/// with a revocation of the type FAMILY_REVOKE.
extension SimulatedAppStore {
  /// All families, by their organizers.
  package func families() throws(SimulatorError) -> [SimulatedFamily] {
    try read { try $0.families() }
  }

  /// An account joins the family of another one; what both share is the family's from now on.
  ///
  /// - Throws: `accountNotFound`; `usage` when it is in a family already, or there are six members.
  package func joinFamily(_ account: String, of other: String) throws(SimulatorError) {
    try write { try $0.joinFamily(account, of: other) }
  }

  /// An account leaves its family: what it had through others is revoked, and the other way round.
  package func leaveFamily(_ account: String) throws(SimulatorError) {
    try write { try $0.leaveFamily(account) }
  }

  /// Whether an account shares a product that it bought, as far as the catalogue allows it; it does from the start.
  package func setSharing(_ isOn: Bool, of productId: String, account: String) throws(SimulatorError) {
    try write { try $0.setSharing(isOn, of: productId, account: account) }
  }
}
