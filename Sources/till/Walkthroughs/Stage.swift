import AppStoreSimulator
import Foundation
import Locks
import SafeText
import StoreModel
import StrictJSON
import Walkthroughs

/// The files that a walkthrough plays on: all three parties in a directory of their own, with a clock that stands still
/// between the steps and a chance that is the same every time.
final class Stage: Sendable {
  /// Holds everything that the stage makes.
  private let base: String
  private let throwAway: ThrowAwayDirectory?
  private let place: Mutex<String>
  private let memory: Mutex<StageMemory>
  private let server: StageServer

  /// Sets the stage: the starting state, and what happened before.
  ///
  /// - Parameters:
  ///   - folder: where the walkthrough's file lies, for the catalogue that it names.
  ///   - directory: an empty directory to play in and to keep; nil for a throw-away one.
  /// - Throws: A `CommandError` that says what could not be set up.
  init(_ start: StartingState, folder: String, keptIn directory: String? = nil) throws {
    if let directory {
      guard Self.isFree(directory) else {
        throw CommandError(.usage, "\(safeText(directory)) is not empty: a scenario begins with files of its own")
      }
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    if let directory {
      (base, throwAway) = (directory, nil)
    } else {
      let own = try ThrowAwayDirectory(.walkthrough)
      (base, throwAway) = (own.path, own)
    }
    place = Mutex(base)
    memory = Mutex(StageMemory(now: start.clock, seed: start.seed))
    server = StageServer(start.backends)
    do {
      try openAppStore(start, folder: folder)
      try server.open(in: base, clock: surroundings.clock)
      try prepare(start)
    } catch {
      discard()
      throw error
    }
  }

  private static func isFree(_ directory: String) -> Bool {
    guard FileManager.default.fileExists(atPath: directory) else { return true }
    return (try? FileManager.default.contentsOfDirectory(atPath: directory))?.isEmpty == true
  }

  private func openAppStore(_ start: StartingState, folder: String) throws {
    let catalogue = try start.catalogue.map { name in
      (name, try InputFile.bytes(name.hasPrefix("/") ? name : folder + "/" + name))
    }
    _ = try SimulatedAppStore(
      path: directory + "/appstore.db",
      contents: LedgerContents(
        catalogue: catalogue?.1, catalogueName: catalogue?.0 ?? "the catalogue",
        accounts: start.accounts?.map { LedgerContents.NewAccount(name: $0.name, storefront: $0.storefront) },
        seed: start.seed),
      machineClock: surroundings.clock)
  }

  private func prepare(_ start: StartingState) throws {
    if let account = start.account { try prepare(["account", account]) }
    if let user = start.user { try prepare(["user", user]) }
    for step in start.history {
      tick(start.tick)
      if let mismatch = try perform(step).first {
        throw CommandError(.failed, "the history at line \(step.line) went otherwise: \(mismatch)")
      }
    }
  }

  private func prepare(_ words: [String]) throws {
    let result = try run(words, device: nil)
    guard result.status == .done else { throw CommandError(.failed, "the start went otherwise: \(result.message)") }
  }

  /// Throws the files away, unless they are kept.
  func discard() {
    server.close()
    throwAway?.discard()
  }

  /// The directory of the dashboard's device and the ledger; other devices lie below it.
  var directory: String { place.withLock { $0 } }

  // MARK: Going back

  /// Everything as it stood once: the files of all parties, the time, the names.
  struct Checkpoint {
    fileprivate let folder: String
    fileprivate let memory: StageMemory
  }

  /// Keeps how everything stands.
  func checkpoint() throws -> Checkpoint {
    let folder = base + "/checkpoint-" + UUID().uuidString
    try StageFiles.copy(directory, to: folder)
    return Checkpoint(folder: folder, memory: memory.withLock { $0 })
  }

  /// Goes back: whoever has files of this stage open must open them anew.
  ///
  /// The files come to lie at a new place, so that a connection that is closed late does not meet them.
  func goBack(to checkpoint: Checkpoint) throws {
    let folder = base + "/again-" + UUID().uuidString
    try StageFiles.copy(checkpoint.folder, to: folder)
    place.withLock { $0 = folder }
    memory.withLock { $0 = checkpoint.memory }
    try server.open(in: folder, clock: surroundings.clock)
  }

  // MARK: Time, chance and names

  /// What everyone on the stage takes from the machine.
  var surroundings: Surroundings {
    Surroundings(
      clock: { [self] in memory.withLock { $0.now } }, newID: { [self] in memory.withLock { $0.nextID() } },
      locale: "en_US")
  }

  /// Lets milliseconds pass.
  func tick(_ milliseconds: Int64) {
    memory.withLock { $0.now = $0.now.adding(milliseconds: milliseconds) }
  }

  /// Transaction ids by the names that the steps gave them, and the folder in which the story plays.
  var names: [String: String] { memory.withLock { $0.names }.merging(["folder": directory]) { own, _ in own } }

  /// The options of a device that looks at the story's server; nil for a customer's.
  func serverOptions(of device: String?) -> [String]? {
    server.options(of: device ?? StartingState.dashboard).map { options in
      ["--store", "\(directory)/device-\(device ?? StartingState.dashboard)"] + options
    }
  }

  /// Calls a transaction by a name from now on.
  func name(_ transactionId: String, _ name: String) { memory.withLock { $0.names[name] = transactionId } }
}
