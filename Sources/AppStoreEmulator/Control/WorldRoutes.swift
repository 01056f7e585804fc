import AppStoreSimulator
import HTTPClient
import Locks
import SafeText
import SignedData
import StoreModel
import StoreVerbs
import StrictJSON
import Texts

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Worlds: App Stores of their own behind one address, each with its ledger, its key and its prefix.
///
/// Tests that run at the same time, each in its own, never see each other. Worlds end with the server.
final class WorldRoutes: Sendable {
  /// The first segment of every path of a world.
  static let prefix = "worlds"
  private static let limit = 200

  private struct State: Sendable {
    var worlds: [String: World] = [:]
    /// Names that are being made.
    var reserved: Set<String> = []
    var count = 0
  }

  private let main: World
  private let directory: String
  private let options: EmulatorOptions
  private let isLocal: Bool
  /// Where the server listens.
  private let url: @Sendable () -> String
  private let state = Mutex(State())

  /// - Parameter directory: Where their folders are made.
  init(
    beside main: World, in directory: String, options: EmulatorOptions, isLocal: Bool,
    url: @escaping @Sendable () -> String
  ) {
    self.main = main
    self.directory = directory + "/worlds"
    self.options = options
    self.isLocal = isLocal
    self.url = url
  }

  /// The world of a name, if there is one.
  func world(_ name: String) -> World? { state.withLock { $0.worlds[name] } }

