import AppServer
import AppStoreEmulator
import AppStoreSimulator
import HTTPClient
import Purchasing
import SafeText
import SignedData
import StoreModel
import StoreVerbs
import Texts
import TillRuntime

/// What `till serve` was told.
struct ServeOptions {
  let backend: BackendSpec
  /// The ledger that `--backend simulator:LEDGER` names.
  let ledger: String?
  let settings: HTTPServerSettings
  let emulator: EmulatorOptions
  private let contents: LedgerContents
  /// What was asked of the ledger in so many words: of one that exists, other values are refused.
  private let asked: Asked
  private let tls: (certificate: String, key: String?)?

  private struct Asked {
    var bundleId: String?
    var environment: StoreEnvironment?
    var appAppleId: Int64?
    var seed: UInt64?
    var clock: Timestamp?
  }

  /// - Throws: a `UsageError`, or a `CommandError`.
  init(_ call: Invocation) throws {
    let (given, options) = (call.options, call.options.storeOptions)
    backend = try BackendSpec(options)
    guard case .simulator(let ledger) = backend else {
      throw UsageError(say("till serve serves a simulated App Store: leave out --backend, or say simulator:LEDGER"))
    }
    self.ledger = ledger
    asked = try Self.asked(given)
    contents = try Self.contents(options, given, asked)
    let hosts = try GateOptions.hosts(given)
    var settings = HTTPServerSettings(port: UInt16(try given.number("port", in: 0...65_535) ?? 8421))
    if let host = given["host"] { settings.host = host }
    self.settings = settings
    tls = try Self.tls(given["tls"], call.words)
    emulator = try Self.emulator(given, hosts: hosts)
  }

  private static func asked(_ given: Arguments) throws -> Asked {
    var asked = Asked(bundleId: given["bundle-id"])
    if let name = given["environment"] {
      let environment = StoreEnvironment(rawValue: name)
      guard [.sandbox, .production].contains(environment) else {
        throw UsageError(say("--environment \(safeText(name)): till serve signs for Sandbox or Production"))
      }
      asked.environment = environment
    }
    asked.appAppleId = try given.number("app-apple-id", in: 1...Int.max).map(Int64.init)
    asked.seed = try given.number("seed", in: 0...Int.max).map(UInt64.init)
    do throws(StoreError) {
      if let text = given["clock"] { asked.clock = try Parameter.date.parse(text) }
    } catch {
      throw UsageError("--clock \(error.message)")
    }
    if asked.appAppleId != nil, asked.environment != .production {
      throw UsageError(say("--app-apple-id goes with --environment Production: Sandbox states none"))
    }
    if asked.environment == .production, asked.appAppleId == nil {
      throw UsageError(say("--environment Production needs --app-apple-id N, which Production's notifications state"))
    }
    return asked
  }

  private static func contents(_ options: StoreOptions, _ given: Arguments, _ asked: Asked) throws -> LedgerContents {
    var contents = try StoreSession.contents(options)
    contents.bundleId = asked.bundleId ?? contents.bundleId
    contents.environment = asked.environment ?? .sandbox
    contents.appAppleId = asked.appAppleId
    contents.seed = asked.seed ?? LedgerContents.commonSeed
    contents.clock = asked.clock
    guard given.has("empty") else { return contents }
    if contents.catalogue == nil {
      contents.catalogue = LedgerContents.emptyCatalogue
      contents.catalogueName = say("the empty catalogue")
    }
    return contents
  }

  private static func tls(_ certificate: String?, _ words: [String]) throws -> (certificate: String, key: String?)? {
    switch (certificate, words.first) {
    case (nil, nil): return nil
    case ("auto"?, nil): return ("auto", nil)
    case (let certificate?, let key?) where certificate != "auto": return (certificate, key)
    case (nil, let word?): throw UsageError(say("till serve takes no \(safeText(word)): see till help serve"))
    default: throw UsageError(say("--tls needs a certificate and its key, both PEM: --tls CERT KEY; or --tls auto"))
    }
  }

