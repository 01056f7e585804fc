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
