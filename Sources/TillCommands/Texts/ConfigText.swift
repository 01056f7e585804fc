import Texts
import TillRuntime

/// What `till config` says.
enum ConfigText {
  static func noConfigList(_ word: String, near: [String]) -> Words {
    near.isEmpty
      ? "till config \(word): there are till config, till config keys and till config schema"
      : "till config \(word): did you mean till config \(Language.alternatives(near))?"
  }
  static func configurationFile(_ path: String, isThere: Bool) -> Words {
    isThere ? "file \(path)" : "file \(path) (is not there)"
  }
  static func whence(_ source: Settings.Source) -> Words {
    switch source {
    case .standard: "by default"
    case .option(let name): Words("by \(name)", context: "Config")
    case .environment(let name): "by \(name) in the environment"
    case .file(let line): "by the file, line \(line)"
    }
  }
  static func isOn(_ isOn: Bool) -> Words { isOn ? "yes" : "no" }
}
