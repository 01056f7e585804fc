import Core
import Foundation

/// A `till` that serves requests until it is stopped; its first line of output has its address.
final class ListeningProgram {
  let document: JSONObject
  let id: pid_t
  private let process = Process()

  /// Starts the program, and waits until it listens.
  init(_ arguments: [String], home: String) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: try Bench.program())
    process.arguments = arguments + ["--port", "0", "--json"]
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": home]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    id = process.processIdentifier
    var bytes = Data()
    while !bytes.contains(UInt8(ascii: "\n")) {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { throw BenchFailure("till \(arguments[0]) did not start") }
      bytes += part
    }
    guard case .object(let document) = try JSONValue(parsing: Array(bytes)) else {
      throw BenchFailure("till \(arguments[0]) said nothing that can be read")
    }
    self.document = document
  }

  /// Returns a text field of its JSON line.
  func text(_ name: String) throws -> String {
    guard let text = try document.string(name) else { throw BenchFailure("till did not say \(name)") }
    return text
  }

  /// Stops the program, waits for its end, and returns its exit status.
  func stop() -> Int32 {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
