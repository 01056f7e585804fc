/// A family of Apple Accounts.
package struct SimulatedFamily: Hashable, Sendable {
  /// What a member has through another one.
  package struct Share: Hashable, Sendable {
    /// The product.
    package let productId: String
    /// The member's own newest transaction.
    package let transactionId: String
    /// The member's own lineage.
    package let originalTransactionId: String
    /// Who bought it.
    package let owner: String
    /// Who has it.
    package let member: String
  }

  /// The Apple Account that the family is named by.
  package let organizer: String
  /// Everybody in it, the organizer too, in the order of the accounts.
  package let members: [String]
  /// What is shared now.
  package let shares: [Share]
}
