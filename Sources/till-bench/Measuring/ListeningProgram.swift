import Core
import Foundation

/// A `till` that takes requests until it is stopped, and says where in the first line that it writes.
final class ListeningProgram {
  let document: JSONObject
  let id: pid_t
  private let process = Process()

  /// Starts it and waits until it listens.
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

  /// A member of its JSON line.
  func text(_ name: String) throws -> String {
    guard let text = try document.string(name) else { throw BenchFailure("till did not say \(name)") }
    return text
  }

  /// Asks it to end, and waits until it has; its exit status.
  func stop() -> Int32 {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
