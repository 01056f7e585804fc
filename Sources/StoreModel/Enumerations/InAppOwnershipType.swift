/// How the customer came to own a purchase (Apple: InAppOwnershipType).
package struct InAppOwnershipType: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Shared by a member of the family.
  package static let familyShared = InAppOwnershipType(rawValue: "FAMILY_SHARED")
  /// Bought by this customer.
  package static let purchased = InAppOwnershipType(rawValue: "PURCHASED")

  package static let known: [InAppOwnershipType] = [
    familyShared, purchased,
  ]
}
