package import AppStoreModel
import Backends
import Core
package import Device
import HTTP
import Libc
package import Simulator
import Storage
import Verbs

/// An open device store together with its App Store.
///
/// Opening creates whatever is missing: a ledger with demo data, and a device store with the catalogue and a signed-in
/// Apple Account.
package struct StoreSession: Sendable {
  package let directory: StoreDirectory
  /// The backend from `--backend` or `--case`.
  let spec: BackendSpec
  package let backend: any StoreBackend
  /// The machine's clock as the embedded App Store trusts it.
  private let believedClock: BelievedClock
  /// The embedded simulated App Store, which performs the App Store verbs; nil with any other backend.
  package let appStore: SimulatedAppStore?
  package let verifier: Verifier
  /// Whether every change of a file is refused (`--readonly`).
  package let isReadOnly: Bool
  /// The past date whose state is shown; nil for now.
  package let asOf: Timestamp?
  /// Whether changes at a real App Store are allowed (`--unlock`).
  package let isUnlocked: Bool
  /// Notices from opening, such as a device that was set aside.
  package private(set) var notices: [String] = []
  /// The lock that marks this process as the owner of its work; a fault where the directory is not writable.
  ///
  /// Reading works without the lock.
  private let ownership: Result<OwnershipLock, DatabaseFault>
  /// The recorder of the current action, for undo.
  let acts: UndoRecorder
  /// The app servers that confirm purchases.
  package let appServers: AppServers
  /// Ends the process at a deliberate crash; nil to kill the process.
  package var crash: (@Sendable () -> Void)?
  /// The connection of a reader that ended, for the next one.
  private let idleReader = IdleReader()
  /// The scene that was set up in it.
  let scene: WalkthroughFile?
  /// The clock, the random source and the language of this session.
  package let dependencies: Dependencies

  /// Opens the App Store and the device's store that the options name.
  ///
  /// - Throws: `CommandError`, `UsageError`, `DatabaseFault`, `StoreBindingError` or `StoreError`.
  package init(_ options: StoreOptions, in dependencies: Dependencies = .machine) async throws {
    self.dependencies = dependencies
    spec = try BackendSpec(options)
    try Self.checkEnvironment(options.environment, of: spec)
    if options.scene != nil, options.catalogue != nil {
      throw UsageError(say("--demo SCENE has a catalogue of its own; leave out --catalog"))
    }
    let scene = try options.scene.map { try WalkthroughLibrary.file(named: $0, .scenes) }
    self.scene = scene
    directory = try StoreDirectory(options: options, backend: spec)
    if let scene { _ = try Stage(scene, in: directory.path, dependencies) }
    isReadOnly = options.isReadOnly
    asOf = options.asOf
    isUnlocked = options.isUnlocked
    let believedClock = BelievedClock(dependencies.clock)
    self.believedClock = believedClock
    let acts = UndoRecorder(device: directory.device)
    self.acts = acts
    let roots = try options.roots.map { try InputFile.bytes($0) }
    let opened = try await spec.kind.open(
      BackendOpening(
        options: options, directory: directory, roots: roots, believedClock: believedClock, acts: acts,
        dependencies: dependencies))
    (backend, verifier, appStore) = (opened.backend, opened.verifier, opened.appStore)
    try Self.checkSigner(of: backend.identity, options, device: directory.device)
    ownership = Result { [path = directory.path] () throws(DatabaseFault) in try OwnershipLock(directory: path) }
    appServers = AppServers(
      ledger: spec.ledger(in: directory), directory: directory,
      identity: backend.identity, verifier: verifier,
      source: AppServers.Source(
        appStore, backend, device: directory.device, machineClock: dependencies.clock), clock: dependencies.clock,
      recording: appStore == nil ? .barrier : .acts { acts.current })
    try openActs(on: try await prepareDevice())
    if !isReadOnly, listsNoProducts, let products = try AppStoreOpening.catalogue(options) {
      try await purchasing().takeCatalogue(products)
    }
    if let text = options.verification { try await setVerification(text) }
    try await keep(options.offlineValidity, \.offlineValidity) { try await $0.setOfflineValidity($1) }
    try await keep(options.serverGrace, \.serverGrace) { try await $0.setServerGrace($1) }
  }

  /// Stores a duration that the options name, or that there is none, where the device does not have it yet.
  private func keep(
    _ text: String?, _ known: KeyPath<DeviceState, Int64?>, _ store: (Purchasing, Int64?) async throws -> Void
  ) async throws {
    guard let text else { return }
    let duration = text == "none" ? nil : try VerbDuration(text).milliseconds
    guard !isReadOnly, try reader().deviceState()[keyPath: known] != duration else { return }
    try await store(purchasing(), duration)
  }

  /// Stores which app server confirms purchases from now on.
  private func setVerification(_ text: String) async throws {
    guard let way = VerificationWay(text) else {
      throw UsageError(
        say(
          "invalid --verify-with “\(safeText(text))”; use embedded, none or the URL of an "
            + "app server"))
    }
    if case .url(let url) = way {
      do { _ = try HTTPAddress(url) } catch { throw UsageError("--verify-with \(error.message)") }
    }
    guard !isReadOnly, try reader().deviceState().verification != way else { return }
    try await purchasing().setVerification(way)
  }

  /// Refuses an environment that the backend does not have, instead of silently using another one.
  private static func checkEnvironment(_ text: String?, of spec: BackendSpec) throws(UsageError) {
    guard let text else { return }
    let environment = StoreEnvironment(rawValue: text)
    guard environment.isKnown else {
      throw UsageError(
        say(
          "unknown --environment “\(safeText(text))”; use Production, Sandbox, Xcode or "
            + "LocalTesting"))
    }
    guard let own = spec.kind.environment, own != environment else { return }
    throw UsageError(
      say(
        "--environment \(text) does not match this backend, which signs as \(own.rawValue); omit it, or choose "
          + "another backend, such as appstore:production"
      ))
  }

  /// Refuses a backend that reports an environment without Apple's signatures, because Till would check nothing.
  ///
  /// A person accepts it once with `--environment`; after that, the device stays bound to the backend.
  private static func checkSigner(of identity: StoreIdentity, _ options: StoreOptions, device: String) throws {
    guard !identity.environment.isSignedByApple, options.environment != identity.environment.rawValue else { return }
    if DatabaseFiles.kind(of: device) != .absent, try LocalStore.identity(path: device) == identity { return }
    throw CommandError(
      .usage,
      say(
        "this backend reports \(identity.environment.rawValue), whose transactions Apple does not sign and "
          + "Till would not check; use --environment \(identity.environment.rawValue) if you trust it"
      ))
  }

  /// Returns the contents of a ledger that does not exist yet.
  package static func contents(_ options: StoreOptions) throws -> LedgerContents {
    guard let name = options.catalogue else { return LedgerContents() }
    return LedgerContents(
      bundleId: options.bundleId, catalogue: try InputFile.bytes(name),
      catalogueName: name)
  }

  /// Whether the backend has no list of products, so that the products come from a file.
  package var listsNoProducts: Bool { !spec.kind.listsProducts }

  /// Makes a file's products this device's catalogue; that puts nothing up for sale.
  ///
  /// - Returns: The ids of purchased products that the file lacks.
  package func takeCatalogue(_ configuration: StoreKitConfiguration) async throws -> [String] {
    let (purchasing, products) = (try purchasing(), AppStoreOpening.products(of: configuration))
    try await purchasing.takeCatalogue(products)
    let statuses = try await purchasing.statuses()
    let listed = Set(products.map(\.id))
    return statuses.map(\.product.id).filter { !listed.contains($0) }
  }

  // MARK: The device

  /// Creates a missing device store, and sets aside one from an earlier epoch of the ledger.
  ///
  /// - Returns: The store that was opened for the check; nil where it was created or replaced.
  private mutating func prepareDevice() async throws -> LocalStore? {
    var previous: DeviceState?
    if DatabaseFiles.kind(of: directory.device) != .absent {
      guard let store = try readableStore() else {
        try await replaceDamagedDevice()
        return nil
      }
      let state = try store.deviceState()
      believedClock.hear(state.machineDate)
      let epoch = try appStore?.clock().epoch
      if state.isBegun, epoch == nil || epoch == state.epoch {
        // A device may have begun while a simulated App Store did not answer.
        if backend.control != nil, !isReadOnly, try !store.hasProducts { _ = try? await purchasing().loadProducts() }
        return store
      }
      if state.isBegun {
        previous = state
        try setDeviceAside()
        notices.append(say("the App Store started over: this device's store was set aside and a new one begun"))
      }
    }
    try await beginDevice(like: previous)
    return nil
  }

  /// Opens the device store for reading; returns nil when the file is damaged and may be replaced.
  ///
  /// A store whose creation was interrupted is created now.
  private func readableStore() throws -> LocalStore? {
    do {
      let store = try reader()
      _ = try store.deviceState()
      return store
    } catch let fault as DatabaseFault where !isReadOnly {
      switch fault.cause {
      case .missing: return try LocalStore(path: directory.device, identity: backend.identity)
      case .corrupt, .notADatabase: return nil
      default: throw fault
      }
    }
  }

  /// Moves a damaged device store aside, creates a new one, and fetches the account's history from the App Store.
  ///
  /// No purchase is lost: the App Store sends unfinished transactions again, and the others are in the account's
  /// history.
  private mutating func replaceDamagedDevice() async throws {
    let kept = try DatabaseFiles.moveAside(
      directory.device, suffix: "corrupt-" + String(dependencies.clock().milliseconds))
    try await beginDevice(like: nil)
    let report = try await purchasing().refundCheck()
    let account = try reader().deviceState().account
    notices.append(
      say(
        "this device's store was damaged: it is kept as \(safeText(kept)), and a new one was begun for "
          + "\((account.map { safeText($0) }) ?? say("no Apple Account")), "
          + "\(report.complete ? say("with everything that the App Store lists") : say("without an answer from the App Store yet"))"
      ))
  }

  /// Renames the device store with the current time in its name; deletes nothing.
  private func setDeviceAside() throws {
    let suffix = "before-" + String(dependencies.clock().milliseconds)
    try DatabaseFiles.moveAside(directory.device, suffix: suffix)
  }

  /// Creates a device store with the previous one's account.
  ///
  /// - Parameter keepsUser: Whether the keychain was kept; then the login, or its absence, stays as well.
  private func beginDevice(like previous: DeviceState?, keepsUser: Bool = false) async throws {
    // The first rows of a new device are not a person's action, so they cannot be undone.
    acts.forget()
    // A case has no app server that confirms purchases: only the evidence counts.
    let isCase = spec.kind is CaseKind
    let (account, way) = (previous?.account, isCase ? VerificationWay.none : previous?.verification)
    let kept = keepsUser ? previous : nil
    try await purchasing().firstOpening(
      account: account, user: kept?.user, anonymous: kept?.anonymous, verification: way)
  }

  /// Starts a new device for the same Apple Account, without a login; the old store is set aside.
  package func replaceDevice() async throws {
    let state = try reader().deviceState()
    try await requireAnswer()
    try setDeviceAside()
    try await beginDevice(like: state)
  }

  /// Asks the App Store for what a new device needs; without an answer, this throws and the old store stays.
  private func requireAnswer() async throws {
    if backend.control != nil {
      _ = try await backend.clock()
    } else if backend.identity.kind != .none {
      _ = try await backend.products(for: nil)
    }
  }

  /// Returns the simulated App Store's epoch, which counts its resets; nil where there is none or it does not answer.
  ///
  /// For an embedded ledger this reads a file, but for a `till serve` it sends a request: call it only before a change.
  private func epoch() async throws -> Int64? {
    if let appStore { return try appStore.clock().epoch }
    guard backend is RemoteStoreBackend else { return nil }
    return try? await backend.clock()?.epoch
  }

  /// Starts a new device where the App Store was reset after this one began.
  ///
  /// - Returns: Whether it was reset.
  func followReset() async throws -> Bool {
    guard let epoch = try await epoch() else { return false }
    let state = try reader().deviceState()
    // If another program has just replaced the device, it must not be replaced again.
    guard state.isBegun, state.epoch != epoch else { return false }
    try await replaceDevice()
    return true
  }

  /// Reinstalls the app: its data is set aside, and the keychain stays.
  ///
  /// The App Store's unfinished transactions return at once, to the orders that the keychain lists.
  package func reinstall() async throws {
    let old = try reader()
    let (state, keychain) = (try old.deviceState(), try old.keychain())
    try await requireAnswer()
    try setDeviceAside()
    // The new file has no App Store clock yet, so the restored rows get the old store's time.
    let date = DeviceClock(machine: dependencies.clock(), state: state).now
    try LocalStore(path: directory.device, identity: backend.identity, machineClock: { date }).restore(keychain)
    try await beginDevice(like: state, keepsUser: true)
    try await act { try await $0.heal() }
  }

  /// The size in bytes from which a WAL file is checkpointed at the end: reading it costs the next start a millisecond.
  private static let longLog: Int64 = 512 << 10

  /// Closes the session once no thread uses its files: deletes temporary files, and checkpoints the others.
  package func close() {
    idleReader.close()
    if case .success(let ownership) = ownership { ownership.removeFile() }
    if directory.isThrowAway { return directory.discard() }
    guard !isReadOnly else { return }
    for file in [directory.device, spec.ledger(in: directory), appServers.path] {
      if let file { DatabaseFiles.carryOver(file, logsFrom: Self.longLog) }
    }
  }

  /// Returns a read-only store on a connection of its own; each thread needs its own.
  package func reader() throws -> LocalStore {
    let path = directory.path
    return try LocalStore(
      path: directory.device, identity: backend.identity, readOnly: true, reusing: idleReader,
      machineClock: dependencies.clock,
      isAlive: { OwnershipLock.isAlive(owner: $0, directory: path) })
  }

  /// Returns the use cases on the device store; a process needs only one.
  package func purchasing() throws -> Purchasing {
    let path = directory.path
    let store = try LocalStore(
      path: directory.device, identity: backend.identity, machineClock: dependencies.clock,
      isAlive: { OwnershipLock.isAlive(owner: $0, directory: path) })
    if appStore != nil { store.record(.acts { [acts] in acts.current }) }
    let crash = crash ?? dependencies.crash ?? { _ = kill(getpid(), SIGKILL) }
    return Purchasing(
      store: store, backend: backend, verifier: verifier,
      ownership: ProcessOwnership(id: try ownership.get().owner) { OwnershipLock.isAlive(owner: $0, directory: path) },
      services: { [appServers] way throws(VerificationError) in try appServers.service(way) },
      machineClock: dependencies.clock, newID: dependencies.newID, crash: crash)
  }

  /// Returns the device's clock; reads the embedded ledger's clock, but contacts no server.
  ///
  /// - Parameter store: The open store that the state was read from, if any.
  package func clock(for state: DeviceState, from store: LocalStore? = nil) throws -> DeviceClock {
    let shift = DeviceClock.shift(by: try (store ?? reader()).faults())
    let ledger = try appStore?.clock().now
    let machine = dependencies.clock().adding(milliseconds: shift)
    guard let held = appStore == nil ? nil : believedClock.held else {
      return DeviceClock(machine: machine, state: state, trusted: shift == 0 ? ledger : nil)
    }
    return DeviceClock(machine: machine, state: state, trusted: ledger ?? held, isHeld: true)
  }

  /// Trusts the machine's clock after a jump, because a person acts or asks the App Store.
  package func believeClock() { believedClock.believe() }
}

/// The locale of the device's language, such as `zh_CN`; without a setting, that of Till's language.
///
/// It is read in GNU's order: `LANGUAGE` (its first entry), `LC_ALL`, `LC_MESSAGES`, `LANG`.
package let deviceLocale: String = {
  let value =
    ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(Environment.value).first ?? ""
  let name = value.prefix { $0 != "." && $0 != "@" && $0 != ":" }
  return ["", "C", "POSIX"].contains(name) ? Language.current.tag == "zh-Hans" ? "zh_CN" : "en_US" : String(name)
}()
