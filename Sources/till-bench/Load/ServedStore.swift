import AppStoreModel
import Backends
import Core
import Foundation
import HTTP

/// The real `till serve` beside this program, on a ledger in a directory that is thrown away.
final class ServedStore {
  let folder: String
  let address: HTTPAddress
  let credentials: APICredentials
  /// The secret that receipts with subscriptions need.
  let sharedSecret: String
  let remote: RemoteStore

  private let program: ListeningProgram

  /// Starts it on a free port and waits until it listens.
  ///
  /// - Parameters:
  ///   - folder: Where its files lie; a new one in the machine's temporary directory.
  ///   - preparation: Makes the ledger in the directory, where it is not to be the demo's.
  init(
    notify: String?, in folder: String? = nil, _ preparation: (_ folder: String) throws -> Void = { _ in }
  ) async throws {
    let folder =
      folder
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("till-serve-\(UUID().uuidString)").path
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try preparation(folder)
    program = try ListeningProgram(
      ["serve", "--store", folder] + (notify.map { ["--notify", $0] } ?? []), home: folder)
    let pem = try String(contentsOfFile: program.text("privateKeyFile"), encoding: .utf8)
    let keyId = try program.text("keyId")
    credentials = APICredentials(
      key: try TokenKey(keyId: keyId, pem: pem), issuerId: try program.text("issuerId"),
      bundleId: try program.text("bundleId"))
    sharedSecret = try String(contentsOfFile: folder + "/SharedSecret_\(keyId).txt", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    address = try HTTPAddress(program.text("url"))
    remote = try await RemoteStore(asking: address, transport: HTTPTransport())
  }

  /// The ledger's file, for a look at it once the server is gone.
  var ledger: String { folder + "/appstore.db" }

  /// The memory and descriptors that it uses.
  func look() throws(BenchFailure) -> ProgramLook { try ProgramLook(at: program.id) }

  /// Waits until every notification is posted and answered, as any test of an app server does; how many still wait,
  /// nil when it does not say.
  func waitUntilIdle() async throws -> Int64? {
    let answer = try await HTTPTransport(limits: HTTPLimits(timeout: 300_000)).send(
      HTTPRequest("POST", address.appending(["till", "v1", "wait-idle"]), body: []))
    return try JSONValue(parsing: answer.body).objectValue?.int64("notificationsWaiting")
  }

  /// Asks it to end, and waits until it has; its exit status.
  func stop() -> Int32 { program.stop() }

  /// Stops it and throws the files away.
  func discard() {
    _ = stop()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
