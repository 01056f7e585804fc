import Texts

/// Why a setting cannot be taken; each continues its name.
enum SettingText: Sentence {
  /// Something that is no value of the setting; nil for what is no text at all.
  case noValue(String?, of: Setting)
  case noSetting(near: [String], [String])
  case noText, noKeys
  case noKey(String)
}
