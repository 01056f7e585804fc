package import Core

/// Texts about the running dashboard and its failures.
enum DashboardText {
  static func simulated(_ environment: String) -> Words { "SIMULATED (signs as \(environment))" }
  static var supportNeedsServerAPI: Words { "needs the App Store Server API (see till help support)" }
  static var isLocked: Words { "locked until --unlock" }
  static func desk(_ environment: String) -> Words { "DESK: \(environment)" }
  static var customerIsLookedAt: Words { "this customer is open at the desk, where changes are not possible" }
}

/// Why a store, its backend or a file cannot be opened as was asked.
enum OpeningText {
  static var bundleId: Words { "the app's bundle id" }
  static var isNoObject: Words { "is not an object" }
}

/// Why a setting cannot be taken; each continues its name.
enum SettingText {
  /// Something that is no value of the setting; nil for what is no text at all.
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
