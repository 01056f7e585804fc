import AppStoreModel
import Backends
import Core
import Device
import HTTP
import Libc
import Simulator
import Storage

/// The simulated App Store in this process; its ledger lies in the store's directory unless a file is named.
struct SimulatorKind: BackendKind {
  static let forms = ["simulator", "simulator:LEDGER"]

  /// The file that the option names.
  let file: String?

  init?(_ text: String) {
    file = BackendSpec.value(of: text, after: "simulator")
    guard text == "simulator" || file?.isEmpty == false else { return nil }
  }

  func ledger(in directory: StoreDirectory) -> String { file ?? directory.ledger }

  var directoryName: String { "simulator-sandbox" }
  var environment: StoreEnvironment? { .sandbox }
  var listsProducts: Bool { true }
  var asksServer: Bool { false }
  func label(in environment: String, isReal: Bool) -> String { DashboardText.simulated(environment).text }

  func open(_ opening: BackendOpening) throws -> OpenedBackend {
    let (acts, clock) = (opening.acts, opening.believedClock)
    let appStore = try SimulatedAppStore(
      path: ledger(in: opening.directory), contents: try StoreSession.contents(opening.options),
      machineClock: { clock.now })
    if let last = try appStore.lastMachineDate() { clock.hear(last) } else { clock.believe() }
    if !opening.options.isReadOnly {
      let last = try appStore.recordedActs().acts.first
      if last?.device == acts.device { acts.resume(last) }
      try appStore.record { acts.current }
    }
    return OpenedBackend(
      SimulatorBackend(appStore, locale: opening.dependencies.locale) { clock.held },
      roots: try TrustedRoots(own: appStore.rootCertificatePEM, files: opening.roots), opening, appStore: appStore)
  }

  func examine(_ options: StoreOptions, device: String) -> String? { nil }

  func knownRoots(in directory: StoreDirectory) throws -> [[UInt8]] {
    let ledger = ledger(in: directory)
    guard DatabaseFiles.kind(of: ledger) != .absent else { return [] }
    return [Array(try SimulatedAppStore(path: ledger).rootCertificatePEM.utf8)]
  }
}

/// The simulated App Store of a running `till serve`.
struct ServeKind: BackendKind {
  static let forms = ["http://127.0.0.1:PORT"]

  let address: HTTPAddress

  init?(_ text: String) throws(UsageError) {
    guard text.hasPrefix("http:") || text.hasPrefix("https:") else { return nil }
    do throws(HTTPError) { address = try HTTPAddress(text) } catch { throw UsageError("--backend \(error.message)") }
  }

  var directoryName: String { "serve-" + BackendSpec.plain(address.server) }
  var environment: StoreEnvironment? { .sandbox }
  var listsProducts: Bool { true }
  var asksServer: Bool { true }
  func label(in environment: String, isReal: Bool) -> String { DashboardText.simulated(environment).text }

  func open(_ opening: BackendOpening) async throws -> OpenedBackend {
    let store = try await opening.directory.remoteStore(at: address, hasRoots: !opening.roots.isEmpty)
    let trusted = opening.roots.isEmpty ? [Array(store.rootCertificatePEM.utf8)] : opening.roots
    return OpenedBackend(
      RemoteStoreBackend(store, locale: opening.dependencies.locale), roots: try TrustedRoots(files: trusted), opening)
  }

  func examine(_ options: StoreOptions, device: String) -> String? { nil }

  func knownRoots(in directory: StoreDirectory) throws -> [[UInt8]] {
    try directory.knownServer(at: address).map { [Array($0.rootCertificatePEM.utf8)] } ?? []
  }
}

/// The App Store Server API.
struct AppStoreKind: BackendKind {
  static let forms = ["appstore:production|sandbox|URL"]

  let place: AppStorePlace

  init?(_ text: String) throws(UsageError) {
    guard let place = BackendSpec.value(of: text, after: "appstore") else { return nil }
    self.place = try AppStorePlace(place, of: "appstore")
  }

