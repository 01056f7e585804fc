package import Core

/// An action of the user, by a name that says what an undo reverses.
package enum ActText {
  package static func logIn(_ string: String?) -> Words {
    switch string {
    case .some(let user): "log-in of \(user)"
    case nil: "log-out"
    }
  }
  /// Anything else of the App Store's side, as the command line says it.
  package static func verb(_ line: String) -> Words { "\(line)" }
  /// Anything else.
  package static func command(_ line: String) -> Words { "\(line)" }
}

/// Why nothing is taken back.
package enum UndoText {
  /// The undone actions, and how many notifications were posted before.
  package static func done(_ names: [String], posted: Int) -> Words {
    "Undone: \(Language.series(names))."
      + (posted == 0
        ? ""
        : Words(
          posted, " Not undone: \(posted) notification posted to a server.",
          " Not undone: \(posted) notifications posted to a server."))
  }
}
