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
