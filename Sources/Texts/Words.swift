/// What a row of a table says of itself: a verb, an action, a command, an option.
///
/// A row is one place, so its English stands in it as a literal; a value in it is a parameter:
///
/// ```swift
/// Verb("extend", .word(.subscription), .word(.days), summary: "the next renewal moves by days that nobody pays for")
/// throw WhyNot("it is \(account)'s: sign in there first")
/// ```
///
/// Another language says the same by the English with numbered parameters, its `key`, in a file of its own, where it
/// may put them into another order: `"it is %1's: sign in there first"`. What is said anywhere else is a case of a topic,
/// a `Sentence`, which the compiler checks.
package struct Words: Sentence, ExpressibleByStringInterpolation {
  private let pieces: [Piece]

  fileprivate enum Piece: Hashable {
    case literal(String)
    case parameter(String)
  }

  private init(_ pieces: [Piece]) { self.pieces = pieces }

  package init(stringLiteral literal: String) { pieces = [.literal(literal)] }
  package init(stringInterpolation interpolation: StringInterpolation) { pieces = interpolation.pieces }

  /// A literal that goes on in another one.
  package static func + (one: Words, other: Words) -> Words { Words(one.pieces + other.pieces) }

  package var english: String {
    pieces.map {
      switch $0 {
      case .literal(let text), .parameter(let text): text
      }
    }.joined()
  }

  /// The English with `%1`, `%2` for what differs from time to time: what other languages are found by.
  package var key: String {
    var count = 0
    return pieces.map { piece in
      guard case .literal(let text) = piece else {
        count += 1
        return "%\(count)"
      }
      return text
    }.joined()
  }

  /// The literals and parameters of a row's words.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.literal(literal)) }
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      pieces.append(.parameter("\(value)"))
    }
  }
}