  var directoryName: String { "appstore-" + place.directoryName }
  var environment: StoreEnvironment? { place.ownEnvironment }
  var listsProducts: Bool { false }
  var asksServer: Bool { true }

  func label(in environment: String, isReal: Bool) -> String {
    isReal ? "REAL APP STORE: \(environment)" : say("SERVER API, not Apple's: \(environment)")
  }

  func open(_ opening: BackendOpening) throws -> OpenedBackend {
    let appStore = try AppStoreOpening(
      place, opening.options, book: UnknownBook(in: opening.directory.path), clock: opening.dependencies.clock)
    return OpenedBackend(appStore.backend, roots: appStore.roots, opening)
  }

  func examine(_ options: StoreOptions, device: String) async throws -> String? {
    let client = try AppStoreOpening(place, options, clock: { .machine }).backend.api
    // A request that affects no customer: "not found" is the answer of a server that accepts the key.
    do throws(StoreError) {
      _ = try await client.testNotification("till-doctor")
    } catch {
      guard error.kind != .unauthorized, !error.isTemporary else { throw error }
    }
    return say("\(client.server.name) answers and accepts the key")
  }
}

/// Apple's legacy endpoint verifyReceipt.
struct ReceiptKind: BackendKind {
  static let forms = ["receipt:production|sandbox|URL"]

  let place: AppStorePlace

  init?(_ text: String) throws(UsageError) {
    guard let place = BackendSpec.value(of: text, after: "receipt") else { return nil }
    self.place = try AppStorePlace(place, of: "receipt")
  }

  var directoryName: String { "receipt-" + place.directoryName }
  var environment: StoreEnvironment? { place.ownEnvironment }
  var listsProducts: Bool { false }
  var asksServer: Bool { true }

  func label(in environment: String, isReal: Bool) -> String {
    isReal ? "REAL APP STORE (receipts): \(environment)" : say("RECEIPTS, not Apple's: \(environment)")
  }

  func open(_ opening: BackendOpening) throws -> OpenedBackend {
    let receipts = try ReceiptOpening(
      place, opening.options, device: opening.directory.device, in: opening.dependencies)
    return OpenedBackend(receipts.backend, roots: receipts.roots, opening, takesReceiptAnswers: true)
  }

  func examine(_ options: StoreOptions, device: String) async throws -> String? {
    let opening = try ReceiptOpening(place, options, device: device, in: .machine)
    try await opening.backend.client.probe()
    return "\(opening.backend.client.server.name) answers; \(opening.secret.description)"
  }
}

/// A program that speaks Till's backend protocol over standard input and output.
struct ProgramKind: BackendKind {
  static let forms = ["exec:PROGRAM"]

  let path: String

  init?(_ text: String) {
    guard let path = BackendSpec.value(of: text, after: "exec"), !path.isEmpty else { return nil }
    self.path = path
  }

  var directoryName: String { "exec-" + BackendSpec.plain(path.split(separator: "/").last.map(String.init) ?? "") }
  var environment: StoreEnvironment? { nil }
  var listsProducts: Bool { true }
  var asksServer: Bool { true }
  func label(in environment: String, isReal: Bool) -> String { "EXTERNAL PROGRAM: \(environment)" }

  func open(_ opening: BackendOpening) async throws -> OpenedBackend {
    let trusted: TrustedRoots = opening.roots.isEmpty ? .apple : try TrustedRoots(files: opening.roots)
    let channel = ProgramChannel(path)
    let fingerprint = trusted.trustsApple ? nil : trusted.fingerprints.first
    let backend = try await ExternalBackend(channel, rootFingerprint: fingerprint)
    return OpenedBackend(backend, roots: trusted, opening)
  }

  func examine(_ options: StoreOptions, device: String) async throws -> String? {
    let channel = ProgramChannel(path)
    _ = try await ExternalBackend(channel, rootFingerprint: nil)
    return say("\(path) answers and follows the protocol")
  }
}

