/// What Chinese sentences are made with.
///
/// A number and its measure word stand together (`3 个产品`); nothing changes with the number. Between Chinese characters
/// and Latin letters or digits stands a space, as Apple's own texts have it; punctuation takes the whole width.
package enum Chinese {
  /// Several things as one: `a`, `a和b`, `a、b和c`.
  package static func list(_ items: [String], _ word: String = "和") -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    let first = items.dropLast().joined(separator: "、")
    return first + (isLatin(first.last) ? " " : "") + word + (isLatin(last.first) ? " " : "") + last
  }

  /// Whether a space stands between this and a Chinese character.
  private static func isLatin(_ character: Character?) -> Bool {
    character.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? false
  }

  /// What somebody says or typed, in quotation marks.
  package static func quoted(_ text: String) -> String { "“\(text)”" }

  /// A text with a full stop, unless it ends a sentence already.
  package static func closed(_ text: String) -> String {
    text.last.map { "。？！…”.?!".contains($0) } ?? true ? text : text + "。"
  }
}

/// What rows say of themselves in Chinese, by their English.
package enum ChineseWords {
  /// All tables as one, made when Chinese is first spoken; what two of them have is said alike.
  package static let table: [String: String] = {
    var all = rules
    for part in [verbs, moreVerbs, actions, commands, titles] { all.merge(part) { first, _ in first } }
    return all
  }()
}