  /// Answers a request for `till/v1/worlds`.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let url = url()
    do throws(StoreError) {
      switch (request.method, request.path.count) {
      case ("POST", 3): return try make(ControlRoutes.body(request.body), url)
      case ("GET", 3):
        let worlds = state.withLock { $0.worlds }.sorted { $0.key < $1.key }
        return HTTPResponse(json: ["worlds": .array(worlds.map { .object($0.value.document(named: $0.key, url)) })])
      case ("DELETE", 4):
        guard let world = state.withLock({ $0.worlds.removeValue(forKey: request.path[3]) }) else {
          throw StoreError(.worldNotFound, EmulatorText.noWorld(safeText(request.path[3])).text)
        }
        end(world, request.path[3])
        return HTTPResponse(json: ["ok": true])
      default: throw StoreError(.unsupported, say("there is no \(request.method) here: see /till/openapi.json"))
      }
    } catch {
      return ControlRoutes.failure(error)
    }
  }

  /// Ends all of them.
  func stop() {
    let worlds = state.withLock { state in
      defer { state.worlds = [:] }
      return state.worlds
    }
    for (name, world) in worlds { end(world, name) }
    rmdir(directory)
  }

  private func end(_ world: World, _ name: String) {
    world.stop(patience: 0)
    Self.remove(directory + "/" + name)
  }

  /// A folder without folders in it.
  private static func remove(_ folder: String) {
    guard let stream = opendir(folder) else { return }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
            String(cString: $0)
          }
        })
    }
    closedir(stream)
    for name in names where name != "." && name != ".." { unlink(folder + "/" + name) }
    rmdir(folder)
  }

  // MARK: Making one

  private static let members: Set<String> = [
    "name", "catalogue", "bundleId", "environment", "appAppleId", "seed", "clock", "notify", "fork",
  ]

  private func make(_ body: JSONObject, _ url: String) throws(StoreError) -> HTTPResponse {
    if let unknown = body.names.first(where: { !Self.members.contains($0) }) {
      throw StoreError(.usage, say("a world has no \(safeText(unknown)): see /till/openapi.json"))
    }
    let (name, number) = try reserve(try Self.read({ () throws(JSONError) in try body.string("name") }))
    defer { state.withLock { _ = $0.reserved.remove(name) } }
    let history = try fork(try Self.read({ () throws(JSONError) in try body.object("fork") }))
    let contents = try contents(body, number: number, isFork: history != nil)
    var options = options
    if let address = try Self.read({ () throws(JSONError) in try body.string("notify") }) {
      do throws(HTTPError) { options.notify = try HTTPAddress(address) } catch {
        throw StoreError(.usage, "notify: \(error.message)")
      }
    } else {
      options.notify = nil
    }
    let folder = directory + "/" + name
    // A server that was killed left one of this name.
    Self.remove(folder)
    mkdir(directory, 0o700)
    guard mkdir(folder, 0o700) == 0 else { throw StoreError(.unusable, say("\(folder) cannot be made")) }
    do {
      let store = try SimulatedAppStore(
        path: folder + "/appstore.db", contents: contents, machineClock: main.store.machineClock)
      if let history {
        var call = try VerbCall(.importHistory, body: ["from": .object(history)])
        call.isConfirmed = true
        _ = try store.perform(call)
      }
      let world = try World(store, directory: folder, options: options, isLocal: isLocal)
      state.withLock { $0.worlds[name] = world }
      return HTTPResponse(201, json: world.document(named: name, url))
    } catch {
      Self.remove(folder)
      if let error = error as? StoreError { throw error }
      throw StoreError(.unusable, safeText("\(error)", limit: 300))
    }
  }

  private func reserve(_ wanted: String?) throws(StoreError) -> (name: String, number: Int) {
    try state.withLock { state throws(StoreError) in
      guard state.worlds.count + state.reserved.count < Self.limit else {
        throw StoreError(
          .failed,
          say(
            Self.limit, "there are \(Self.limit) world: delete one first",
            "there are \(Self.limit) worlds: delete one first"))
      }
      state.count += 1
      let name = wanted ?? "w\(state.count)"
      let isPlain =
        name.utf8.count <= 40 && !name.isEmpty
        && name.allSatisfy {
          $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
        }
      guard isPlain else {
        throw StoreError(
          .usage, say("\(safeText(name)) is no name of a world: take letters, digits, - and _, at most 40"))
      }
      guard state.worlds[name] == nil, state.reserved.insert(name).inserted else {
        throw StoreError(.worldExists, say("there is a world \(name) already: delete it, or take another name"))
      }
      return (name, state.count)
    }
  }

  /// The history that a new world begins with: that of `world` (the server's own without one) now, or at a checkpoint.
  private func fork(_ body: JSONObject?) throws(StoreError) -> JSONObject? {
    guard let body else { return nil }
    let from = try Self.read({ () throws(JSONError) in try body.string("world") })
    let checkpoint = try Self.read({ () throws(JSONError) in try body.string("checkpoint") })
    guard let origin = from.map({ world($0) }) ?? main else {
      throw StoreError(.worldNotFound, EmulatorText.noWorld(safeText(from ?? "")).text)
    }
    return try origin.store.history(at: checkpoint)
  }

  private func contents(_ body: JSONObject, number: Int, isFork: Bool) throws(StoreError) -> LedgerContents {
    var contents = LedgerContents(bundleId: main.store.bundleId, catalogueName: say("the catalogue"))
    if let bundle = try Self.read({ () throws(JSONError) in try body.string("bundleId") }) {
      guard !isFork || bundle == main.store.bundleId else {
        throw StoreError(.usage, say("a fork is for the same app: leave out bundleId"))
      }
      contents.bundleId = bundle
    }
    switch body["catalogue"] {
    case nil: contents.catalogue = try main.store.catalogueBytes()
    case .string(let text)?: contents.catalogue = Array(text.utf8)
    case let value?: contents.catalogue = value.serializedBytes()
    }
    (contents.environment, contents.appAppleId) = (main.store.environment, main.store.appAppleId)
    if let name = try Self.read({ () throws(JSONError) in try body.string("environment") }) {
      contents.environment = StoreEnvironment(rawValue: name)
      guard [.sandbox, .production].contains(contents.environment) else {
        throw StoreError(.usage, say("environment \(safeText(name)): a world signs for Sandbox or Production"))
      }
    }
    if let id = try Self.read({ () throws(JSONError) in try body.int64("appAppleId") }) { contents.appAppleId = id }
    // Each world draws its ids elsewhere, unless it is told where.
    contents.seed = main.store.seed &+ UInt64(number)
    if let seed = try Self.read({ () throws(JSONError) in try body.int64("seed") }) {
      guard seed >= 0 else { throw StoreError(.usage, say("seed \("\(seed)"): take a whole number from 0")) }
      contents.seed = UInt64(seed)
    }
    switch body["clock"] {
    case nil: break
    case .string(let text)?: contents.clock = try Parameter.date.parse(text)
    case .number(let number)?: contents.clock = number.int64.flatMap(Timestamp.init(foreign:))
    default: throw StoreError(.usage, say("clock is a date such as 2026-03-01, or milliseconds since 1970"))
    }
    return contents
  }

  /// Reads a member of a body.
  private static func read<Value>(_ body: () throws(JSONError) -> Value) throws(StoreError) -> Value {
    do throws(JSONError) { return try body() } catch {
      throw StoreError(.usage, safeText(say("the body cannot be read: \("\(error)")"), limit: 200))
    }
  }
}

extension World {
  /// What a client needs to talk to it; the key itself stays in its file.
  ///
  /// - Parameter name: Its name; nil for the server's own, which has no prefix.
  func document(named name: String?, _ url: String) -> JSONObject {
    var document: JSONObject = [:]
    document.append("name", ifPresent: name.map(JSONValue.string))
    document.append("url", .string(name.map { "\(url)/\(WorldRoutes.prefix)/\($0)" } ?? url))
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
}

extension FailureKind {
  fileprivate static let worldNotFound = Self(rawValue: "worldNotFound")
  fileprivate static let worldExists = Self(rawValue: "worldExists")
}
