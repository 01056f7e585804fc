package import Texts

/// What somebody did, by a name that says what is taken back.
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
  /// What was taken back, and how many notifications went out before.
  package static func done(_ names: [String], posted: Int) -> Words {
    "Taken back: \(names.joined(separator: say(", ")))."
      + (posted == 0
        ? ""
        : Words(
          posted, " Not taken back: \(posted) notification posted to a server.",
          " Not taken back: \(posted) notifications posted to a server."))
  }
}
