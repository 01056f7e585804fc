import AppStoreSimulator
import Dashboard
import Dispatch
import Locks
import Purchasing
import StoreModel

/// Performs what the dashboard asks for beside the main thread, and posts what came of it under the task's number.
final class EffectRunner: Sendable {
  private let session: StoreSession
  private let queue: EventQueue
  /// How what the App Store's side says writes dates.
  private let isUTC: Bool
  private let keeper: DeviceKeeper
  private let tasks = Mutex<[TaskID: Task<Void, Never>]>([:])
  private let listeners = Mutex<[Task<Void, Never>]>([])
  private let underWay = DispatchGroup()

  init(_ session: StoreSession, queue: EventQueue, isUTC: Bool) {
    self.isUTC = isUTC
    self.session = session
    self.queue = queue
    keeper = DeviceKeeper(session, queue: queue)
  }

  /// Does something on the device.
  func run(_ id: TaskID, _ command: Dashboard.Command) {
    begin(id) { [self] in try await outcome(of: command, id) }
  }

  /// Does something on the App Store's side.
  func play(_ id: TaskID, _ move: AppStoreMove) {
    begin(id) { [self] in
      guard let control = session.backend.control else {
        throw BackendError(.unsupported, "this App Store is not simulated: nobody can play it")
      }
      switch move {
      case .startOver: try await keeper.replaceDevice { try await control.reset() }
      case .verb(let words) where move.beginsEpoch:
        let detail = try await keeper.replaceDevice { [session, isUTC] in
          try await SimulatorVerb.perform(words, in: session, isUTC: isUTC)
        }
        return .done(detail: detail)
      case .verb(let words): return .done(detail: try await SimulatorVerb.perform(words, in: session, isUTC: isUTC))
      default: try await control.perform(move)
      }
      return .done(detail: nil)
    }
  }

  /// Stops a task, as far as it still can be.
  func cancel(_ id: TaskID) {
    tasks.withLock { $0[id] }?.cancel()
  }

  /// Listens until the end for news of the App Store, and for what other programs do to the same device.
  func attachDoorbell() {
    let rings = session.backend.updates()
    let commits = commits(toDatabase: session.directory.device)
    listeners.withLock { listeners in
      listeners = [
        Task { [self] in
          await answerDoorbell()
          for await _ in rings { await answerDoorbell() }
        },
        Task { [self] in
          for await _ in commits { queue.post(.storeChanged) }
        },
      ]
    }
  }

  private func answerDoorbell() async {
    if session.isReadOnly { queue.post(.storeChanged) } else { await keeper.ring() }
  }

  /// Stops everything, and waits a moment for what cannot be stopped, so that no task is cut off by the process's end.
  func stop() {
    listeners.withLock { $0 }.forEach { $0.cancel() }
    tasks.withLock { Array($0.values) }.forEach { $0.cancel() }
    _ = underWay.wait(timeout: .now() + 2)
  }

  private func begin(_ id: TaskID, _ work: @escaping @Sendable () async throws -> Outcome) {
    underWay.enter()
    tasks.withLock { tasks in
      tasks[id] = Task { [self] in
        queue.post(await event(id, of: work))
        self.tasks.withLock { _ = $0.removeValue(forKey: id) }
        underWay.leave()
      }
    }
  }

  private func event(_ id: TaskID, of work: @Sendable () async throws -> Outcome) async -> Event {
    do {
      let outcome = try await work()
      // A purchase that was given up is none that failed.
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
  private func buy(_ purchase: Purchase) async throws -> BuyReport {
    var offer: PurchaseOffer?
    if let name = purchase.offer, let control = session.backend.control {
      offer = try await control.offer(name, for: purchase.productId)
    }
    return try await keeper.perform { [offer] in
      try await $0.buy(
        purchase.productId, quantity: purchase.quantity, outcome: purchase.outcome, token: purchase.token, offer: offer)
    }
  }

  /// Does what support does from the command line, on a thread of its own: it waits for answers.
  private func support(_ move: SupportMove) async throws -> [String] {
    try await withCheckedThrowingContinuation { [session, isUTC] continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try SupportVerb.perform(move.words, in: session, isUTC: isUTC) })
      }
    }
  }

  private func outcome(of command: Dashboard.Command, _ id: TaskID) async throws -> Outcome {
    if session.isReadOnly { return .done(detail: nil) }
    let progress: @Sendable (Int) -> Void = { [queue] in queue.post(.progress(id, Dashboard.Progress(done: $0))) }
    switch command {
    case .start:
      if session.backend.identity.kind != .none { try await keeper.perform { try await $0.start() } }
      return .done(detail: session.notices.first)
    case .buy(let purchase): return .bought(try await buy(purchase))
    case .restore: return .restored(try await keeper.perform { try await $0.restore(progress: progress) })
    case .refundCheck: return .checked(try await keeper.perform { try await $0.refundCheck(progress: progress) })
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
    case .closeOrder(let id, let reason):
      return .retried(try await keeper.perform { try await $0.closeOrder(id, because: reason) })
    case .setFault(let kind, .off): try await keeper.perform { _ = try await $0.switchOff(kind) }
    case .setFault(let kind, let how): try await keeper.perform { try await $0.switchOn(kind, once: how == .once) }
    case .logIn(let user): try await keeper.perform { try await $0.logIn(user) }
    case .setUpdates(let mode):
      try await keeper.perform { try await $0.setUpdates(mode) }
      // Whatever waits by now comes at once.
      await keeper.ring()
    case .newDevice: try await keeper.replaceDevice()
    case .deferPurchase(let promoted): try await keeper.perform { try await $0.put(off: promoted) }
    case .lookUp(let id):
      return .checked(
        try await keeper.perform {
          try await $0.signIn(id)
          return try await $0.refundCheck(progress: progress)
        })
    case .support(let move): return .told(try await support(move))
    }
    return .done(detail: nil)
  }
}

extension StoreControl {
  /// Does what somebody on the App Store's side does; starting over needs more than this.
  fileprivate func perform(_ move: AppStoreMove) async throws {
    switch move {
    case .approvePurchase(let id): try await approvePurchase(id)
    case .declinePurchase(let id): try await declinePurchase(id)
    case .approveRefund(let id): try await approveRefund(id)
    case .declineRefund(let id): try await declineRefund(id)
    case .reverseRefund(let id): try await reverseRefund(id)
    case .setNetwork(let isOn): try await setNetwork(isOn)
    case .setPayments(let isOn): try await setPayments(isOn)
    case .advance(let milliseconds): try await advance(by: milliseconds)
    case .startOver: try await reset()
    case .verb: throw BackendError(.unsupported, "this is done where the App Store is: till simulator")
    }
  }
}
