import Texts
import TillRuntime

/// What `till config` says.
enum ConfigText: Sentence {
  case noConfigList(String, near: [String])
  case configurationFile(String, isThere: Bool)
  case whence(Settings.Source)
  case keysOf(String, places: [String])
  case isOn(Bool)
}

// MARK: - English

extension ConfigText {
  var english: String {
    switch self {
    case .noConfigList(let word, let near):
      near.isEmpty
        ? "till config \(word): there are till config, till config keys and till config schema"
        : "till config \(word): did you mean till config \(English.list(near, "or"))?"
    case .configurationFile(let path, let isThere): isThere ? "file \(path)" : "file \(path) (is not there)"
    case .whence(let source):
      switch source {
      case .standard: "by default"
      case .option(let name): "by \(name)"
      case .environment(let name): "by \(name) in the environment"
      case .file(let line): "by the file, line \(line)"
      }
    case .keysOf(let action, let places): "for \(action) in \(English.list(places)), by the file"
    case .isOn(let isOn): isOn ? "yes" : "no"
    }
  }
}
