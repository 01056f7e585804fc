import AppStoreModel
import Backends
import Core
import Foundation
import HTTP

/// The real `till serve` built beside this program, on a ledger in a temporary directory.
final class ServedStore {
  let folder: String
  let address: HTTPAddress
  let credentials: APICredentials
  /// The secret that receipts with subscriptions need.
  let sharedSecret: String
  let remote: RemoteStore

  private let program: ListeningProgram

  /// Starts the server on a free port, and waits until it listens.
  ///
  /// - Parameters:
  ///   - notify: The URL to which the server posts notifications.
  ///   - folder: The folder of the server's files; nil for a new temporary one.
  ///   - preparation: Creates the ledger in the folder, if it is not to be the demo's.
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

  /// The ledger's file, for checks after the server has stopped.
  var ledger: String { folder + "/appstore.db" }

  /// Returns the server's memory and its number of file descriptors.
  func look() throws(BenchFailure) -> ProgramLook { try ProgramLook(at: program.id) }

  /// Waits until every notification is posted and answered, as a test of an app server does.
  ///
  /// - Returns: The number of notifications that still wait; nil when the server does not report it.
  func waitUntilIdle() async throws -> Int64? {
    let answer = try await HTTPTransport(limits: HTTPLimits(timeout: 300_000)).send(
      HTTPRequest("POST", address.appending(["till", "v1", "wait-idle"]), body: []))
    return try JSONValue(parsing: answer.body).objectValue?.int64("notificationsWaiting")
  }

  /// Stops the server, waits for its end, and returns its exit status.
  func stop() -> Int32 { program.stop() }

  /// Stops the server, and deletes its files.
  func discard() {
    _ = stop()
    try? FileManager.default.removeItem(atPath: folder)
  }
}

/// Reads a history from its beginning to its end, and returns its pages.
///
/// - Parameter read: Reads the page after a revision.
func wholeHistory(_ read: (_ revision: String?) async throws -> HistoryPage) async throws -> [HistoryPage] {
  var page = try await read(nil)
  var pages = [page]
  while page.hasMore {
    page = try await read(page.revision)
    pages.append(page)
  }
  return pages
}
