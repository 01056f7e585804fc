/// The mark of what a person gave up among the reasons for which purchases and orders are closed.
package enum ClosedByHand {
  /// It is stored in front of the person's words, and stays as it is whatever the texts say.
  private static let mark = "closed by hand: "

  /// What is stored for the words of a person.
  package static func stored(_ words: String) -> String { mark + words }

  /// The person's words, where that is what was stored; nil where nobody closed it by hand.
  package static func words(of stored: String?) -> String? {
    guard let stored, stored.hasPrefix(mark) else { return nil }
    return String(stored.dropFirst(mark.count))
  }

  /// Stored reasons from the first on and before the second are those of people.
  package static let range = (from: mark, to: "closed by hand;")
}
