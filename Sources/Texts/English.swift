/// What English sentences are made with.
package enum English {
  /// A number and what it counts: `1 product`, `2 products`.
  ///
  /// - Parameters:
  ///   - noun: What there is one of; a verb may follow it (`refund waits`).
  ///   - plural: What there are several of, where the noun alone does not tell (`refunds wait`).
  package static func counted(_ number: some BinaryInteger, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(agreeing(number, noun, plural ?? self.plural(of: noun)))"
  }

  /// The word that goes with a number which stands elsewhere: `is` with one, `are` with any other.
  package static func agreeing(_ number: some BinaryInteger, _ one: String, _ many: String) -> String {
    number.magnitude == 1 ? one : many
  }

  /// The plural of a noun that follows the rules; any other is given to `counted`.
  package static func plural(of noun: String) -> String {
    if noun.hasSuffix("y"), let before = noun.dropLast().last, !"aeiou".contains(before) {
      return noun.dropLast() + "ies"
    }
    return ["s", "x", "z", "ch", "sh"].contains { noun.hasSuffix($0) } ? noun + "es" : noun + "s"
  }

  /// Several things as one: `a`, `a and b`, `a, b and c`.
  package static func list(_ items: [String], _ word: String = "and") -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return "\(items.dropLast().joined(separator: ", ")) \(word) \(last)"
  }

  /// What somebody says or typed, in quotation marks.
  package static func quoted(_ text: String) -> String { "“\(text)”" }

  /// A text with a capital letter.
  package static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// A text with a full stop, unless it ends a sentence already.
  package static func closed(_ text: String) -> String {
    text.last.map { ".?!…”".contains($0) } ?? true ? text : text + "."
  }

  /// A text as a sentence of its own: with a capital letter and a full stop.
  package static func sentence(_ text: String) -> String { closed(capitalized(text)) }
}
