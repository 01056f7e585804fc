import AppStoreModel

/// Apple's ids as numbers, which an index compares and stores several times better than text.
package enum DeskID {
  /// Returns the number of an id: the number itself if Apple writes the id as one, else a negative hash of it.
  ///
  /// The hash is 62 bits of SHA-256, so that two signed ids do not get the same number by chance.
  package static func number(_ id: String) -> Int64 {
    let digits = id.utf8
    if (1...19).contains(digits.count), digits.first != UInt8(ascii: "0") || digits.count == 1,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int64(id)
    {
      return number
    }
    return -1 - hash(Array(digits))
  }

  /// Returns a hash as a positive number.
  static func hash(_ bytes: [UInt8]) -> Int64 {
    let digest = Digest.sha256(bytes[...]) ?? []
    return Int64(digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 2)
  }

  /// Returns a full SHA-256 digest, for ids that no signature proves.
  static func digest(_ bytes: [UInt8]) -> [UInt8] { Digest.sha256(bytes[...]) ?? [] }

  /// Returns the ranges of numbers whose digits begin with a prefix; empty if the prefix is no number.
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

  /// Returns what the remainders of an id with these last digits are: of ten thousand, and of the given power of ten.
  ///
  /// - Returns: The first remainder, the power and the second remainder; nil for fewer than four digits or other text.
  static func ending(_ digits: String) -> [Int64]? {
    guard (4...18).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let end = Int64(digits)
    else { return nil }
    return [end % 10_000, (0..<digits.utf8.count).reduce(1) { power, _ in power * 10 }, end]
  }

  /// The kind of id in a look-up row.
  package enum Kind: Int64, Sendable, CaseIterable {
    /// The first transaction of a lineage; it assigns the lineage to a customer.
    case lineage = 1
    /// Any other transaction.
    case transaction = 2
    case webOrderLineItem = 3
    /// The app transaction; it assigns the download of the app to a customer.
    case appTransaction = 4
    /// A notification's UUID.
    case notification = 5
    /// An order number that was looked up at Apple.
    case order = 6
  }
}
