import Core

/// Texts of `till config`.
enum ConfigText {
  static func noConfigList(_ word: String, near: [String]) -> Words {
    near.isEmpty
      ? "invalid use “till config \(word)”; use till config, till config keys or till config schema"
      : "invalid use “till config \(word)”; did you mean till config \(Language.alternatives(near))?"
  }
  static func configurationFile(_ path: String, isThere: Bool) -> Words {
    isThere ? "file \(path)" : "file \(path) (not found)"
  }
  static func whence(_ source: Settings.Source) -> Words {
    switch source {
    case .standard: "default"
    case .option(let name): Words("from \(name)", context: "Config")
    case .environment(let name): "from \(name) in the environment"
    case .file(let line): "from the file, line \(line)"
    }
  }
  static func isOn(_ isOn: Bool) -> Words { isOn ? "yes" : "no" }
}
