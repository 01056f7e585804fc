import Backends
import Foundation
import HTTPClient
import Purchasing
import SafeText
import StoreModel
import StrictJSON

extension StoreDirectory {
  /// What a `till serve` said of itself when this device was begun.
  private var server: String { path + "/server.json" }

  /// The `till serve` that this directory belongs to.
  ///
  /// It is asked once, when the device is begun, and remembered, so that the device's memory can be read without it.
  ///
  /// - Parameter hasRoots: Whether `--root` was given; only a server on this machine is believed without it.
  func remoteStore(at address: HTTPAddress, hasRoots: Bool) throws -> RemoteStore {
    guard address.isLocal || hasRoots else {
      throw CommandError(
        .usage, "\(address) is another machine: give the root certificate to trust with --root FILE")
    }
    let transport = HTTPTransport()
    if let bytes = FileManager.default.contents(atPath: server) {
      guard case .object(let json) = try? JSONValue(parsing: bytes) else {
        throw CommandError(
          .unusable, "\(safeText(server)) cannot be read: move it aside, and the server is asked again")
      }
      return try RemoteStore(json: json, address: address, transport: transport)
    }
    let store: RemoteStore
    do {
      store = try blocking { try await RemoteStore(asking: address, transport: transport) }
    } catch let error as BackendError where error.kind == .networkError {
      throw CommandError(.unusable, "\(error.message); is `till serve` running there?")
    }
    let bytes = JSONValue.object(store.json).serializedBytes(.pretty)
    guard FileManager.default.createFile(atPath: server, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    else { throw CommandError(.unusable, "\(safeText(server)) cannot be written: check the directory's permissions") }
    return store
  }
}
