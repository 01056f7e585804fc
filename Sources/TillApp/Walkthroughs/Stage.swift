import AppServer
import AppStoreModel
import Core
import Serve
import Simulator
import Storage
import Verbs

/// The temporary world of a walkthrough: the files of device, App Store and app server in one directory.
///
/// Its clock stands still between the steps, and its random ids are the same in every run.
final class Stage: Sendable {
  /// The directory of everything that the stage creates.
  private let base: String
  private let throwAway: ThrowAwayDirectory?
  private let place: Mutex<String>
  private let memory: Mutex<StageMemory>
  private let server: StageServer
  /// The tested server; its addresses are nil where none is named.
  let tested: TestedServer
  /// The user who is logged in on each device of the walkthrough; nil for none.
  private let user: String?
  /// The services of a stage whose clock runs; nil where it stands still between the steps.
  private let live: Dependencies?

  /// Creates the stage in its starting state, and plays the history before the walkthrough.
  ///
  /// - Parameters:
  ///   - folder: The folder of the walkthrough's file, which may name a catalogue there.
  ///   - directory: An empty directory whose files are kept; nil for a temporary one.
  ///   - tested: The address of the tested server, and the ledger whose signatures it trusts.
  /// - Throws: A `CommandError` with the reason why the stage could not be created.
  init(
    _ start: StartingState, folder: String, keptIn directory: String? = nil, tested: TestedServer = TestedServer()
  ) throws {
    if let directory {
      guard Self.isFree(directory) else {
        throw CommandError(.usage, say("\(safeText(directory)) is not empty; a scenario needs an empty folder"))
      }
      try Files.makeFolder(directory)
      (base, throwAway) = (directory, nil)
    } else {
      let own = try ThrowAwayDirectory(.walkthrough)
      (base, throwAway) = (own.path, own)
    }
    place = Mutex(base)
    memory = Mutex(StageMemory(now: start.clock, seed: start.seed))
    server = StageServer(start.backends, secret: start.secret)
    self.tested = tested
    user = start.user
    live = nil
    do {
      try open(start, folder: folder)
    } catch {
      discard()
      throw error
    }
  }

  /// Sets a scene in the directory of a demo that is about to open.
  ///
  /// - Throws: A `CommandError` with the reason why the stage could not be set.
  init(_ scene: WalkthroughFile, in directory: String, _ dependencies: Dependencies) throws {
    let start = scene.walkthrough.start
    (base, throwAway) = (directory, nil)
    place = Mutex(base)
    memory = Mutex(StageMemory(now: start.clock, seed: start.seed))
    server = StageServer([:], secret: nil)
    tested = TestedServer()
    user = start.user
    live = dependencies
    try open(start, folder: scene.folder)
  }

  private func open(_ start: StartingState, folder: String) throws {
    try openAppStore(start, folder: folder)
    try server.open(in: base, clock: dependencies.clock)
    try prepare(start)
    try meet(nil)
  }

  private static func isFree(_ directory: String) -> Bool {
    !Files.exists(directory) || (try? Files.names(in: directory))?.isEmpty == true
  }

  private func openAppStore(_ start: StartingState, folder: String) throws {
    let catalogue = try start.catalogue.map { name in
      let isBeside = folder.hasPrefix(InputFile.builtIn) ? FolderScope.isName(name) : FolderScope(folder).leadsTo(name)
      guard isBeside else {
        throw CommandError(
          .usage,
          say(
            "start.catalogue: \(safeText(name)) is not next to the file; "
              + "put it into the same folder and write its name"
          ))
      }
      return (name, try InputFile.bytes(folder + "/" + name))
    }
    let appStore = try SimulatedAppStore(
      path: directory + "/appstore.db",
      contents: LedgerContents(
        catalogue: catalogue?.1, catalogueName: catalogue?.0 ?? say("the catalogue"),
        accounts: start.accounts?.map { LedgerContents.NewAccount(name: $0.name, storefront: $0.storefront) },
        seed: start.seed, signedBy: tested.signedBy),
      machineClock: dependencies.clock)
    // Before the first device opens: a device's own clock never goes back.
    if let ago = start.ago { _ = try appStore.perform(VerbCall(.setBack).with(.duration, ago).confirmed) }
  }