/// No App Store.
struct NoBackendKind: BackendKind {
  static let forms = ["none"]

  init?(_ text: String) { guard text == "none" else { return nil } }

  var directoryName: String { "none" }
  var environment: StoreEnvironment? { nil }
  var listsProducts: Bool { false }
  var asksServer: Bool { false }
  func label(in environment: String, isReal: Bool) -> String { "NO APP STORE" }

  func open(_ opening: BackendOpening) throws -> OpenedBackend {
    let options = opening.options
    let backend = NoBackend(
      environment: StoreEnvironment(rawValue: options.environment ?? StoreEnvironment.sandbox.rawValue),
      bundleId: options.bundleId ?? "com.example.app")
    return OpenedBackend(backend, roots: try TrustedRoots(files: opening.roots).addingApple(), opening)
  }

  func examine(_ options: StoreOptions, device: String) -> String? { nil }
}

/// No App Store, only the evidence that was imported into the named case (`--case`).
struct CaseKind: BackendKind {
  static let forms: [String] = []

  let name: String

  init(name: String) { self.name = name }

  init?(_ text: String) { nil }

  var directoryName: String { "cases/" + name }
  var environment: StoreEnvironment? { nil }
  var listsProducts: Bool { false }
  var asksServer: Bool { false }
  func label(in environment: String, isReal: Bool) -> String { "CASE \(name): \(environment)" }

  func open(_ opening: BackendOpening) throws -> OpenedBackend {
    let (device, identity) = (opening.directory.device, try identity(opening))
    let backend = NoBackend(
      environment: identity.environment, bundleId: identity.bundleId, reason: NoBackend.caseReason,
      catalogue: try AppStoreOpening.catalogue(opening.options),
      customers: { (try? LocalStore.accounts(path: device)) ?? [] })
    let roots = opening.roots + knownRoots(in: opening.directory)
    return OpenedBackend(backend, roots: try TrustedRoots(files: roots).addingApple(), opening)
  }

  /// Returns the root certificates with which evidence was imported.
  func knownRoots(in directory: StoreDirectory) -> [[UInt8]] {
    let lines = (try? Files.read(Self.rootsFile(in: directory)))?.split(separator: UInt8(ascii: "\n")) ?? []
    return lines.compactMap { Base64.standard.decode($0) }
  }

  /// Keeps the root certificates of an import, so that the case trusts its evidence later too.
  func keep(roots: [[UInt8]], in directory: StoreDirectory) throws(FileError) {
    let known = knownRoots(in: directory)
    let new = roots.filter { !known.contains($0) }
    guard !new.isEmpty else { return }
    let lines = (known + new).map { Base64.standard.encode($0) }
    try Files.write(Array(lines.joined(separator: [UInt8(ascii: "\n")])), to: Self.rootsFile(in: directory))
  }

  /// The file with the case's root certificates, one on each line in base64.
  private static func rootsFile(in directory: StoreDirectory) -> String { directory.path + "/roots" }

  /// Returns the app and environment that the case is bound to.
  ///
  /// - Throws: A `CommandError` (exit 2) when there is no such case.
  private func identity(_ opening: BackendOpening) throws -> StoreIdentity {
    let (directory, options) = (opening.directory, opening.options)
    if DatabaseFiles.kind(of: directory.device) != .absent,
      let bound = try LocalStore.identity(path: directory.device)
    {
      return bound
    }
    if let bundleId = options.bundleId, let environment = options.environment {
      // `till import` found these values in the files where the options lack them; a new case is bound to them.
      return StoreIdentity(kind: .none, environment: StoreEnvironment(rawValue: environment), bundleId: bundleId)
    }
    // The case does not exist, so the directory that was just created for its name is removed.
    rmdir(directory.path)
    throw CommandError(
      .usage, say("unknown case “\(safeText(name))”; create it with till import FILE... --case \(name)"))
  }

  func examine(_ options: StoreOptions, device: String) -> String? { nil }
}
