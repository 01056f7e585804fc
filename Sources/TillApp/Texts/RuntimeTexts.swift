package import Core

/// Texts about the running dashboard and its failures.
enum DashboardText {
  static func simulated(_ environment: String) -> Words { "SIMULATED (signs as \(environment))" }
  static var supportNeedsServerAPI: Words { "needs the App Store Server API (see till help support)" }
  static var isLocked: Words { "locked until --unlock" }
  static func desk(_ environment: String) -> Words { "DESK: \(environment)" }
  static var customerIsLookedAt: Words { "this customer is open at the desk, where changes are not possible" }
}

/// Texts about a store, a backend or a file that cannot be opened.
enum OpeningText {
  static var bundleId: Words { "the app's bundle id" }
  static var isNoObject: Words { "is not an object" }
}

/// Reasons why a setting's value is invalid; each text continues the setting's name.
enum SettingText {
  /// Returns the reason for an invalid value; nil means that the value is not a text.
  static func noValue(_ text: String?, of setting: Setting) -> Words {
    switch (setting.words, text.map { nearest(to: $0, among: setting.words) } ?? []) {
    case ([], _): "must be a name"
    case (let words, []): "must be \(Language.alternatives(words))"
    case (let words, let near):
      "must be \(Language.alternatives(words)); did you mean "
        + "\(Language.alternatives(near))?"
    }
  }
  static func noSetting(near: [String], _ names: [String]) -> Words {
    near.isEmpty
      ? "is not a setting; use \(Language.list(names))"
      : "is not a setting; did you mean \(Language.alternatives(near))?"
  }
}

/// Names of the user's actions, which an undo shows.
package enum ActText {
  package static func logIn(_ string: String?) -> Words {
    switch string {
    case .some(let user): "log-in of \(user)"
    case nil: "log-out"
    }
  }
  /// Returns the command line, the name of an action by a command without a name of its own.
  package static func command(_ line: String) -> Words { "\(line)" }
}

/// Texts about an undo.
package enum UndoText {
  /// Lists the actions that undo took back, and counts their notifications that a server has already received.
  package static func done(_ names: [String], posted: Int) -> Words {
    "Undone: \(Language.series(names))."
      + (posted == 0
        ? ""
        : Words(
          posted, " Not undone: \(posted) notification posted to a server.",
          " Not undone: \(posted) notifications posted to a server."))
  }
}
