import Core

/// Error messages of requests to `till serve`, and of its start.
enum EmulatorText {
  static func noWorld(_ name: String) -> Words { "unknown world “\(name)”" }
  static func cannotBeWritten(_ path: String) -> Words {
    "cannot write \(path); check the directory's permissions"
  }
  static var serverStops: Words { "the server is stopping" }
  static var noSuchPath: Words { "unknown path" }
}
