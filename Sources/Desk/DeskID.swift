import AppStoreModel

/// Apple's ids as the desk keeps them: numbers, which an index compares and packs several times better than text.
package enum DeskID {
  /// The number of an id: itself where it is a number as Apple writes them, else a negative one made of its hash.
  ///
  /// Sixty-two bits of SHA-256: no two signed ids meet by chance.
  package static func number(_ id: String) -> Int64 {
    let digits = id.utf8
    if (1...19).contains(digits.count), digits.first != UInt8(ascii: "0") || digits.count == 1,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int64(id)
    {
      return number
    }
    return -1 - hash(Array(digits))
  }

  /// A positive number made of a hash.
  static func hash(_ bytes: [UInt8]) -> Int64 {
    let digest = Digest.sha256(bytes[...]) ?? []
    return Int64(digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 2)
  }

  /// A whole hash, for ids without a proof.
  static func digest(_ bytes: [UInt8]) -> [UInt8] { Digest.sha256(bytes[...]) ?? [] }

  /// The ranges of numbers whose digits begin with these; none for other text.
  package static func ranges(beginning prefix: String) -> [ClosedRange<Int64>] {
    guard number(prefix) > 0, let start = Int64(prefix) else { return [] }
    var ranges: [ClosedRange<Int64>] = []
    var (low, width) = (start, Int64(1))
    for _ in prefix.utf8.count...19 {
      let (high, isBeyond) = low.addingReportingOverflow(width - 1)
      ranges.append(low...(isBeyond ? .max : high))
      let (next, isTooGreat) = low.multipliedReportingOverflow(by: 10)
      guard !isTooGreat else { break }
      (low, width) = (next, width * 10)
    }
    return ranges
  }

  /// The source of a look-up row.
  package enum Kind: Int64, Sendable, CaseIterable {
    /// The first transaction of a lineage: the claim that it is a customer's.
    case lineage = 1
    /// Any other transaction.
    case transaction = 2
    case webOrderLineItem = 3
    /// The customer's download of the app: the claim that it is a customer's.
    case appTransaction = 4
    /// A notification's UUID.
    case notification = 5
    /// An order number that was looked up.
    case order = 6
  }
}
