import Core
import Foundation
import Testing

/// A `till serve` that runs in a store of its own until this object is released.
final class ServeProgram {
  /// The document that it printed at its start.
  ///
  /// Members: `url`, `bundleId`, `issuerId`, `keyId`, `privateKeyFile`, `rootCertificateFile`.
  let document: JSONObject
  /// The URL at which it listens.
  let url: String
  /// The text of the document.
  let line: String

  private let process = Process()

  /// Starts it on a free port and waits until it listens.
  init(store: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: TillProgram.path)
    process.arguments = ["serve", "--store", store, "--port", "0", "--json"] + arguments
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": store].merging(
      environment
    ) { $1 }
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
    document = try #require(try JSONValue(parsing: line).objectValue)
    url = try #require(try document.string("url"))
  }

  deinit { stop() }

  /// Asks it to end, waits for that, and returns its exit status.
  @discardableResult
  func stop() -> Int32 {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
