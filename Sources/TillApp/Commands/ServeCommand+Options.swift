import AppStoreModel
import Core
import HTTP
import Serve
import Simulator
import Verbs

/// The options of `till serve`.
struct ServeOptions {
  let backend: BackendSpec
  /// The ledger from `--backend simulator:LEDGER`; nil for the default one.
  let ledger: String?
  let settings: HTTPServerSettings
  let emulator: EmulatorOptions
  private let contents: LedgerContents
  /// The shape of Apple's payloads: `2025` or `current`; nil where the options name none.
  private let shape: String?
  /// The options: `till serve` refuses an existing ledger with other values than they name.
  private let given: Arguments
  private let tls: (certificate: String, key: String?)?

  /// Reads the options of `till serve`.
  ///
  /// - Throws: A `UsageError`, or a `CommandError`.
  init(_ call: Invocation) throws {
    let (given, options) = (call.options, call.options.storeOptions)
    backend = try BackendSpec(options)
    guard let simulator = backend.kind as? SimulatorKind else {
      throw UsageError(say("till serve needs a simulated App Store; leave out --backend, or use simulator:LEDGER"))
    }
    ledger = simulator.file
    (self.given, shape) = (given, try given[.payloadShape])
    contents = try Self.contents(options, given)
    let hosts = try given.all(.allowHost)
    var settings = HTTPServerSettings(port: UInt16(try given[.port] ?? 8421))
    if let host = try given[.host] { settings.host = host }
    self.settings = settings
    // A word is the second value of an option: the key file after `--tls`'s certificate, the seed after `shuffled`.
    let order = try given[.delivery]
    let isSeed: (String) -> Bool = { order == "shuffled" && $0.allSatisfy(\.isNumber) }
    let seed = call.words.first(where: isSeed)
    var words = call.words
    if let place = words.firstIndex(where: isSeed) { words.remove(at: place) }
    tls = try Self.tls(given[.tls()], words)
    var emulator = try Self.emulator(given, hosts: hosts)
    emulator.delivery = try Self.delivery(order, seed: seed, else: contents.seed)
    self.emulator = emulator
  }

  private static func contents(_ options: StoreOptions, _ given: Arguments) throws -> LedgerContents {
    let environment = try given[.environmentName].map(StoreEnvironment.init(rawValue:)) ?? .sandbox
    guard [.sandbox, .production].contains(environment) else {
      throw UsageError(
        say("invalid --environment “\(safeText(environment.rawValue))”; till serve takes Sandbox or Production"))
    }
    let appAppleId = try given[.appAppleId].map(Int64.init)
    let (seed, clock) = (try given[.seed].map(UInt64.init), try given[.startClock])
    if environment == .production, appAppleId == nil {
      throw UsageError(say("--environment Production needs --app-apple-id N for its notifications"))
    }
    var contents = try StoreSession.contents(options)
    contents.bundleId = try given[.bundleId] ?? contents.bundleId
    (contents.environment, contents.appAppleId) = (environment, appAppleId)
    (contents.seed, contents.clock) = (seed ?? LedgerContents.commonSeed, clock)
    if given.has(.empty), contents.catalogue == nil {
      contents.catalogue = LedgerContents.emptyCatalogue
      contents.catalogueName = say("the empty catalogue")
    }
    return contents
  }

  private static func tls(_ certificate: String?, _ words: [String]) throws -> (certificate: String, key: String?)? {
    if words.count > 1 { throw UsageError(say("unknown argument \(safeText(words[1])); see till help serve")) }
    switch (certificate, words.first) {
    case (nil, nil): return nil
    case ("auto"?, nil): return ("auto", nil)
    case (let certificate?, let key?) where certificate != "auto": return (certificate, key)
    case (nil, let word?): throw UsageError(say("invalid argument “\(safeText(word))”; see till help serve"))
    default: throw UsageError(say("--tls needs a certificate and its key in PEM; use --tls CERT KEY or --tls auto"))
    }
  }

  private static func emulator(_ given: Arguments, hosts: [String]) throws -> EmulatorOptions {
    var emulator = EmulatorOptions()
    emulator.allowedHosts = Set(hosts.map { $0.lowercased() })
    emulator.publicURL = try given[.publicURL]
    let (keyId, key) = (try given[.keyId], try given[.key])
    if let keyId, !EmulatorFiles.isKeyId(keyId) {
      throw UsageError(say("invalid --key-id “\(safeText(keyId))”; use letters and digits, such as 2X9R4HXF34"))
    }
    emulator.credentials = EmulatorCredentials(
      keyId: keyId, issuerId: try given[.issuer], keyFile: key)
    if let key, Files.exists(key) { _ = try InputFile.secret(key) }
    emulator.controlToken = try given[.controlToken] ?? Environment.value("TILL_CONTROL_TOKEN")
    if let token = emulator.controlToken, token.utf8.count < 8 {
      throw UsageError(say("--control-token is too short; use at least 8 characters"))
    }
    emulator.attempts = try given[.attempts]
    if let timeout = try given[.postTimeout] { emulator.postTimeout = timeout }
    emulator.worldPorts = try given[.worldPorts]
    emulator.notify = try given[.notify]
    let secrets = try AppServerSecret.read()
    // Each request reads the secret again, so a rotation needs no restart; after a failed read the last secret stays.
    emulator.appServerSecrets = { (try? AppServerSecret.read()) ?? secrets }
    return emulator
  }

