import Foundation
import TestSupport

/// The system's Python, for scripts in `Tests/tillTests/Python`.
enum SystemPython {
  /// Returns whether a module can be imported.
  static func has(_ module: String) -> Bool { run(["-c", "import \(module)"]).status == 0 }

  /// Returns the path of a script.
  static func script(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Python/\(name)").standardizedFileURL
      .path(percentEncoded: false)
  }

  /// Runs Python, and returns its status and everything that it printed.
  static func run(_ arguments: [String]) -> (status: Int32, output: String) {
    Spawn.run(["/usr/bin/env", "python3", "-W", "ignore"] + arguments)
  }
}
