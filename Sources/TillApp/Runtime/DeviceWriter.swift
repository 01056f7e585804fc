import AppStoreModel
import Dashboard
import Device
import Storage

/// Schedules work on the device store: commands beside each other, and change signals between them.
///
/// It holds the one writer, and makes a new one when the device is replaced: by `newDevice`, or because the simulated
/// App Store began a new epoch. Its `turns` say who is at the store; everything else follows from them.
actor DeviceWriter {
  private nonisolated let executor = WriterExecutor()
  private nonisolated let session: StoreSession
  private nonisolated let queue: EventQueue
  private(set) var turns = AsyncReadWriteLock<CheckedContinuation<Void, Never>>()
  private var writer: Purchasing?
  /// The file that the writer writes to; another one may lie at the path by now.
  private var file: FileIdentity?
  /// Whether a change signal arrived since the last one was handled.
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

  /// Begins a new device, after something was done that calls for one; no other work uses the store meanwhile.
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

  /// Does something while no other work uses the store, which is read again afterwards.
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
  private func enter(_ manner: AsyncReadWriteLock<CheckedContinuation<Void, Never>>.Manner) async {
    await withCheckedContinuation { turns.arrive($0, manner).forEach { $0.resume() } }
  }

  /// Passes the turn on: to waiting commands, else to change signals, so that many updates never delay a person.
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

  /// After a commit that may or may not be stored, the next caller opens the file again and reads what
  /// is there.
  private func forgetWriter(after error: any Error) {
    guard let fault = error as? DatabaseFault, fault.cause == .syncFailed || fault.outcomeIsUnknown else { return }
    writer = nil
  }

  // MARK: The change notifier

  /// The App Store signalled a change; it is handled as soon as the store is free.
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
      let report = try await purchasing.answerChangeNotice()
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
