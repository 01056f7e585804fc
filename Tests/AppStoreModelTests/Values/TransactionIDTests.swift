import Testing

@testable import AppStoreModel

struct TransactionIDTests {
  /// Ids in ascending order.
  private static let ordered = [
    "0", "00", "7", "007", "9", "10", "99", "100", "2000000845420001", "2000000845425339",
    "18446744073709551616", "99999999999999999999999999", "", "-1", "1a", "a", "b",
  ]

  @Test func isTotal() {
    for (left, leftID) in Self.ordered.enumerated() {
      for (right, rightID) in Self.ordered.enumerated() {
        #expect(TransactionID.precedes(leftID, rightID) == (left < right), "\(leftID) \(rightID)")
      }
    }
  }
}
