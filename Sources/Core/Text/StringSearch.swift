import Libc

// The standard library's functions of these names add a regular expression engine to the program, a twentieth of its
// size. `Package.swift` hides them from the program's modules.

extension Collection where Element: Equatable {
  /// Returns the first range in which these elements occur in sequence.
  package func firstRange<Part: Collection>(of part: Part) -> Range<Index>? where Part.Element == Element {
    guard let first = part.first else { return startIndex..<startIndex }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      if let end = end(of: part, from: found) { return found..<end }
      start = index(after: found)
    }
    return nil
  }

  /// Returns the end of these elements if they occur at a position; nil otherwise.
  private func end<Part: Collection>(of part: Part, from start: Index) -> Index? where Part.Element == Element {
    var end = start
    for element in part {
      guard end < endIndex, self[end] == element else { return nil }
      end = index(after: end)
    }
    return end
  }
}

extension StringProtocol {
  /// Returns whether this text contains another one, compared by characters.
  package func contains(_ part: String) -> Bool { firstRange(of: part) != nil }
}

extension String {
  /// Returns whether this text contains the bytes of another one; for ids and other ASCII text.
  package func holds(_ plain: String) -> Bool {
    var (whole, part) = (self, plain)
    return whole.withUTF8 { whole in
      part.withUTF8 { part in
        guard let first = part.first else { return true }
        guard part.count <= whole.count else { return false }
        return (0...whole.count - part.count).contains { start in
          whole[start] == first && part.indices.allSatisfy { whole[start + $0] == part[$0] }
        }
      }
    }
  }

  /// Returns this text with every occurrence of a part replaced by another text.
  package func replacing(_ part: String, with other: String) -> String {
    var text = ""
    var rest = self[...]
    while !rest.isEmpty, !part.isEmpty, let place = rest.firstRange(of: part) {
      text += rest[..<place.lowerBound] + other
      rest = rest[place.upperBound...]
    }
    return text + rest
  }
}

/// Returns whether two byte sequences are equal, using `memcmp`.
///
/// A loop over four thousand bytes would cost as much as parsing a payload.
package func areEqual(_ one: [UInt8], _ other: ArraySlice<UInt8>) -> Bool {
  one.withUnsafeBytes { one in
    other.withUnsafeBytes { other in
      guard one.count == other.count else { return false }
      guard let left = one.baseAddress, let right = other.baseAddress else { return true }
      return memcmp(left, right, one.count) == 0
    }
  }
}

/// The words of a search, which must all match.
///
/// `state:refunded` searches one field, and `!refunded` excludes a word. Every list, and the desk, has this grammar.
package struct SearchTerms: Hashable, Sendable {
  package struct Term: Hashable, Sendable {
    /// The field that is searched; nil for all fields.
    package var field: String?
    /// The text to find, in lower case.
    package var text: String
    package var isWanted: Bool
  }

  package let terms: [Term]

  /// Parses a search.
  ///
  /// - Parameter fields: The names of the fields; nil if every word before a colon is one.
  package init(_ text: String, fields: Set<String>?) {
    // An id is shown by its end, behind three dots.
    terms = text.lowercased().filter { $0 != "…" }.split(separator: " ").compactMap { word in
      let isWanted = word.first != "!"
      let bare = isWanted ? word : word.dropFirst()
      let parts = bare.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, !parts[0].isEmpty, fields?.contains(String(parts[0])) ?? true {
        return parts[1].isEmpty ? nil : Term(field: String(parts[0]), text: String(parts[1]), isWanted: isWanted)
      }
      return bare.isEmpty ? nil : Term(field: nil, text: String(bare), isWanted: isWanted)
    }
  }
}
