import AppServer
import AppStoreModel
package import Core
import Dashboard
package import Device
import Simulator
package import Storage
import Verbs

/// The result of an undo.
package struct UndoReport: Hashable, Sendable {
  /// The names of the undone actions, the latest first.
  package let names: [String]
  /// The number of notifications that were already posted, which an undo cannot take back.
  package let posted: Int

  /// The undone actions, and the notifications that a server has already received.
  var message: String {
    let undone = Words("Undone: \(Language.series(names)).")
    if posted == 0 { return undone.text }
    let notUndone = Words(
      posted, " Not undone: \(posted) notification posted to a server.",
      " Not undone: \(posted) notifications posted to a server.")
    return (undone + notUndone).text
  }
}

/// A step of an undo, after which a test can kill the process.
package enum UndoStep: CaseIterable, Hashable, Sendable {
  case ledger, appServer, device
}

extension StoreSession {
  /// Starts an action, whose changes can be undone together.
  package func begin(_ act: Words) {
    guard appStore != nil, !isReadOnly else { return }
    believeClock()
    let last = (try? recordedActs())?.map(\.last).max() ?? 0
    acts.begin(safeText(act.text, limit: 200), now: Timestamp.machine, after: last)
  }

  /// Returns the actions that can be undone, the latest first.
  ///
  /// - Throws: A `CommandError` where the App Store is not this process's own simulator.
  package func undoableActs(on store: LocalStore? = nil) throws -> [RecordedAct] {
    var seen: Set<Int64> = []
    return try ownActs(on: store).filter { !$0.name.isEmpty && seen.insert($0.number).inserted }
  }

  /// The acts of this device since the last barrier, the latest first, with those that changed nothing.
  private func ownActs(on store: LocalStore? = nil) throws -> ArraySlice<RecordedAct> {
    let files = try recordedActs(on: store)
    let barrier = files.compactMap(\.barrier).max() ?? 0
    let all = files.flatMap(\.acts).filter { $0.number > barrier }.sorted { $0.number > $1.number }
    // What another device did since stands in the way.
    return all.prefix { $0.device == directory.device }
  }

  /// Ends the action under way, which changed nothing that a person would undo: no undo offers it.
  func endUnchanged(_ purchasing: Purchasing) async throws {
    guard let act = acts.current else { return }
    acts.forgetName()
    try await purchasing.forgetName(ofAct: act.number)
    if DatabaseFiles.kind(of: appServers.path) != .absent { try appServers.opened().forgetName(ofAct: act.number) }
  }

  /// Undoes the last actions, first in the ledger, then in the app server, then in the device store.
  ///
  /// - Parameters:
  ///   - count: The number of actions.
  ///   - passed: Is called after each of the three files.
  /// - Throws: A `CommandError` where this many actions cannot be undone.
  package func undo(_ count: Int, passed: (UndoStep) throws -> Void = { _ in }) throws -> UndoReport {
    guard let appStore, !isReadOnly else {
      throw CommandError(.failed, say("only actions in this machine's simulated App Store can be undone"))
    }
    let acts = try undoableActs()
    guard count > 0, count <= acts.count else {
      let text: Words =
        acts.isEmpty
        ? "nothing to undo; a new device, a start over, `till serve` or another device ends what can be undone"
        : Words(
          acts.count, "only \(acts.count) action can be undone; see till undo list",
          "only \(acts.count) actions can be undone; see till undo list")
      throw CommandError(.failed, text.text)
    }
    let names = acts.prefix(count).map(\.name)
    let posted = try appStore.beginUndo(since: acts[count - 1].number, names: names.joined(separator: "\n"))
    try passed(.ledger)
    try finishUndo(passed: passed)
    self.acts.resume(try ownActs().first)
    return UndoReport(names: Array(names), posted: posted)
  }

  /// Completes an undo that a killed process left unfinished; does nothing where there is none.
  func finishUndo(passed: (UndoStep) throws -> Void = { _ in }) throws {
    guard let appStore, !isReadOnly, let begun = try appStore.undoUnderWay() else { return }
    if DatabaseFiles.kind(of: appServers.path) != .absent { try appServers.opened().takeBack(since: begun.act) }
    try passed(.appServer)
    let store = try LocalStore(
      path: directory.device, identity: backend.identity, machineClock: dependencies.clock)
    try store.takeBack(since: begun.act, names: begun.names.split(separator: "\n").map(String.init))
    try passed(.device)
    try appStore.endUndo()
  }

  /// Completes an interrupted undo, and continues the last action of the opened files.
  ///
  /// - Parameter store: The device store, if it is already open.
  func openActs(on store: LocalStore?) throws {
    guard appStore != nil, !isReadOnly else { return }
    try finishUndo()
    acts.resume(try ownActs(on: store).first)
  }

