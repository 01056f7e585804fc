/// The order number on the customer's invoice: one for each payment.
///
/// It is another way to write the transaction's id, so that an invoice can be looked up by itself.
enum OrderNumber {
  private static let prefix = "TILL"
  private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  /// The number of a payment.
  static func text(_ transactionId: Int64) -> String {
    var rest = transactionId
    var text: [Character] = []
    repeat {
      text.append(digits[Int(rest & 31)])
      rest >>= 5
    } while rest > 0
    return prefix + String(text.reversed())
  }

  /// The transaction of a number, in upper or lower case; nil for any other text.
  static func transactionId(_ text: String) -> Int64? {
    let text = text.uppercased()
    guard text.hasPrefix(prefix), (prefix.count + 1...prefix.count + 12).contains(text.count) else { return nil }
    var id: Int64 = 0
    for character in text.dropFirst(prefix.count) {
      guard let digit = digits.firstIndex(of: character) else { return nil }
      id = id << 5 | Int64(digit)
    }
    return self.text(id) == text ? id : nil
  }
}
