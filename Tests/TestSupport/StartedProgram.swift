import Foundation

/// A program that runs beside a test until it is ended.
package final class StartedProgram: Sendable {
  private let process = Process()
  /// The first line that it printed.
  package let line: String

  /// The process id.
  package var number: Int32 { process.processIdentifier }

  /// Starts a program, and waits until it has printed a line or ended.
  ///
  /// - Parameter words: The path of the program and its arguments.
  package init(_ words: [String], home: String, environment: [String: String] = [:]) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": home]
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var bytes = Data()
    while !bytes.contains(UInt8(ascii: "\n")) {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { break }
      bytes += part
    }
    line = String(decoding: bytes, as: UTF8.self)
  }

  /// Ends it as a crash would.
  package func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  /// Asks it to end, waits for that, and returns its exit status.
  @discardableResult
  package func end() -> Int32 {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
