import Foundation

/// The system's Python, for scripts in `Tests/tillTests/Python`.
enum SystemPython {
  /// Returns whether a module can be imported.
  static func has(_ module: String) -> Bool { (try? run(["-c", "import \(module)"]).status) == 0 }

  /// Returns the path of a script.
  static func script(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Python/\(name)").standardizedFileURL
      .path(percentEncoded: false)
  }

  /// Runs Python, and returns its status and everything that it printed.
  static func run(_ arguments: [String]) throws -> (status: Int32, said: String) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-W", "ignore"] + arguments
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said)
  }
}