  private static func emulator(_ given: Arguments, hosts: [String]) throws -> EmulatorOptions {
    var emulator = EmulatorOptions()
    emulator.allowedHosts = Set(hosts.map { $0.lowercased() })
    emulator.publicURL = try GateOptions.publicURL(given)
    if let keyId = given["key-id"], !EmulatorFiles.isKeyId(keyId) {
      throw UsageError(say("--key-id \(safeText(keyId)): a key id has letters and digits, such as 2X9R4HXF34"))
    }
    emulator.credentials = EmulatorCredentials(
      keyId: given["key-id"], issuerId: given["issuer"], keyFile: given["key"])
    emulator.controlToken = given["control-token"] ?? Environment.value("TILL_CONTROL_TOKEN")
    if let token = emulator.controlToken, token.utf8.count < 8 {
      throw UsageError(say("--control-token: take at least 8 characters"))
    }
    do throws(HTTPError) {
      if let url = given["notify"] { emulator.notify = try HTTPAddress(url) }
    } catch {
      throw UsageError("--notify \(error.message)")
    }
    let secrets: SharedSecrets?
    do throws(VerificationError) { secrets = try AppServerSecret.read() } catch {
      throw CommandError(.failed, error.message)
    }
    // Read again at each request, so that a rotation needs no new start; one that cannot be read keeps the last one.
    emulator.appServerSecrets = { (try? AppServerSecret.read()) ?? secrets }
    return emulator
  }

  /// Opens the ledger, or makes it.
  ///
  /// - Throws: a `CommandError` for one that is another than was asked for, which names both.
  func open(_ path: String) throws -> SimulatedAppStore {
    let isNew = !Files.exists(path)
    let store = try SimulatedAppStore(path: path, contents: contents, machineClock: machineClock)
    guard !isNew else { return store }
    func refuse(_ has: String, _ wanted: String) -> CommandError {
      CommandError(.unusable, say("this ledger \(has), not \(wanted): serve another one with --store DIR"))
    }
    if let wanted = asked.bundleId, wanted != store.bundleId {
      throw refuse(say("sells for \(safeText(store.bundleId))"), safeText(wanted))
    }
    if let wanted = asked.environment, wanted != store.environment {
      throw refuse(say("signs for \(store.environment.rawValue)"), wanted.rawValue)
    }
    if let wanted = asked.appAppleId, wanted != store.appAppleId {
      throw refuse(say("signs for the Apple id \((store.appAppleId.map { "\($0)" }) ?? say("none"))"), "\(wanted)")
    }
    if let wanted = asked.seed, wanted != store.seed { throw refuse(say("has the seed \(store.seed)"), "\(wanted)") }
    if let name = contents.catalogue.map({ _ in contents.catalogueName }), let bytes = contents.catalogue,
      bytes != LedgerContents.emptyCatalogue, try store.catalogueBytes() != bytes
    {
      _ = try store.importCatalogue(bytes, name: name)
    }
    if let clock = asked.clock {
      try store.setPaused(true)
      try store.setClock(to: clock)
    }
    return store
  }

  /// The certificate of the server and its file; `auto` makes one beside the ledger that stays the same.
  func certificate(in folder: String) throws -> (ServerCertificate?, file: String?) {
    guard let tls else { return (nil, nil) }
    guard let keyFile = tls.key else {
      let names = emulator.allowedHosts.sorted() + (["0.0.0.0", "::"].contains(settings.host) ? [] : [settings.host])
      do throws(HTTPServerError) {
        return try TLSFiles.certificate(for: names, in: folder, now: machineClock())
      } catch {
        throw CommandError(.failed, error.description)
      }
    }
    func text(_ path: String) throws -> String { String(decoding: try InputFile.bytes(path), as: UTF8.self) }
    do {
      return (try ServerCertificate(certificatePEM: text(tls.certificate), keyPEM: text(keyFile)), tls.certificate)
    } catch let error as SigningError {
      throw CommandError(.failed, "--tls \(safeText(tls.certificate)) \(safeText(keyFile)): \(error.description)")
    }
  }
}
