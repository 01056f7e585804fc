package import AppStoreModel
import Core
import Libc
// The standard library has no public NFC, and Foundation's would be linked with all its tables for this one name.
@_spi(_Unicode) import Swift

/// The app's work with the App Store: buy, restore, check for refunds, request one, and recover interrupted purchases.
///
/// It is the only writer of a device's store. Every step is committed before the next one begins, so the process may be
/// killed at any moment. Signed data counts only after it was verified.
///
/// Its tasks prefer `WaitingThreads`, so that a slow disk never blocks a thread of Swift's own pool.
package actor Purchasing {
  nonisolated package let backend: any StoreBackend
  nonisolated let verifier: Verifier
  nonisolated let ownership: ProcessOwnership
  nonisolated let machineClock: @Sendable () -> Timestamp
  /// Makes the UUID of an intent or an order, in lower case.
  nonisolated let newID: @Sendable () -> String
  /// Finds the app server that confirms purchases.
  nonisolated let services: VerificationServices
  /// Returns a random number from -1 to 1, so that work that failed together is not retried together.
  nonisolated let chance: @Sendable () -> Double
  /// Ends this process like a crash.
  nonisolated let crash: @Sendable () -> Void
  let store: LocalStore
  /// The intents that this process is buying now; no other action of it settles them meanwhile.
  var underway: Set<String> = []
  /// The orders that an action of this process is working on.
  var inHand: Set<String> = []
  /// The uses that an action of this process is sending to the app server now.
  var usesUnderway: Set<String> = []
  /// The orders that a person gave up and then retried, which the app server must be told.
  var broughtBack: Set<String> = []
  /// Whether a restore is running: the app server credits what its orders bring after all.
  var isRestoring = false
  /// The known app transaction ids, by Apple Account.
  var appTransactionIds: [String: String] = [:]
  /// The number of actions begun, which gives each a distinct id.
  var actionCount = 0

  /// Takes over a device's store.
  ///
  /// - Parameters:
  ///   - store: The device's store; this actor is its only writer from now on.
  ///   - verifier: Trusts the roots of the App Store that the store is bound to.
  ///   - ownership: Distinguishes this process's purchases from those of a process that died.
  ///   - services: Finds the app server that confirms purchases.
  ///   - newID: Makes the UUIDs of intents and orders, in lower case; replace it to make a run repeatable.
  ///   - chance: Returns random numbers from -1 to 1, which spread retries.
  ///   - crash: Ends the process when a simulated crash takes effect.
  package init(
    store: sending LocalStore, backend: any StoreBackend, verifier: Verifier, ownership: ProcessOwnership,
    services: @escaping VerificationServices = { _ throws(VerificationError) in nil },
    machineClock: @escaping @Sendable () -> Timestamp,
    newID: @escaping @Sendable () -> String = { UUIDText.random() },
    chance: @escaping @Sendable () -> Double = { .random(in: -1...1) },
    crash: @escaping @Sendable () -> Void = { kill(getpid(), SIGKILL) }
  ) {
    self.store = store
    self.backend = backend
    self.verifier = verifier
    self.ownership = ownership
    self.machineClock = machineClock
    self.newID = newID
    self.services = services
    self.chance = chance
    self.crash = crash
  }

  /// Returns device time.
  func clock() throws -> DeviceClock {
    DeviceClock(machine: try machineDate(), state: try store.deviceState())
  }

  /// Returns the present states of the products.
  package func statuses() throws -> [ProductStatus] {
    try resolvedStatuses(of: store, at: clock())
  }

  /// Reads the App Store's time, so that expiry is judged by it.
  func synchronizeClock() async throws { try takeOver(await appStore.clock()) }

  /// Stores a time that the App Store answered just now.
  ///
  /// An embedded ledger uses this machine's clock. So after a jump of that clock its time does not raise the floor of
  /// device time, and while the ledger holds its own clock, the machine's clock stays suspect. A backend that has no
  /// clock ends the suspicion only when it has answered something else (`heardFrom`).
  func takeOver(_ answer: StoreClock?) throws {
    let machine = try machineDate()
    try store.update { state in
      state.epoch = answer?.epoch
      let hasJumped = DeviceClock(machine: machine, state: state).isSuspect
      guard let answer else {
        state.clockOffset = 0
        if !hasJumped || backend.identity.kind == .none { state.machineDate = machine }
        return
      }
      let heard = answer.heldAt ?? machine
      state.clockOffset = answer.now.milliseconds(since: heard)
      if !hasJumped || answer.heldAt != nil || !backend.capabilities.isEmbedded {
        state.floor = max(state.floor, answer.now)
      }
      state.machineDate = answer.heldAt.map { max($0, state.machineDate) } ?? machine
    }
  }

  /// Records that an App Store on a server answered: from then on the machine's clock is trusted.
  func heardFrom(_ state: inout DeviceState, at machine: Timestamp) {
    if !backend.capabilities.isEmbedded { state.machineDate = machine }
  }

  /// Writes the backend's messages to the journal.
  func journalAsides() throws {
    let asides = backend.asides()
    guard !asides.isEmpty else { return }
    let clock = try clock()
    for line in asides {
      try store.append(
        JournalEntry(
          date: clock.now, machineDate: clock.machine, kind: JournalKind.backendSaid.rawValue,
          text: safeText(say("the backend: \(line)"))))
    }
  }

  /// Writes an entry to the journal.
  func journal(
    _ kind: JournalKind, _ text: String, productId: String? = nil, transactionId: String? = nil,
    orderId: String? = nil
  ) throws {
    try journalAsides()
    let state = try store.deviceState()
    let clock = try clock()
    try store.append(
      JournalEntry(
        date: clock.now, machineDate: clock.machine, kind: kind.rawValue, text: safeText(text), account: state.account,
        user: state.user, productId: productId, transactionId: transactionId, orderId: orderId))
  }
}

