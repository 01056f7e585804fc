import Testing

/// What today's code is known to say that is not so: the only place where a lie is excused.
///
/// Each is told in its world; a mend strikes it from the list, and the world becomes a case of the mend.
struct KnownLie: Sendable, CustomTestStringConvertible {
  /// The kind as the explorer names it.
  let kind: String
  /// What it belongs to in the list of what was seen, and why it is told.
  let item: String
  /// The commands that bring it about, a line each.
  let world: [String]

  init(_ kind: String, _ item: String, _ world: String...) {
    (self.kind, self.item, self.world) = (kind, item, world)
  }

  var testDescription: String { kind }

  static let kinds = Set(all.map(\.kind))

  static let all: [KnownLie] = []
}
