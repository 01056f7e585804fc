/// What a person reads: a topic of sentences is an enum, a sentence a case, and what differs from time to time its
/// parameters.
///
/// The cases know no language. English stands below them in the topic's file, each other language in one of its own,
/// `Topic+Chinese.swift`, which the compiler asks for:
///
/// ```swift
/// // RefundText.swift
/// enum RefundText: Sentence {
///   case granted(product: String)
///   case waiting(Int)
/// }
///
/// // MARK: - English
///
/// extension RefundText {
///   var english: String {
///     switch self {
///     case .granted(let product): "Apple granted the refund of \(product)."
///     case .waiting(let count): "\(English.counted(count, "refund waits", "refunds wait")) for Apple."
///     }
///   }
/// }
///
/// // Wherever it is said
/// say(RefundText.granted(product: name).text)
/// throw StoreError(.temporary, "\(RefundText.waiting(2))")
/// ```
///
/// Another language is a case of `Language`, a requirement here,
/// and a file for each topic; no place that says something changes. Parameters are values (names, numbers, other sentences), never
/// parts of a sentence, since languages differ in order. Foreign text passes `safeText` before it becomes a parameter.
package protocol Sentence: Worded, Hashable, Sendable, CustomStringConvertible {}

extension Sentence {
  /// The sentence in the language of this run.
  package var text: String { text(in: .current) }

  /// The same, so that a sentence stands in another one, or in an error's message.
  package var description: String { text }
}

/// What has words of its own beside what it is, such as a state or a kind of failure; a file for each language has them.
package protocol Worded {
  /// The words in English, the first language.
  var english: String { get }
  /// The words in simplified Chinese.
  var chinese: String { get }
}

extension Worded {
  /// The words in a language.
  package func text(in language: Language) -> String {
    switch language {
    case .english: english
    case .chinese: chinese
    }
  }
}
