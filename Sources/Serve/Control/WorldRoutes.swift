import AppStoreModel
import Core
import Libc
import Simulator

/// Worlds: independent App Stores in one server, each with its own ledger, key and address.
///
/// A world's address is a path below `/worlds/NAME`, a host name before the server's (`NAME.localhost`), and its own
/// port where it asked for one. Clients that replace the path of a URL need the host name or the port. Tests that run
/// at the same time, each in its own world, never affect each other. Worlds are deleted when the server stops.
final class WorldRoutes: Sendable {
  /// The first path segment of every world.
  static let prefix = "worlds"
  static let limit = 200

  /// A world and its address.
  struct Place: Sendable {
    let world: World
    /// The world's own port, if it has one.
    var port: UInt16?
  }

  struct State: Sendable {
    var worlds: [String: Place] = [:]
    /// Names of worlds that are being created.
    var reserved: Set<String> = []
    var count = 0
  }

  let main: World
  let directory: String
  let options: EmulatorOptions
  let isLocal: Bool
  /// Returns the server, once it listens.
  let server: @Sendable () -> HTTPServer?
  let state = Mutex(State())

  /// Makes the routes, and deletes what a killed server left behind.
  ///
  /// - Parameter directory: The folder in which the worlds' folders are made.
  init(
    beside main: World, in directory: String, options: EmulatorOptions, isLocal: Bool,
    server: @escaping @Sendable () -> HTTPServer?
  ) {
    self.main = main
    self.directory = directory + "/worlds"
    self.options = options
    self.isLocal = isLocal
    self.server = server
    sweep()
  }

  /// Returns the world of a name; nil where there is none.
  func world(_ name: String) -> World? { state.withLock { $0.worlds[name]?.world } }

  /// Returns the world that a request is for, by its name or its port; nil where there is none.
  ///
  /// A name in a host name is compared without regard to case.
  func world(_ way: ServedAddress.Way, _ port: UInt16?) -> World? {
    state.withLock { state in
      switch way {
      case .none: nil
      case .path(let name): state.worlds[name]?.world
      case .name(let name):
        state.worlds[name]?.world ?? state.worlds.first { $0.key.lowercased() == name.lowercased() }?.value.world
      case .port: state.worlds.first { $0.value.port == port }?.value.world
      }
    }
  }

  /// Answers a request below `till/v1/worlds`.
  func answer(_ request: HTTPRequest, _ address: ServedAddress) -> HTTPResponse {
    do throws(StoreError) {
      switch (request.method, request.path.count) {
      case ("POST", 3): return try make(ControlRoutes.body(request.body), address)
      case ("GET", 3):
        let worlds = state.withLock { $0.worlds }.sorted { $0.key < $1.key }
        return HTTPResponse(json: [
          "ok": true,
          "worlds": .array(worlds.map { .object($0.value.world.document(named: $0.key, $0.value.port, address)) }),
        ])
      case ("DELETE", 4):
        guard let place = state.withLock({ $0.worlds.removeValue(forKey: request.path[3]) }) else {
          throw StoreError(.worldNotFound, EmulatorText.noWorld(safeText(request.path[3])).text)
        }
        end(place, request.path[3])
        return HTTPResponse(json: ["ok": true])
      default:
        throw StoreError(
          .unsupported, say("unknown path /\(safeText(request.path.joined(separator: "/"))); see /till/openapi.json"))
      }
    } catch {
      return ControlRoutes.failure(error)
    }
  }

  /// Stops and deletes all worlds.
  func stop() {
    let worlds = state.withLock { state in
      defer { state.worlds = [:] }
      return state.worlds
    }
    for (name, place) in worlds { end(place, name) }
    rmdir(directory)
  }

  private func end(_ place: Place, _ name: String) {
    if let port = place.port { server()?.stopListening(on: port) }
    place.world.stop(patience: 0)
    Self.remove(directory + "/" + name)
  }

  /// Removes the folders that a killed server left behind: worlds do not outlive their server.
  private func sweep() {
    for name in Self.names(in: directory) where Self.isName(name) { Self.remove(directory + "/" + name) }
    rmdir(directory)
  }

  /// Removes a folder that contains only files; does nothing where the path is a link.
  static func remove(_ folder: String) {
    for name in names(in: folder) { unlink(folder + "/" + name) }
    rmdir(folder)
  }

  /// Returns the names in a folder; empty for anything else, including a link to a folder.
  private static func names(in folder: String) -> [String] {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
            String(cString: $0)
          }
        })
    }
    return names.filter { $0 != "." && $0 != ".." }
  }

  /// Returns whether a text is a valid name of a world.
  static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }
}

extension World {
  /// Returns what a client needs to connect, without the contents of the files, so that it is safe to print to logs.
  func files(at url: String) -> JSONObject {
    var document: JSONObject = ["url": .string(url)]
    for (member, value) in [
      ("bundleId", store.bundleId), ("issuerId", issuerId), ("keyId", files.key.keyId),
      ("privateKeyFile", files.privateKeyFile), ("rootCertificateFile", files.rootCertificateFile),
      ("rootCertificatePEMFile", files.rootCertificatePEMFile), ("keytool", files.keytoolLine),
      ("sharedSecretFile", files.sharedSecretFile), ("ledgerId", store.ledgerId),
      ("environment", store.environment.rawValue),
    ] { document.append(member, .string(value)) }
    document.append("simulated", true)
    document.append("appAppleId", ifPresent: store.appAppleId.map { .number($0) })
    return document
  }

  /// Returns the same with the contents of the files, for clients that cannot read them.
  ///
  /// Such a client runs in a container or under another uid. The document shows only keys and secrets that `till serve`
  /// made, never the ledger's own keys or a tester's.
  func document(at address: ServedAddress) -> JSONObject { identity(files(at: address.url)) }

  /// Returns the same for a world, with the addresses that it has on this server.
  func document(named name: String, _ port: UInt16?, _ address: ServedAddress) -> JSONObject {
    var document: JSONObject = ["ok": true, "name": .string(name)]
    for (member, value) in identity(files(at: port.map(address.port) ?? address.path(name))) {
      document.append(member, value)
    }
    document.append("pathUrl", .string(address.path(name)))
    document.append("hostUrl", ifPresent: address.name(name).map(JSONValue.string))
    document.append("port", ifPresent: port.map { .number(Int64($0)) })
    return document
  }

  private func identity(_ document: JSONObject) -> JSONObject {
    var document = document
    document.append("privateKey", ifPresent: files.privateKeyPEM.map(JSONValue.string))
    document.append("rootCertificatePEM", .string(store.rootCertificatePEM))
    document.append(
      "rootCertificate", .string(String(decoding: Base64.standard.encode(files.rootCertificate), as: UTF8.self)))
    document.append("sharedSecret", .string(files.sharedSecret))
    return document
  }
}

extension FailureKind {
  static let worldNotFound = Self(rawValue: "worldNotFound")
  static let worldExists = Self(rawValue: "worldExists")
}
