import Dashboard
import Database
import LocalStore
import Purchasing
import StoreModel

/// The one who lets tasks at the device store: commands beside each other, and the doorbell's answers between them.
///
/// It holds the one writer, and makes a new one when the device is replaced: by `newDevice`, or because the simulated
/// App Store began a new epoch. Its `turns` say who is at the store; everything else follows from them.
actor DeviceKeeper {
  private nonisolated let executor = WriterExecutor()
  private nonisolated let session: StoreSession
  private nonisolated let queue: EventQueue
  private(set) var turns = Turnstile<CheckedContinuation<Void, Never>>()
  private var writer: Purchasing?
  /// The file that the writer writes to; another one may lie at the path by now.
  private var file: FileIdentity?
  /// Whether the doorbell rang since it was last answered.
  private(set) var isRung = false
  /// Whether something waited for its next try, and the time has come.
  private var isRetryDue = false
  private var alarm: Task<Void, Never>?

  init(_ session: StoreSession, queue: EventQueue) {
    self.session = session
    self.queue = queue
  }

  /// Its own: opening a store blocks, and must not hold a thread of the shared pool.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Lets a command at the device store, and remembers for the next first frame what it led to.
  func perform<Result: Sendable>(
    _ command: @Sendable (Purchasing) async throws -> Result
  ) async throws -> Result {
    await enter(.together)
    defer { leave() }
    do {
      let purchasing = try purchasing()
      let result = try await command(purchasing)
      try? await purchasing.rememberStatuses()
      return result
    } catch {
      forgetWriter(after: error)
      throw error
    }
  }

  /// Begins a new device, after something was done that calls for one; nobody else is at the store meanwhile.
  func replaceDevice<Result: Sendable>(
    after preparation: @Sendable () async throws -> Result
  ) async throws -> Result {
    await enter(.alone)
    defer { leave() }
    let result = try await preparation()
    writer = nil
    try session.replaceDevice()
    return result
  }

  /// Does something while nobody else is at the store, which is read anew afterwards.
  func alone<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
    await enter(.alone)
    defer { leave() }
    writer = nil
    return try await work()
  }

  /// Begins a new device.
  func replaceDevice() async throws { try await replaceDevice {} }

  // MARK: Who is at the store

  /// Waits for its turn.
  private func enter(_ manner: Turnstile<CheckedContinuation<Void, Never>>.Manner) async {
    await withCheckedContinuation { turns.arrive($0, manner).forEach { $0.resume() } }
  }

  /// Gives the turn on: to those who wait, else to the doorbell, so that a storm of news never keeps a person waiting.
  private func leave() {
    turns.leave().forEach { $0.resume() }
    setAlarm()
    answerBell()
  }

  // MARK: The writer

  private func purchasing() throws -> Purchasing {
    if let epoch = try session.epoch() {
      // One that another program has just begun is not to be replaced once more.
      let state = try session.reader().deviceState()
      if state.isBegun, state.epoch != epoch {
        writer = nil
        try session.replaceDevice()
      }
    }
    if let writer, file == FileIdentity(path: session.directory.device) { return writer }
    let new = try session.purchasing()
    writer = new
    file = FileIdentity(path: session.directory.device)
    return new
  }

  /// After a commit of which nobody knows whether it is stored, the next one to come opens the file again and reads what
  /// is there.
  private func forgetWriter(after error: any Error) {
    guard let fault = error as? DatabaseFault, fault.cause == .syncFailed || fault.outcomeIsUnknown else { return }
    writer = nil
  }

  // MARK: The doorbell

  /// The App Store's doorbell rang; it is answered as soon as nobody is at the store.
  func ring() {
    isRung = true
    answerBell()
  }

  private func answerBell() {
    guard isRung || isRetryDue, turns.enterIfIdle() else { return }
    // A ring from here on is answered by another turn.
    isRung = false
    Task { await answer() }
  }

  private func answer() async {
    defer { leave() }
    do {
      let purchasing = try purchasing()
      if isRetryDue {
        isRetryDue = false
        try await purchasing.retryWhatIsDue()
      }
      let report = try await purchasing.answerDoorbell()
      try await purchasing.rememberStatuses()
      queue.post(report.map { .news($0) } ?? .storeChanged)
    } catch {
      forgetWriter(after: error)
      // What cannot be learned now, the network being off, is learned at the next ring.
      queue.post(.storeChanged)
    }
  }

  // MARK: Back-off

  /// The shortest sleep until something is tried again, in milliseconds.
  private static let shortestWait: Int64 = 500

  /// Wakes when the next try falls due, by the monotonic clock.
  private func setAlarm() {
    alarm?.cancel()
    guard let writer else { return }
    alarm = Task {
      guard let wait = try? await writer.timeToNextRetry() else { return }
      try? await Task.sleep(for: .milliseconds(max(wait, Self.shortestWait)), clock: .continuous)
      guard !Task.isCancelled else { return }
      isRetryDue = true
      answerBell()
    }
  }
}
