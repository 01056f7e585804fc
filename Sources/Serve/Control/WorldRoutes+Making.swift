import AppStoreModel
import Core
import HTTP
import Libc
import Simulator
import Verbs

/// Creating worlds.
extension WorldRoutes {
  private static let members: Set<String> = [
    "name", "catalogue", "bundleId", "environment", "appAppleId", "seed", "clock", "notify", "delivery", "attempts",
    "fork", "port", "ownRoot",
  ]

  func make(_ body: JSONObject, _ address: ServedAddress) throws(StoreError) -> HTTPResponse {
    if let unknown = body.names.first(where: { !Self.members.contains($0) }) {
      throw StoreError(.usage, say("unknown member “\(safeText(unknown))”; see /till/openapi.json"))
    }
    let (name, number) = try reserve(try Self.read({ () throws(JSONError) in try body.string("name") }))
    defer { state.withLock { _ = $0.reserved.remove(name) } }
    let fork = try fork(try Self.read({ () throws(JSONError) in try body.object("fork") }))
    let contents = try contents(body, number: number, forkOf: fork?.parent)
    let options = try options(body)
    let wantedPort = try Self.read({ () throws(JSONError) in try body.int32("port") })
    let folder = directory + "/" + name
    Self.remove(folder)
    mkdir(directory, 0o700)
    guard mkdir(folder, 0o700) == 0 else { throw StoreError(.unusable, say("\(folder) cannot be made")) }
    do {
      let store = try SimulatedAppStore(
        path: folder + "/appstore.db", contents: contents, machineClock: main.store.machineClock)
      if let fork {
        var call = try VerbCall(.importHistory, body: ["from": .object(fork.history)])
        call.isConfirmed = true
        _ = try store.perform(call)
      }
      let world = try World(store, directory: folder, options: options, isLocal: isLocal)
      var place = Place(world: world)
      do { place.port = try listen(wantedPort) } catch {
        world.stop(patience: 0)
        throw error
      }
      let made = place
      state.withLock { $0.worlds[name] = made }
      return HTTPResponse(201, json: world.document(named: name, made.port, address))
    } catch {
      Self.remove(folder)
      if let error = error as? StoreError { throw error }
      throw StoreError(.unusable, safeText("\(error)", limit: 300))
    }
  }

  /// Opens a world's own port; nil where the world gets none.
  ///
  /// 0 stands for any free port, which is one of `--world-ports` where that option is given. With the option every
  /// world gets a port, else only a world that asks for one.
  private func listen(_ wanted: Int32?) throws(StoreError) -> UInt16? {
    guard wanted != nil || options.worldPorts != nil else { return nil }
    guard let port = UInt16(exactly: wanted ?? 0) else {
      throw StoreError(.usage, say("invalid port \(wanted ?? 0); give 0 for a free one, or 1 to 65535"))
    }
    guard let server = server() else { throw StoreError(.unusable, EmulatorText.serverStops.text) }
    guard let range = options.worldPorts else { return try Self.open(port, server) }
    guard port == 0 || range.contains(port) else {
      throw StoreError(
        .usage,
        say("port \(port) is none of --world-ports \(range.lowerBound)-\(range.upperBound); give 0 for one of them"))
    }
    let used = state.withLock { Set($0.worlds.values.compactMap(\.port)) }
    for candidate in port == 0 ? Array(range) : [port] where !used.contains(candidate) {
      if let open = try? Self.open(candidate, server) { return open }
    }
    throw StoreError(
      .failed,
      say(
        "no free port in --world-ports \(range.lowerBound)-\(range.upperBound); delete a world, or start with more ports"
      ))
  }

  private static func open(_ port: UInt16, _ server: HTTPServer) throws(StoreError) -> UInt16 {
    do throws(HTTPServerError) { return try server.listen(on: port) } catch {
      throw StoreError(.failed, error.description)
    }
  }

