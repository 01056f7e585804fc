/// One page of signed transactions.
package struct SimulatedHistoryPage: Hashable, Sendable {
  /// JWS in compact serialization, at most 20.
  package let signedTransactions: [String]
  /// Asked for with it, the same history goes on; after the last page it gives what is new or changed since.
  package let revision: String
  /// Whether there is more to read now.
  package let hasMore: Bool

  /// The same page with other texts.
  func with(_ texts: [String]) -> SimulatedHistoryPage {
    SimulatedHistoryPage(signedTransactions: texts, revision: revision, hasMore: hasMore)
  }
}
