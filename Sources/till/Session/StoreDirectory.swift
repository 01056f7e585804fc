import Foundation
import SafeText

/// The directory that holds a device's memory and, with the simulated App Store, its ledger.
struct StoreDirectory: Sendable {
  let path: String
  /// The throw-away directory that it is (`--demo`).
  private let throwAway: ThrowAwayDirectory?

  var device: String { path + "/device.db" }
  var ledger: String { path + "/appstore.db" }

  /// Finds the directory and makes it, private to its owner.
  ///
  /// - Throws: A `CommandError` (exit 4) that names a path that cannot be used.
  init(options: Arguments, backend: BackendSpec) throws {
    if options.has("demo") && options["store"] == nil {
      let directory = try ThrowAwayDirectory(.demo)
      (path, throwAway) = (directory.path, directory)
      return
    }
    throwAway = nil
    path = Self.path(options, backend)
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
      guard isDirectory.boolValue else {
        throw CommandError(
          .unusable, "\(safeText(path)) is a file, not a directory: name a directory with --store")
      }
      return
    }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandError(
        .unusable, "the directory \(safeText(path)) could not be made: check the path or name another with --store")
    }
  }

  /// A case lies in the directory that `--store` names, all others are that directory themselves.
  private static func path(_ options: Arguments, _ backend: BackendSpec) -> String {
    guard let store = options["store"] else { return dataHome + "/till/" + backend.directoryName }
    if case .imported = backend { return store + "/" + backend.directoryName }
    return store
  }

  /// The XDG data directory: relative values are ignored, as the specification says.
  static var dataHome: String {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") { return path }
    return (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share"
  }

  /// Throws the files away that nobody wants.
  func discard() { throwAway?.discard() }
}
