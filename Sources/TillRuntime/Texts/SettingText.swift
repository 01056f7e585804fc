import Texts

/// Why a setting cannot be taken; each continues its name.
enum SettingText: Sentence {
  /// Something that is no value of the setting; nil for what is no text at all.
  case noValue(String?, of: Setting)
  case noSetting(near: [String], [String])
  case noText, noKeys
  case noKey(String)
}

// MARK: - English

extension SettingText {
  var english: String {
    switch self {
    case .noValue(let text, let setting):
      switch (setting.words, text.map { nearest(to: $0, among: setting.words) } ?? []) {
      case ([], _): "must be a name"
      case (let words, []): "must be \(English.list(words, "or"))"
      case (let words, let near): "must be \(English.list(words, "or")): did you mean \(English.list(near, "or"))?"
      }
    case .noSetting(let near, let names):
      near.isEmpty
        ? "is no setting: there are \(English.list(names))" : "is no setting: did you mean \(English.list(near, "or"))?"
    case .noText: "must be a text"
    case .noKeys: "must be a key or a list of keys, such as \"b\" or [\"q\", \"<Ctrl-Q>\"]"
    case .noKey(let text): "has no key \(text): write one character, or a name such as <Enter>, <F5> or <Ctrl-G>"
    }
  }
}
