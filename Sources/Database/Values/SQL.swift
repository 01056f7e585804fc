/// Text of SQL, made of literals only.
///
/// A literal with interpolation does not compile as `SQL`, so foreign text cannot get into a statement: values are bound
/// in place of `?`. A statement with optional parts is put together from literals with `+`.
package struct SQL: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: String

  /// Takes the literal as it stands.
  package init(stringLiteral text: String) {
    self.text = text
  }

  /// Text that this module composed itself, such as a pragma with a number.
  init(trusted text: String) {
    self.text = text
  }

  /// The two texts with a space between them.
  package static func + (left: SQL, right: SQL) -> SQL {
    SQL(trusted: left.text + " " + right.text)
  }

  /// Appends a text, with a space before it.
  package static func += (left: inout SQL, right: SQL) {
    left = left + right
  }
}
