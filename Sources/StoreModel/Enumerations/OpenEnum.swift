/// An enumeration of Apple's that may grow: every raw value is kept, known or not, and is written again as it was read.
package protocol OpenEnum: RawRepresentable, JSONMember, Hashable, Sendable, CustomStringConvertible
where RawValue: JSONMember & Hashable & Sendable & CustomStringConvertible {
  /// Every raw value makes one.
  init(rawValue: RawValue)

  /// The values that Apple documents, in Apple's order.
  static var known: [Self] { get }
}

extension OpenEnum {
  /// Whether Apple documents this value.
  package var isKnown: Bool { Self.known.contains(self) }

  /// The raw value as text, which comes from outside: make it safe before it is shown.
  package var description: String { rawValue.description }
}