  private func recordedActs(on store: LocalStore? = nil) throws -> [RecordedActs] {
    guard let appStore else { return [] }
    var files = [try appStore.recordedActs(), try (store ?? reader()).recordedActs()]
    if DatabaseFiles.kind(of: appServers.path) != .absent { files.append(try appServers.opened().recordedActs()) }
    return files
  }
}

/// The current action of this process, so that all files record its changes as one action.
///
/// Automatic work after an action, such as processing updates, belongs to it until the next one begins.
final class UndoRecorder: Sendable {
  private let act = Mutex<RecordedAct?>(nil)
  /// The path of the device's file, which distinguishes devices.
  let device: String

  init(device: String) { self.device = device }

  /// The action that changes belong to; nil where changes cannot be undone.
  var current: RecordedAct? { act.withLock { $0 } }

  /// Starts an action with a higher number than every other action.
  ///
  /// - Parameters:
  ///   - now: The machine's time, which orders the changes of different processes.
  ///   - last: The highest action number in any file so far.
  func begin(_ name: String, now: Timestamp, after last: Int64) {
    act.withLock {
      let number = max(now.milliseconds, max($0?.number ?? 0, last) + 1)
      $0 = RecordedAct(number: number, name: name, device: device)
    }
  }

  /// Continues the action that was the last one when the files were opened.
  func resume(_ last: RecordedAct?) { act.withLock { $0 = last } }

  /// The current action changed nothing that a person would take back.
  func forgetName() { act.withLock { $0?.name = "" } }

  /// Ends the current action, so that the changes from now on cannot be undone.
  func forget() { act.withLock { $0 = nil } }
}

extension StoreSession {
  /// Starts the undoable action of an App Store verb.
  func begin(call: VerbCall) {
    guard !call.verb.isReading, appStore != nil else { return }
    // A reset cannot be undone, nor can any action before it.
    if call.verb.effect == .newEpoch { return acts.forget() }
    let id = call[maybe: .transaction]
    let name = id.flatMap { try? productName(ofTransaction: $0) } ?? id ?? ""
    switch call.verb {
    case .approve: begin(Words("approval of \(name)"))
    case .decline: begin(Words("declined purchase of \(name)"))
    case .approveRefund: begin(Words("refund of \(name)"))
    case .declineRefund: begin(Words("declined refund of \(name)"))
    case .reverseRefund: begin(Words("reversed refund of \(name)"))
    case .takeCatalogue:
      let line = "import \(call[maybe: .catalogue] ?? "")"
      begin("\(line)")
    default: begin(Words("\(call.line)"))
    }
  }

  /// Starts the undoable action of a dashboard command.
  func begin(command: Dashboard.Command) {
    func product(_ id: String) -> String { (try? productName(id)) ?? id }
    switch command {
    case .start, .newDevice, .lookUp, .support, .undo, .desk: break
    case .buy(let purchase): begin(Words("purchase of \(product(purchase.productId))"))
    case .restore: begin(Words("restore"))
    case .refundCheck, .helpCustomer: begin(Words("refund check"))
    case .askRefund(let id, _): begin(Words("request for a refund of \((try? productName(ofTransaction: id)) ?? id)"))
    case .use(let id, _): begin(Words("use of \(product(id))"))
    case .signIn(let account): begin(Words("sign-in of \(account)"))
    case .signOut: begin(Words("sign-out"))
    case .logIn(let user, _): begin(user.map { Words("log-in of \($0)") } ?? Words("log-out"))
    case .retry: begin(Words("retry of pending work"))
    case .closeOrder(let id, _, _, _): begin(Words("giving up order \(id)"))
    case .reopenOrder(let id, _): begin(Words("reopening of order \(id)"))
    case .transfer(let id, _, _):
      let line = "transfer \((try? productName(ofTransaction: id)) ?? id)"
      begin("\(line)")
    case .setFault(let kind, _): begin(Words("fault \(kind.name)"))
    case .backToNormal: begin(Words("reset"))
    case .setUpdates(let mode): begin(Words("updates \(mode.rawValue)"))
    case .deferPurchase(let promoted): begin("\(product(promoted.productId))")
    }
  }

  private func productName(_ id: String) throws -> String {
    try reader().products().first { $0.id == id }?.displayName ?? id
  }

  private func productName(ofTransaction id: String) throws -> String? {
    if let known = try reader().transaction(id)?.transaction.productId { return try productName(known) }
    return try appStore?.productId(ofTransaction: id).flatMap { try productName($0) }
  }
}
