/// The order of transaction ids, which are text that mostly holds a number.
package enum TransactionID {
  /// Whether one id stands before another: as numbers of any length, those that are no number after those that are.
  ///
  /// Leading zeros do not count, save between equal numbers, so that different ids always have an order. Ids that are
  /// no number are compared byte by byte.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    let leftDigits = significantDigits(of: left)
    let rightDigits = significantDigits(of: right)
    guard let leftDigits else { return rightDigits == nil && left.utf8.lexicographicallyPrecedes(right.utf8) }
    guard let rightDigits else { return true }
    if leftDigits.count != rightDigits.count { return leftDigits.count < rightDigits.count }
    if leftDigits.elementsEqual(rightDigits) { return left.utf8.count < right.utf8.count }
    return leftDigits.lexicographicallyPrecedes(rightDigits)
  }

  private static func significantDigits(of id: String) -> Substring.UTF8View? {
    guard !id.isEmpty, id.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    return id.utf8.drop { $0 == UInt8(ascii: "0") }
  }
}
