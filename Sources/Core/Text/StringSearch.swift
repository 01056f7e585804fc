#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// The library's own functions of these names bring an engine for regular expressions into the program, a twentieth of
// its size; `Package.swift` hides them from the modules of the program.

extension Collection where Element: Equatable {
  /// Where some elements stand first, one after the other.
  package func firstRange<Part: Collection>(of part: Part) -> Range<Index>? where Part.Element == Element {
    guard let first = part.first else { return startIndex..<startIndex }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      if let end = end(of: part, from: found) { return found..<end }
      start = index(after: found)
    }
    return nil
  }

  /// Where some elements end that stand at a place; nil where something else stands there.
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
  /// Whether a text stands somewhere in this one, compared by characters.
  package func contains(_ part: String) -> Bool { firstRange(of: part) != nil }
}

extension String {
  /// Whether the bytes of a text stand somewhere in this one: for ids and other plain text, where letters are bytes.
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

  /// This text with another one in each place of a part of it.
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

/// Equality of bytes by `memcmp`: a loop over four thousand of them costs as much as parsing a payload.
package func areEqual(_ one: [UInt8], _ other: ArraySlice<UInt8>) -> Bool {
  one.withUnsafeBytes { one in
    other.withUnsafeBytes { other in
      guard one.count == other.count else { return false }
      guard let left = one.baseAddress, let right = other.baseAddress else { return true }
      return memcmp(left, right, one.count) == 0
    }
  }
}
