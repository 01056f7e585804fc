import Texts

/// What is wrong with a request to `till serve`, or with how it was started.
enum EmulatorText {
  static func noWorld(_ name: String) -> Words { "there is no world \(name)" }
  static func cannotBeWritten(_ path: String) -> Words {
    "\(path) cannot be written: check the directory's permissions"
  }
  static var serverStops: Words { "the server stops" }
  static var noSuchPath: Words { "unknown path" }
}
