package import StoreModel

/// Which transactions a history holds (Apple: TransactionHistoryRequest); everything, unless something is named.
package struct HistoryFilter: Hashable, Sendable {
  /// Bought at this instant or later.
  package var startDate: Timestamp?
  /// Bought before this instant.
  package var endDate: Timestamp?
  /// Only these products.
  package var productIds: [String]?
  /// Only these types.
  package var types: [ProductType]?
  /// Only subscriptions of these groups.
  package var groups: [String]?
  package var ownership: InAppOwnershipType?
  /// Only what is revoked, or only what is not.
  package var isRevoked: Bool?
  /// Newest modification first.
  package var isDescending = false
  /// Without consumables that were finished, as the first version of the call was.
  package var hidesFinishedConsumables = false

  /// Everything, oldest modification first.
  package init() {}
}