  private static func delivery(
    _ text: String?, seed: String?, else own: UInt64
  ) throws(UsageError) -> NotificationDelivery {
    guard let text else { return .ordered }
    let whole = seed.map { "\(text) \($0)" } ?? text
    guard let delivery = NotificationDelivery(whole, seed: own) else {
      throw UsageError(say("invalid --delivery \(safeText(whole)); use parallel, ordered or shuffled SEED"))
    }
    return delivery
  }

  /// Opens the ledger, or creates it; asks before a catalogue replaces one whose products customers have bought.
  ///
  /// - Throws: A `CommandError` for a ledger that differs from the options; the error names both values.
  func open(_ path: String, _ call: Invocation) throws -> SimulatedAppStore {
    let isNew = !Files.exists(path)
    let store = try SimulatedAppStore(path: path, contents: contents)
    if let shape { _ = try store.perform(VerbCall(.shape).with(.shape, shape)) }
    guard !isNew else { return store }
    func refuse(_ has: String, _ wanted: String) -> CommandError {
      CommandError(.unusable, say("this ledger \(has), not \(wanted); serve another one with --store DIR"))
    }
    if let wanted = try given[.bundleId], wanted != store.bundleId {
      throw refuse(say("sells for \(safeText(store.bundleId))"), safeText(wanted))
    }
    if let wanted = try given[.environmentName], wanted != store.environment.rawValue {
      throw refuse(say("signs for \(store.environment.rawValue)"), wanted)
    }
    if let wanted = contents.appAppleId, wanted != store.appAppleId {
      throw refuse(say("signs for the Apple id \((store.appAppleId.map { "\($0)" }) ?? say("none"))"), "\(wanted)")
    }
    if let wanted = try given[.seed].map(UInt64.init), wanted != store.seed {
      throw refuse(say("has the seed \(store.seed)"), "\(wanted)")
    }
    if let bytes = contents.catalogue, bytes != LedgerContents.emptyCatalogue, try store.catalogueBytes() != bytes {
      var verb = VerbCall(.takeCatalogue).with(.catalogue, contents.catalogueName)
      verb.files[contents.catalogueName] = bytes
      var reply = try store.perform(verb)
      if case .question(let question) = reply {
        try call.confirm(question)
        reply = try store.perform(verb.confirmed)
      }
      if case .done(let answer) = reply { call.output.note(answer.text) }
    }
    if let clock = contents.clock {
      try store.setPaused(true)
      try store.setClock(to: clock)
    }
    return store
  }

  /// Returns the server's certificate and its file; for `auto`, makes one beside the ledger and reuses it later.
  func certificate(in folder: String) throws -> (ServerCertificate?, file: String?) {
    guard let tls else { return (nil, nil) }
    guard let keyFile = tls.key else {
      let names = emulator.allowedHosts.sorted() + (["0.0.0.0", "::"].contains(settings.host) ? [] : [settings.host])
      return try TLSFiles.certificate(for: names, in: folder, now: Timestamp.machine)
    }
    return (try .read(certificate: tls.certificate, key: keyFile), tls.certificate)
  }
}

extension ServerCertificate {
  /// Reads a certificate and its key from the PEM files that `--tls` names.
  ///
  /// - Throws: A `CommandError` that names both files, also where another user can change the key.
  static func read(certificate: String, key: String) throws -> ServerCertificate {
    let certificatePEM = String(decoding: try InputFile.bytes(certificate), as: UTF8.self)
    let keyPEM = try InputFile.secret(key)
    do throws(SigningError) {
      return try ServerCertificate(certificatePEM: certificatePEM, keyPEM: keyPEM)
    } catch {
      throw CommandError(.failed, "--tls \(safeText(certificate)) \(safeText(key)): \(error.description)")
    }
  }
}

// MARK: The options of servers

extension GatePolicy {
  /// Creates the policy that checks the host names of requests.
  ///
  /// - Throws: A `UsageError` for an invalid host name or URL.
  init(_ given: Arguments) throws(UsageError) {
    self.init(allowedHosts: Set(try given.all(.allowHost)), publicURL: try given[.publicURL])
  }
}

