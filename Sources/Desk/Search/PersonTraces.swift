import AppStoreModel

/// A person's ids, for finding them anywhere: in a text, a file name, a JWS inside a JWS.
struct PersonTraces {
  /// The ids and tokens in lower case.
  let ids: Set<String>
  private let sorted: [String]

  init(_ ids: some Sequence<String>) {
    // Shorter ids would be found in other texts by chance.
    self.ids = Set(ids.lazy.map { $0.lowercased() }.filter { $0.utf8.count >= Self.shortest })
    sorted = self.ids.sorted()
  }

  private static let shortest = 6
  private static let longest = 64
  /// The characters of base64 and base64url except letters, digits and the hyphen.
  private static let base64 = Array("+/_".utf8)

  /// Returns whether the bytes contain one of the ids.
  func isIn(_ bytes: [UInt8]) -> Bool { !Self.words(in: bytes).isDisjoint(with: ids) }

  /// Returns whether a text typed by a person contains one of the ids, or the beginning of one.
  func isBegun(in text: String) -> Bool {
    Self.words(in: Array(text.utf8)).contains { word in
      guard !ids.contains(word) else { return true }
      guard word.utf8.count >= 8 else { return false }
      var (low, high) = (0, sorted.count)
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle] < word { low = middle + 1 } else { high = middle }
      }
      return low < sorted.count && sorted[low].hasPrefix(word)
    }
  }

  // MARK: Words that may be ids

  /// Returns everything in the bytes that may be an id, in lower case.
  ///
  /// That is words, the numbers and UUIDs inside them, and the same in base64 that the bytes contain.
  static func words(in bytes: [UInt8], depth: Int = 4) -> Set<String> {
    var words: Set<String> = []
    // JSON may write a slash of base64 with a backslash before it.
    let bytes = bytes.contains(UInt8(ascii: "\\")) ? bytes.filter { $0 != UInt8(ascii: "\\") } : bytes
    let runs = bytes.split(whereSeparator: { !isWord($0) })
    for run in runs where run.count >= shortest { add(run, to: &words) }
    guard depth > 0 else { return words }
    let packed = bytes.split(whereSeparator: { !isWord($0) && !base64.contains($0) })
    for run in packed where run.count >= 16 {
      guard let inner = unpacked(run), isPlausible(inner) else { continue }
      words.formUnion(self.words(in: inner, depth: depth - 1))
    }
    return words
  }

  private static func add(_ run: ArraySlice<UInt8>, to words: inout Set<String>) {
    if run.count <= longest { words.insert(lowercase(run)) }
    guard run.count > 6, run.count <= 4096 else { return }
    let numbers = run.split(whereSeparator: { !(48...57).contains($0) })
    for number in numbers where (shortest...20).contains(number.count) {
      words.insert(lowercase(number))
    }
    for part in run.split(separator: UInt8(ascii: "-")) where (shortest...longest).contains(part.count) {
      words.insert(lowercase(part))
    }
    // A longer word, such as a file name, may contain a UUID.
    let hyphens = run.count(where: { $0 == UInt8(ascii: "-") })
    guard run.count > 36, hyphens >= 4 else { return }
    for start in run.startIndex...(run.endIndex - 36) where run[start + 8] == UInt8(ascii: "-") {
      words.insert(lowercase(run[start..<(start + 36)]))
    }
  }

  private static func lowercase(_ run: ArraySlice<UInt8>) -> String {
    String(decoding: run.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "-")
  }

  /// Decodes a run of base64, even if its end is cut off.
  private static func unpacked(_ run: ArraySlice<UInt8>) -> [UInt8]? {
    let whole = run.prefix(run.count / 4 * 4).map { byte -> UInt8 in
      byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
    }
    guard var bytes = Base64.url.decode(whole[...]) else { return nil }
    let rest = Array(run.dropFirst(whole.count))
    if rest.count > 1, let tail = Base64.url.decode((rest + [UInt8](repeating: 65, count: 4 - rest.count))[...]) {
      bytes += tail.prefix(rest.count - 1)
    }
    return bytes
  }

  /// Returns whether the bytes can contain an id: at least six letters or digits in a row.
  ///
  /// The bytes of a signature almost never do, so they are skipped.
  private static func isPlausible(_ bytes: [UInt8]) -> Bool {
    var length = 0
    for byte in bytes {
      length = isWord(byte) ? length + 1 : 0
      if length >= shortest { return true }
    }
    return false
  }
}