  private func prepare(_ start: StartingState) throws {
    if let account = start.account { try prepare(["account", account]) }
    for step in start.history {
      tick(start.tick)
      if let mismatch = try perform(step).first {
        throw CommandError(.failed, say("unexpected history at line \(step.line): \(mismatch)"))
      }
    }
  }

  /// Logs the walkthrough's user in on a customer's device at its first use.
  func meet(_ device: String?) throws {
    guard let user, serverOptions(of: device) == nil,
      memory.withLock({ $0.met.insert(device ?? StartingState.dashboard).inserted })
    else { return }
    try prepare(["user", user], device: device)
  }

  private func prepare(_ words: [String], device: String? = nil) throws {
    let result = try run(words, device: device)
    guard result.status == .done else {
      throw CommandError(.failed, say("unexpected start: \(result.message)"))
    }
  }

  /// Stops the stage's server, and deletes the temporary files; files in a directory of the person stay.
  func discard() {
    server.close()
    throwAway?.discard()
  }

  /// The directory of the ledger and of the dashboard's device; other devices have folders inside it.
  var directory: String { place.withLock { $0 } }

  // MARK: Checkpoints

  /// A saved state of the stage: the files of all parties, the time and the names.
  struct Checkpoint {
    fileprivate let folder: String
    fileprivate let memory: StageMemory
  }

  /// Saves the current state of the stage.
  func checkpoint() throws -> Checkpoint {
    let folder = base + "/checkpoint-" + UUIDText.random()
    try StageFiles.copy(directory, to: folder)
    return Checkpoint(folder: folder, memory: memory.withLock { $0 })
  }

  /// Restores a checkpoint; every connection to files of this stage must then be opened again.
  ///
  /// The files get a new path, so that a connection that closes late does not change them.
  func goBack(to checkpoint: Checkpoint) throws {
    let folder = base + "/again-" + UUIDText.random()
    try StageFiles.copy(checkpoint.folder, to: folder)
    place.withLock { $0 = folder }
    memory.withLock { $0 = checkpoint.memory }
    try server.open(in: folder, clock: dependencies.clock)
  }

  // MARK: Time, random ids and names

  /// The clock, random ids and locale for the devices and servers of the stage.
  var dependencies: Dependencies {
    if let live {
      return Dependencies(
        clock: live.clock, newID: live.newID, locale: live.locale, files: FolderScope(directory))
    }
    return Dependencies(
      clock: { [self] in memory.withLock { $0.now } }, newID: { [self] in memory.withLock { $0.nextID() } },
      // Product names are in the language of the texts.
      locale: Language.current == .english ? "en_US" : Language.current.tag, files: FolderScope(directory))
  }

  /// Advances the clock by some milliseconds.
  func tick(_ milliseconds: Int64) {
    memory.withLock { $0.now = $0.now.adding(milliseconds: milliseconds) }
  }

  /// The address of the walkthrough's own `till serve`; nil where it runs none.
  var serverURL: String? { server.url }

  /// The values of all names: transaction ids by the names that the steps defined, and the predefined names.
  var names: [String: String] {
    let always = tested.names.merging(["folder": directory]) { own, _ in own }
    return memory.withLock { $0.names }.merging(always) { own, _ in own }
  }

  /// Returns the options of a device that uses the walkthrough's server; nil for a customer's device.
  func serverOptions(of device: String?) -> [String]? {
    server.options(of: device ?? StartingState.dashboard).map { options in
      ["--store", "\(directory)/device-\(device ?? StartingState.dashboard)"] + options
    }
  }

  /// Defines a name for a transaction.
  func name(_ transactionId: String, _ name: String) { memory.withLock { $0.names[name] = transactionId } }
}

