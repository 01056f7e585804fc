package import Core

/// One way to call a command or a verb: the words and options in the order of its usage line.
///
/// The usage line, the list of options, the number of words and the completion are made from it.
package struct UsageForm: Sendable {
  /// A part of the usage line.
  package indirect enum Item: Sendable, ExpressibleByStringLiteral {
    /// A word that is typed as it stands.
    case literal(String)
    /// A word of the person's choice, or an option with its value.
    case parameter(AnyParameter)
    /// Parts that belong together and may be left out.
    case group([Item])
    /// Alternatives.
    case either([[Item]])
    /// Text that is only shown.
    case shown(String)

    package init(stringLiteral value: String) { self = .literal(value) }
  }

  package let items: [Item]
  /// What the form does, in one line; nil where the command's summary says it.
  package let summary: Words?

  package init(_ items: [Item], summary: Words? = nil) {
    self.items = items
    self.summary = summary
  }

  package init(_ items: Item...) { self.init(items) }

  /// The usage line without the program's name.
  package var text: String { items.map(\.text).joined(separator: " ") }

  /// The words and options that take a value or are switches, in the order of the usage line.
  package var parameters: [AnyParameter] { items.flatMap(\.parameters) }

  /// The words with which the form begins.
  package var literals: [String] {
    items.prefix { if case .literal = $0 { true } else { false } }.map(\.text)
  }

  /// The options.
  package var options: [AnyParameter] { parameters.filter(\.isOption) }

  /// The words of the form without its options, one sequence for each choice of alternatives.
  private var sequences: [[Item]] { Self.sequences(of: items) }

  private static func sequences(of items: [Item]) -> [[Item]] {
    items.reduce([[]]) { sequences, item in
      let continuations: [[Item]]
      switch item {
      case .literal: continuations = [[item]]
      case .parameter(let parameter): continuations = parameter.isOption ? [[]] : [[item]]
      case .group(let inner): continuations = Self.sequences(of: inner)
      case .either(let choices): continuations = choices.flatMap(Self.sequences)
      case .shown: continuations = [[]]
      }
      return sequences.flatMap { start in continuations.map { start + $0 } }
    }
  }

  /// The number of words that the form takes; 10,000 at most where a word may be repeated.
  package var wordCount: ClosedRange<Int> {
    let most = sequences.map { $0.contains(where: \.isRepeated) ? 10_000 : $0.count }.max() ?? 0
    return Self.least(items)...max(Self.least(items), most)
  }

  /// Returns the number of words that may not be left out.
  private static func least(_ items: [Item]) -> Int {
    items.reduce(0) { count, item in
      switch item {
      case .literal: count + 1
      case .parameter(let parameter): count + (parameter.isOption || !parameter.isRequired ? 0 : 1)
      case .group, .shown: count
      case .either(let choices): count + (choices.map(least).min() ?? 0)
      }
    }
  }

  /// Returns the words that may follow the typed ones, one for each way in which these fit; nil for none.
  package func next(after typed: [String]) -> [Item?] {
    sequences.compactMap { items -> Item?? in
      var place = 0
      for word in typed {
        guard place < items.count, items[place].fits(word) else { return nil }
        if !items[place].isRepeated { place += 1 }
      }
      return .some(place < items.count ? items[place] : nil)
    }
  }
}

extension UsageForm.Item {
  /// The part as the usage line shows it.
  fileprivate var text: String {
    switch self {
    case .literal(let text), .shown(let text): text
    case .parameter(let parameter): parameter.usage
    case .group(let items): "[" + items.map(\.text).joined(separator: " ") + "]"
    case .either(let choices):
      choices.map { $0.map(\.text).joined(separator: " ") }.joined(separator: " | ")
    }
  }

  fileprivate var parameters: [AnyParameter] {
    switch self {
    case .literal, .shown: []
    case .parameter(let parameter): [parameter]
    case .group(let items): items.flatMap(\.parameters)
    case .either(let choices): choices.flatMap { $0 }.flatMap(\.parameters)
    }
  }

  /// Whether the word may be repeated (`FILE...`).
  fileprivate var isRepeated: Bool {
    guard case .parameter(let parameter) = self else { return false }
    return parameter.placeholder?.contains("...") == true
  }

  /// Returns whether a typed word fits: a literal word must be equal; a value takes any word.
  fileprivate func fits(_ word: String) -> Bool {
    switch self {
    case .literal(let literal): literal == word
    case .parameter(let parameter): parameter.takesAnyWord || parameter.choices.contains(word)
    case .group, .either, .shown: false
    }
  }
}

// MARK: The parts of a form

extension UsageForm.Item {
  /// A required word.
  package static func word<Value>(_ parameter: Parameter<Value>) -> Self {
    .parameter(AnyParameter(parameter, isOption: false, isRequired: true))
  }

  /// An optional word.
  package static func maybe<Value>(_ parameter: Parameter<Value>) -> Self {
    .parameter(AnyParameter(parameter, isOption: false, isRequired: false))
  }

  /// An optional option.
  package static func option<Value>(_ parameter: Parameter<Value>) -> Self {
    .parameter(AnyParameter(parameter, isOption: true, isRequired: false))
  }

  /// A required option.
  package static func needed<Value>(_ parameter: Parameter<Value>) -> Self {
    .parameter(AnyParameter(parameter, isOption: true, isRequired: true))
  }

  /// A required word of a command, by its placeholder, such as `PRODUCT`, or its choices, such as `held | live`.
  package static func value(_ placeholder: String, _ offers: OfferedValues = .nothing) -> Self {
    .word(.words("", placeholder, reach: .value, offers: offers))
  }

  /// Parts that belong together and may be left out.
  package static func group(_ items: Self...) -> Self { .group(items) }

  /// Alternatives.
  package static func either(_ choices: [Self]...) -> Self { .either(choices) }
}