extension Parameter where Value == Int {
  static var port: Self {
    .number("port", "N", in: 0...65_535, "the port to listen on (8421); 0 picks a free port", reach: .beyond)
  }
  static var attempts: Self {
    .number(
      "attempts", "N", in: 1...DueNotification.mostAttempts,
      "how often a notification is posted that no server takes (6; in the sandbox 1)")
  }
  static var seed: Self {
    .number("seed", "N", in: 0...Int.max, "the seed for the ids and UUIDs of a new ledger")
  }
}

extension Parameter where Value == Int64 {
  static var postTimeout: Self {
    Parameter(option: "post-timeout", "DURATION", "how long a server may take to answer a notification (30s)") {
      text throws(StoreError) in
      do throws(StoreError) {
        let duration = try VerbDuration(text)
        guard duration.milliseconds <= 600_000 else { throw StoreError(.usage, say("give at most 10m")) }
        return duration.milliseconds
      } catch { throw StoreError(.usage, "--post-timeout \(error.message)") }
    }
  }
}

extension Parameter where Value == ClosedRange<UInt16> {
  static var worldPorts: Self {
    Parameter(
      option: "world-ports", "A-B", "ports of which each world has one of its own, such as 8430-8439", reach: .beyond
    ) { text throws(StoreError) in
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt16($0) }
      guard ends.count == 2, let first = ends[0], let last = ends[1], first > 0, first <= last else {
        throw StoreError(.usage, said: "invalid --world-ports \(safeText(text)); give two ports such as 8430-8439")
      }
      return first...last
    }
  }
}

extension Parameter where Value == HTTPAddress {
  static var notify: Self {
    .address("notify", "the URL that App Store Server Notifications are sent to")
  }
  static var publicURL: Self {
    .address("public-url", "the URL at which a proxy offers this server; every request then needs the token")
  }

  /// Declares an option for an address.
  ///
  /// Plain HTTP is allowed: a server in a container is reached by a host name, and notifications are no secret.
  private static func address(_ name: String, _ help: Words) -> Self {
    Parameter(option: name, "URL", help, reach: .beyond) { text throws(StoreError) in
      do throws(HTTPError) { return try HTTPAddress(text, allowsPlain: true) } catch {
        throw StoreError(.usage, "--\(name) \(error.message)")
      }
    }
  }
}

extension Parameter where Value == Timestamp {
  static var startClock: Self {
    Parameter("clock", "DATE", "pause the App Store's clock at this date", text: Parameter.date.text) {
      text throws(StoreError) in
      do throws(StoreError) { return try Parameter.date.parse(text) } catch {
        throw StoreError(.usage, "--clock \(error.message)")
      }
    }
  }
}

extension Parameter where Value == Bool {
  static var empty: Self {
    .flag("empty", "create a ledger without the demo: one Apple Account, and only the products of --catalog")
  }
}

extension Parameter where Value == String {
  static var host: Self { .words("host", "ADDRESS", "the address to listen on (127.0.0.1)") }
  static var allowHost: Self {
    Parameter(
      "allow-host", "NAME", "a host name that clients use for this server; may be repeated", text: { $0 }
    ) { text throws(StoreError) in
      if ServerCertificate.isHost(text) { return text }
      throw StoreError(
        .usage, said: "invalid --allow-host “\(safeText(text))”; use a host name such as till or till.internal")
    }
  }
  /// The server's certificate; the word behind it is its key.
  static func tls(_ form: String? = nil) -> Self {
    .words(
      "tls", "CERT|auto", "use HTTPS with this certificate and key, or create one (auto)", form: form, offers: .files)
  }
  static var controlToken: Self {
    .words("control-token", "TOKEN", "the token that requests of the control API need")
  }
  static var servedEnvironment: Self {
    .words(
      "environment", "NAME", "what a new ledger signs for: Sandbox (default) or Production",
      offers: .words(["Sandbox", "Production"]))
  }
  /// The order in which notifications are sent; the word behind `shuffled` is the seed.
  static var delivery: Self {
    .words(
      "delivery", "ORDER", "parallel, ordered (default), or shuffled with a seed behind it",
      form: "parallel|ordered|shuffled [SEED]")
  }
  static var payloadShape: Self {
    Parameter(
      "shape", "2025|current", "2025: leave out members that Apple added since then", reach: .value, form: "2025",
      text: { $0 }
    ) { text throws(StoreError) in
      do throws(StoreError) { return try Parameter.shape.parse(text) } catch {
        throw StoreError(.usage, "--shape: \(error.message)")
      }
    }
  }
}