/// Finds the app server that confirms purchases; nil where there is none.
///
/// It throws a `VerificationError` when the server cannot be opened.
package typealias VerificationServices =
  @Sendable (VerificationWay) throws(VerificationError) -> (any VerificationService)?

/// Distinguishes the work of this process from that of a process that died.
package struct ProcessOwnership: Sendable {
  /// This process's name in intents and orders.
  package let id: String
  /// Returns whether the process with a name is still running.
  package let isAlive: @Sendable (String) -> Bool

  package init(id: String, isAlive: @escaping @Sendable (String) -> Bool) {
    self.id = id
    self.isAlive = isAlive
  }

  /// Returns whether this process may continue what the owner began.
  func mayTake(_ owner: String?) -> Bool {
    guard let owner, owner != id else { return true }
    return !isAlive(owner)
  }
}

/// Returns the stable UUID of a user of the app, which is the same on every device.
///
/// It is the UUIDv5 (RFC 4122 section 4.3) of the user's name, in UTF-8 after NFC, in the namespace that is the UUIDv5
/// of the bundle id in the DNS namespace. For a user who is not logged in it is the installation's own UUID.
///
/// - Returns: The UUID in lower case.
package func userToken(of name: String, bundleId: String) -> String {
  if let anonymous = AnonymousUser(name: name) { return anonymous.token }
  let dns: [UInt8] = [
    0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
  ]
  let app = uuid5(namespace: dns, name: Array(bundleId.utf8))
  var composed = String.UnicodeScalarView()
  composed.append(contentsOf: name._nfc)
  return UUIDText.text(of: uuid5(namespace: app, name: Array(String(composed).utf8)))
}

private func uuid5(namespace: [UInt8], name: [UInt8]) -> [UInt8] {
  UUIDText.stamped(Array(Digest.sha1(namespace + name).prefix(16)), 5)
}
