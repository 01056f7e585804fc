import AppStoreModel
import Core
import Dashboard
import Device
import Dispatch
import Simulator
import Verbs

/// The runner of the dashboard's effects outside the main thread, which posts each result under the task's number.
final class EffectRunner: Sendable {
  private let session: StoreSession
  private let queue: EventQueue
  /// Whether answers show dates in UTC.
  private let isUTC: Bool
  private let keeper: DeviceWriter
  private let tasks = Mutex<[TaskID: Task<Void, Never>]>([:])
  private let listeners = Mutex<[Task<Void, Never>]>([])
  private let underWay = DispatchGroup()

  init(_ session: StoreSession, queue: EventQueue, isUTC: Bool) {
    self.isUTC = isUTC
    self.session = session
    self.queue = queue
    keeper = DeviceWriter(session, queue: queue)
  }

  /// Runs a command on the device.
  func run(_ id: TaskID, _ command: Dashboard.Command) {
    begin(id) { [self] in try await outcome(of: command, id) }
  }

  /// Runs a verb at the App Store.
  func play(_ id: TaskID, _ call: VerbCall) {
    begin(id) { [self] in
      // The dashboard has already asked for confirmation.
      var call = call.confirmed
      call.isUTC = isUTC
      let answer =
        if call.verb.effect == .newEpoch {
          try await keeper.replaceDevice { [session, call] in try await session.carryOut(call) }
        } else {
          try await session.carryOut(call)
        }
      return .done(detail: answer.document["message"]?.stringValue ?? answer.text)
    }
  }

  /// Queries the App Store, which may take long; the answer is posted to the queue.
  func ask(_ id: TaskID, _ query: Query) {
    Task(executorPreference: WaitingThreads.shared) { [self] in
      do {
        queue.post(.loaded(id, try await answer(query)))
      } catch {
        queue.post(.failed(id, Problem(error)))
      }
    }
  }

  /// Cancels a task, if it can still be cancelled.
  func cancel(_ id: TaskID) {
    tasks.withLock { $0[id] }?.cancel()
  }

  /// Listens until the end for updates of the App Store, and for changes that other programs make to the device store.
  func attachChangeNotifier() {
    let rings = session.backend.updates()
    let commits = commits(toDatabase: session.directory.device)
    listeners.withLock { listeners in
      listeners = [
        Task(executorPreference: WaitingThreads.shared) { [self] in
          await answerChangeNotice()
          for await _ in rings { await answerChangeNotice() }
        },
        Task { [self] in
          for await _ in commits { queue.post(.storeChanged) }
        },
      ]
    }
  }

  /// Handles one change signal, and waits until it is done.
  func hearNews() {
    guard !session.isReadOnly else { return }
    try? blocking { [keeper] in
      await keeper.ring()
      try await keeper.alone {}
    }
  }

  private func answerChangeNotice() async {
    if session.isReadOnly { queue.post(.storeChanged) } else { await keeper.ring() }
  }

  /// Cancels all tasks, and waits up to two seconds, so that the process does not end in the middle of a task.
  func stop() {
    listeners.withLock { $0 }.forEach { $0.cancel() }
    tasks.withLock { Array($0.values) }.forEach { $0.cancel() }
    // The writer may be waiting for an App Store now, so it is not waited for.
    Task(executorPreference: WaitingThreads.shared) { [keeper] in await keeper.stop() }
    _ = underWay.wait(timeout: .now() + 2)
  }

  private func begin(_ id: TaskID, _ work: @escaping @Sendable () async throws -> Outcome) {
    underWay.enter()
    tasks.withLock { tasks in
      tasks[id] = Task(executorPreference: WaitingThreads.shared) { [self] in
        queue.post(await event(id, of: work))
        self.tasks.withLock { _ = $0.removeValue(forKey: id) }
        underWay.leave()
      }
    }
  }

  private func event(_ id: TaskID, of work: @Sendable () async throws -> Outcome) async -> Event {
    do {
      let outcome = try await work()
      // A purchase that the person cancelled counts as stopped, not as failed.
      if Task.isCancelled, case .bought(let report) = outcome, report.result == .failed { return .stopped(id) }
      return .finished(id, outcome)
    } catch is CancellationError {
      return .stopped(id)
    } catch {
      return Task.isCancelled ? .stopped(id) : .failed(id, Problem(error))
    }
  }
}

extension EffectRunner {
  private func answer(_ query: Query) async throws -> Loaded {
    guard let control = session.backend.control else {
      throw StoreError(.unsupported, say("this App Store is not simulated, so it has no controls"))
    }
    if case .signedItem(let subject) = query { return .signedItem(try await session.signedItem(ofAppStore: subject)) }
    guard case .preview(let productId, let quantity, let offer) = query else {
      var situation = try await control.situation()
      noteHeard(in: &situation.notifications)
      return .situation(situation)
    }
    let account = try session.reader().deviceState().account ?? ""
    return .preview(try await control.preview(productId, quantity: quantity, offer: offer, account: account))
  }

  /// Marks the waiting notifications as delivered that the embedded app server has already read itself.
  ///
  /// The embedded app server reads the App Store's news itself, so no notification is posted to it.
  private func noteHeard(in notifications: inout [AppStoreNotification]) {
    let waiting = notifications.filter { $0.delivery == .waiting && $0.attempts == 0 }.map(\.notificationUUID)
    guard !waiting.isEmpty, (try? session.reader().deviceState().verification) == .embedded,
      let heard = try? session.appServers.heard(waiting), !heard.isEmpty
    else { return }
    for index in notifications.indices where heard.contains(notifications[index].notificationUUID) {
      notifications[index].delivery = .delivered
    }
  }

