import Core

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