/// The copying of a stage's files, while no connection writes to them.
enum StageFiles {
  /// Copies the databases and receipts of a directory and of the device folders in it.
  ///
  /// A database is copied as its file and its WAL. Lock files, and files that SQLite creates again, are left out.
  static func copy(_ source: String, to target: String) throws {
    try Files.makeFolder(target)
    for name in try Files.names(in: source) {
      let path = source + "/" + name
      if name.hasPrefix("device-"), DatabaseFiles.kind(of: path) == .directory {
        try copy(path, to: target + "/" + name)
      } else if name.hasSuffix(".receipt") {
        try Files.copy(path, to: target + "/" + name)
      } else if name.hasSuffix(".db") {
        try ProcessLock(database: path).withLock {
          for ending in ["", "-wal"] where Files.exists(path + ending) {
            try Files.copy(path + ending, to: target + "/" + name + ending)
          }
        }
      }
    }
  }
}

/// The changing values of a stage: its time, its random generator, and the names of transactions.
struct StageMemory: Sendable {
  /// The machine's clock as all parties of the stage read it.
  var now: Timestamp
  private var numbers: SeededNumbers
  /// Transaction ids, by the names that the steps defined.
  var names: [String: String] = [:]
  /// The devices on which the walkthrough's user was logged in.
  var met: Set<String> = []

  init(now: Timestamp, seed: UInt64) {
    self.now = now
    numbers = SeededNumbers(seed: seed)
  }

  /// Returns the next random UUID (version 4) in lower case; the same seed gives the same sequence.
  mutating func nextID() -> String {
    let words = [numbers.next(), numbers.next()]
    return UUIDText.version4(words.flatMap { word in (1...8).map { UInt8(truncatingIfNeeded: word >> (64 - 8 * $0)) } })
  }
}

/// The `till serve` of a walkthrough, for devices that use Apple's server APIs as support does, and for the app server.
///
/// It is the real server, on the walkthrough's ledger and clock and on a free port of this machine. It runs only where
/// the walkthrough needs it.
final class StageServer: Sendable {
  private let backends: [String: StartingState.Backend]
  private let emulator = Mutex<Emulator?>(nil)

  /// The secret that the app server requires in every request.
  private let secret: String?

  init(_ backends: [String: StartingState.Backend], secret: String?) {
    (self.backends, self.secret) = (backends, secret)
  }

  var url: String? { emulator.withLock { $0?.url } }

  deinit { close() }

  /// Starts to serve the ledger of a directory; stops serving any earlier one.
  ///
  /// - Throws: A `CommandError` when the server cannot listen, or a `StoreError`.
  func open(in directory: String, clock: @escaping @Sendable () -> Timestamp) throws {
    guard !backends.isEmpty || secret != nil else { return }
    close()
    let store = try SimulatedAppStore(path: directory + "/appstore.db", machineClock: clock)
    var options = EmulatorOptions()
    let secrets = secret.flatMap { SharedSecrets(Array($0.utf8)) }
    options.appServerSecrets = { secrets }
    let new: Emulator
    do throws(HTTPServerError) {
      new = try Emulator(store, directory: directory, settings: HTTPServerSettings(port: 0), options: options)
    } catch {
      throw CommandError(.failed, say("could not serve the story's App Store: \(error.description)"))
    }
    emulator.withLock { $0 = new }
  }

  func close() {
    let old = emulator.withLock { emulator in
      defer { emulator = nil }
      return emulator
    }
    old?.stop()
  }

  /// Returns the options of a device that uses this server; nil for a customer's device.
  func options(of device: String) -> [String]? {
    guard let backend = backends[device], let emulator = emulator.withLock({ $0 }) else { return nil }
    let app = ["--bundle-id", emulator.bundleId]
    switch backend {
    case .appStore:
      return app + [
        "--backend", "appstore:" + emulator.url, "--key", emulator.files.privateKeyFile, "--key-id",
        emulator.files.key.keyId, "--issuer", emulator.issuerId, "--root", emulator.files.rootCertificateFile,
      ]
    case .production: return app + ["--backend", "receipt:" + emulator.url, "--environment", "Production"]
    case .sandbox: return app + ["--backend", "receipt:" + emulator.url, "--environment", "Sandbox"]
    }
  }
}
