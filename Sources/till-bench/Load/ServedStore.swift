import Backends
import Foundation
import HTTPClient
import SignedData
import StoreModel
import StrictJSON

/// The real `till serve` beside this program, on a ledger in a directory that is thrown away.
final class ServedStore {
  let folder: String
  let address: HTTPAddress
  let credentials: APICredentials
  /// The secret that receipts with subscriptions need.
  let sharedSecret: String
  let remote: RemoteStore

  private let process: Process

  /// Starts it on a free port and waits until it listens.
  ///
  /// - Parameter preparation: Makes the ledger in the directory, where it is not to be the demo's.
  init(notify: String?, _ preparation: (_ folder: String) throws -> Void = { _ in }) async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("till-serve-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try preparation(folder)
    process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: try Bench.program())
    process.arguments =
      ["serve", "--store", folder, "--port", "0", "--json"] + (notify.map { ["--notify", $0] } ?? [])
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": folder]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var bytes = Data()
    while !bytes.contains(UInt8(ascii: "\n")) {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { throw BenchFailure("till serve did not start") }
      bytes += part
    }
    guard case .object(let document) = try JSONValue(parsing: Array(bytes)) else {
      throw BenchFailure("till serve said nothing that can be read")
    }
    func text(_ name: String) throws -> String {
      guard let text = try document.string(name) else { throw BenchFailure("till serve did not say \(name)") }
      return text
    }
    let pem = try String(contentsOfFile: text("privateKeyFile"), encoding: .utf8)
    let keyId = try text("keyId")
    credentials = APICredentials(
      key: try TokenKey(keyId: keyId, pem: pem), issuerId: try text("issuerId"), bundleId: try text("bundleId"))
    sharedSecret = try String(contentsOfFile: folder + "/SharedSecret_\(keyId).txt", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    address = try HTTPAddress(text("url"))
    remote = try await RemoteStore(asking: address, transport: HTTPTransport())
  }

  /// The ledger's file, for a look at it once the server is gone.
  var ledger: String { folder + "/appstore.db" }

  /// What it has in memory, in KiB (VmRSS).
  func memory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard let size = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw BenchFailure("the memory of till serve cannot be read")
    }
    return size
  }

  /// Asks it to end, and waits until it has; its exit status.
  func stop() -> Int32 {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Stops it and throws the files away.
  func discard() {
    _ = stop()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
