import Core
import Foundation
import TestSupport
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

  private let program: StartedProgram

  /// Starts it on a free port and waits until it listens.
  init(store: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
    program = try StartedProgram(
      [TillProgram.path, "serve", "--store", store, "--port", "0", "--json"] + arguments, home: store,
      environment: environment)
    line = program.line
    document = try #require(try JSONValue(parsing: line).objectValue)
    url = try #require(try document.string("url"))
  }

  deinit { stop() }

  /// Asks it to end, waits for that, and returns its exit status.
  @discardableResult
  func stop() -> Int32 { program.end() }

  /// Returns what curl prints for a request.
  func curl(_ arguments: String...) -> String {
    Spawn.run(["/usr/bin/curl", "-s", "--noproxy", "*", "--max-time", "60"] + arguments).output
  }
}