  /// Returns how a world's notifications are posted.
  private func options(_ body: JSONObject) throws(StoreError) -> EmulatorOptions {
    var options = options
    options.notify = nil
    if let address = try Self.read({ () throws(JSONError) in try body.string("notify") }) {
      do throws(HTTPError) { options.notify = try HTTPAddress(address, allowsPlain: true) } catch {
        throw StoreError(.usage, "notify: \(error.message)")
      }
    }
    if let text = try Self.read({ () throws(JSONError) in try body.string("delivery") }) {
      guard let delivery = NotificationDelivery(text, seed: main.store.seed) else {
        throw StoreError(
          .usage,
          say("invalid delivery “\(safeText(text, limit: 40))”; use ordered, parallel, shuffled or “shuffled 7”"))
      }
      options.delivery = delivery
    }
    if let attempts = try Self.read({ () throws(JSONError) in try body.int32("attempts") }) {
      guard (1...DueNotification.mostAttempts).contains(Int(attempts)) else {
        throw StoreError(.usage, say("invalid attempts \(attempts); give 1 to \(DueNotification.mostAttempts)"))
      }
      options.attempts = Int(attempts)
    }
    return options
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
      guard Self.isName(name) else {
        throw StoreError(
          .usage, say("invalid world name “\(safeText(name))”; use up to 40 letters, digits, - and _"))
      }
      // Host names are not case-sensitive.
      let isTaken = (Array(state.worlds.keys) + state.reserved).contains { $0.lowercased() == name.lowercased() }
      guard !isTaken, state.reserved.insert(name).inserted else {
        throw StoreError(.worldExists, say("the world “\(name)” already exists; delete it or use another name"))
      }
      return (name, state.count)
    }
  }

  /// Returns the history of a fork's origin (a world, or the server's App Store), now or at a checkpoint.
  private func fork(_ body: JSONObject?) throws(StoreError) -> (parent: SimulatedAppStore, history: JSONObject)? {
    guard let body else { return nil }
    let from = try Self.read({ () throws(JSONError) in try body.string("world") })
    let checkpoint = try Self.read({ () throws(JSONError) in try body.string("checkpoint") })
    guard let origin = from.map({ world($0) }) ?? main else {
      throw StoreError(.worldNotFound, EmulatorText.noWorld(safeText(from ?? "")).text)
    }
    return (origin.store, try origin.store.history(at: checkpoint))
  }

  /// Returns the contents of a new world; what its body leaves out is taken from its parent or the server's App Store.
  private func contents(_ body: JSONObject, number: Int, forkOf parent: SimulatedAppStore?) throws(StoreError)
    -> LedgerContents
  {
    let model = parent ?? main.store
    var contents = LedgerContents(bundleId: model.bundleId, catalogueName: say("the catalogue"))
    // A server under test trusts one root certificate for all worlds.
    let hasOwnRoot = try Self.read({ () throws(JSONError) in try body.bool("ownRoot") }) ?? false
    if !hasOwnRoot { contents.signedBy = main.store.path }
    if let bundle = try Self.read({ () throws(JSONError) in try body.string("bundleId") }) {
      guard parent == nil || bundle == model.bundleId else {
        throw StoreError(.usage, say("a fork keeps its parent's app; leave out bundleId"))
      }
      contents.bundleId = bundle
    }
    switch body["catalogue"] {
    case nil: contents.catalogue = try model.catalogueBytes()
    case .string(let text)?: contents.catalogue = Array(text.utf8)
    case let value?: contents.catalogue = value.serializedBytes()
    }
    (contents.environment, contents.appAppleId) = (model.environment, model.appAppleId)
    if let name = try Self.read({ () throws(JSONError) in try body.string("environment") }) {
      contents.environment = StoreEnvironment(rawValue: name)
      guard let environment = contents.environment, [.sandbox, .production].contains(environment) else {
        throw StoreError(.usage, say("invalid environment “\(safeText(name))”; use Sandbox or Production"))
      }
    }
    if let id = try Self.read({ () throws(JSONError) in try body.int64("appAppleId") }) { contents.appAppleId = id }
    // Each world derives its ids from its own seed, unless the request names one.
    contents.seed = main.store.seed &+ UInt64(number)
    if let seed = try Self.read({ () throws(JSONError) in try body.int64("seed") }) {
      guard seed >= 0 else { throw StoreError(.usage, say("invalid seed “\("\(seed)")”; use a whole number from 0")) }
      contents.seed = UInt64(seed)
    }
    if let clock = body["clock"] { contents.clock = try Self.clock(clock) }
    return contents
  }

  /// Reads the clock of a new world: a date, or milliseconds since 1970.
  private static func clock(_ json: JSONValue) throws(StoreError) -> Timestamp {
    if case .string(let text) = json { return try Parameter.date.parse(text) }
    guard let clock = json.numberValue?.int64.flatMap(Timestamp.init(foreign:)) else {
      throw StoreError(.usage, say("invalid clock; use a date such as 2026-03-01, or milliseconds since 1970"))
    }
    return clock
  }

  /// Reads a member of a body, and turns a JSON error into a `StoreError`.
  private static func read<Value>(_ body: () throws(JSONError) -> Value) throws(StoreError) -> Value {
    do throws(JSONError) { return try body() } catch {
      throw StoreError(.usage, safeText(say("invalid body: \("\(error)")"), limit: 200))
    }
  }
}