  private func buy(_ purchase: Purchase) async throws -> BuyReport {
    var offer: PurchaseOffer?
    if let name = purchase.offer, let control = session.backend.control {
      let account = try session.reader().deviceState().account ?? ""
      offer = try await control.offer(name, for: purchase.productId, account: account)
    }
    return try await keeper.perform { [offer] in
      try await $0.buy(
        purchase.productId, quantity: purchase.quantity, outcome: purchase.outcome, token: purchase.token, offer: offer,
        again: purchase.again)
    }
  }

  /// Returns the latest orders.
  private func orders() throws -> [Order] { try session.reader().orders(PageRequest(limit: 20)).rows }

  private func outcome(of command: Dashboard.Command, _ id: TaskID) async throws -> Outcome {
    if session.isReadOnly { return .done(detail: nil) }
    session.begin(command: command)
    let outcome = try await outcome(ofBegun: command, id)
    if outcome.changedNothing { try await keeper.perform { [session] in try await session.endUnchanged($0) } }
    return outcome
  }

  private func outcome(ofBegun command: Dashboard.Command, _ id: TaskID) async throws -> Outcome {
    let progress: @Sendable (Int) -> Void = { [queue] in queue.post(.progress(id, $0)) }
    switch command {
    case .start:
      guard session.backend.identity.kind != .none else { return .done(detail: session.notices.first) }
      // In a demo, updates arrive live, so that the person sees events as they happen.
      if session.directory.isThrowAway { try await keeper.perform { try await $0.setUpdates(.live) } }
      let open = try orders().filter { $0.state != .closed }
      let failure = try await keeper.perform { try await $0.start() }
      let closed = open.isEmpty ? [] : Set(try orders().filter { $0.state == .closed }.map(\.id))
      return .started(healed: open.filter { closed.contains($0.id) }, detail: failure ?? session.notices.first)
    case .buy(let purchase): return .bought(try await buy(purchase))
    case .restore: return .restored(try await keeper.perform { try await $0.restore(progress: progress) })
    case .refundCheck: return .checked(try await keeper.perform { try await $0.refundCheck(progress: progress) })
    case .helpCustomer(let customerCase):
      return .helped(try await keeper.perform { try await $0.help(customerCase, progress: progress) })
    case .askRefund(let id, let reason):
      return .askedRefund(try await keeper.perform { try await $0.askRefund(of: id, reason: reason) })
    case .use(let productId, let count):
      switch try await keeper.perform({ try await $0.use(productId, count: count) }) {
      case .used(let balance): return .used(productId: productId, balance: balance)
      case .refused(let reason): throw CommandError(.failed, reason)
      }
    case .signIn(let account): try await keeper.perform { try await $0.signIn(account) }
    case .signOut: try await keeper.perform { try await $0.signIn(nil) }
    case .retry(let orderId): return .retried(try await keeper.perform { try await $0.retry(orderId) })
    case .closeOrder(let id, let ground, let compensation, let reason):
      return .retried(
        try await keeper.perform {
          try await $0.closeOrder(id, on: ground, compensatedBy: compensation, because: reason)
        })
    case .reopenOrder(let id, let reason):
      return .retried(try await keeper.perform { try await $0.reopenOrder(id, because: reason) })
    case .transfer(let id, let user, let reason):
      try await keeper.perform { try await $0.transfer(id, to: user, reason: reason) }
    case .setFault(let kind, .off): try await keeper.perform { _ = try await $0.switchOff(kind) }
    case .setFault(let kind, let how): try await keeper.perform { try await $0.switchOn(kind, once: how == .once) }
    case .logIn(let user, let choice):
      do {
        let outcome = try await keeper.perform { try await $0.logIn(user, choice) }
        return .done(detail: user.flatMap { outcome.note(for: $0) })
      } catch let question as LoginQuestion {
        return .asksBeforeLogin(question)
      }
    case .backToNormal(let calls, let faults):
      for kind in faults { try await keeper.perform { _ = try await $0.switchOff(kind) } }
      for call in calls { _ = try await session.carryOut(call) }
    case .setUpdates(let mode):
      try await keeper.perform { try await $0.setUpdates(mode) }
      // The updates that waited for this mode are handled at once.
      await keeper.ring()
    case .newDevice: try await keeper.replaceDevice {}
    case .undo:
      let report = try await keeper.alone { [session] in try session.undo(1) }
      return .done(detail: report.message)
    case .deferPurchase(let promoted): try await keeper.perform { try await $0.put(off: promoted) }
    case .lookUp(let id):
      return .checked(
        try await keeper.perform {
          try await $0.signIn(id)
          return try await $0.refundCheck(progress: progress)
        })
    case .desk: throw StoreError(.unsupported, say("no desk is open"))
    case .support(let call):
      // The dashboard has already asked for confirmation; a locked App Store stays locked.
      let desk = try SupportDesk(
        call, session, isUnlocked: session.isUnlocked, output: Output(json: false, utc: isUTC), confirm: { _ in })
      return .told(try await desk.perform().lines)
    }
    return .done(detail: nil)
  }
}

extension Outcome {
  /// Whether nothing became another, so that there is nothing to take back.
  fileprivate var changedNothing: Bool {
    switch self {
    case .bought(let report): report.changedNothing
    case .askedRefund(let report): report.changedNothing
    case .restored(let report): report.changedNothing
    case .checked(let report): report.changedNothing
    case .retried(let report): report.changedNothing
    case .helped(let help): help.changedNothing
    case .asksBeforeLogin, .told, .used, .started, .done: false
    }
  }
}
