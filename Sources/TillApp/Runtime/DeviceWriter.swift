import AppStoreModel
import Core
import Dashboard
import Device
import Storage

/// The scheduler of work on the device store: runs commands side by side, and change signals between them.
///
/// It holds the only writer. It creates a new writer when the device is replaced: by `newDevice`, or because the
/// simulated App Store began a new epoch. Its lock `turns` decides which work may use the store.
actor DeviceWriter {
  private nonisolated let session: StoreSession
  private nonisolated let queue: EventQueue
  private(set) var turns = AsyncReadWriteLock<CheckedContinuation<Void, Never>>()
  private var writer: Purchasing?
  /// The file that the writer uses; a different file may since have replaced it at the path.
  private var file: FileIdentity?
  /// Whether a change signal has arrived since the last one was handled.
  private(set) var isRung = false
  /// Whether the time for a delayed retry has come.
  private var isRetryDue = false
  private var alarm: Task<Void, Never>?
  /// Whether the dashboard has ended: then no change signal and no retry is answered any more.
  private var isStopped = false

  init(_ session: StoreSession, queue: EventQueue) {
    self.session = session
    self.queue = queue
  }

  /// Ends the answers to change signals and the retries.
  func stop() {
    isStopped = true
    alarm?.cancel()
  }

  /// Runs a command on the device store, and saves the resulting statuses for the first frame of the next start.
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

  /// Replaces the device with a new one after a preparation; no other work uses the store meanwhile.
  func replaceDevice<Result: Sendable>(
    after preparation: @Sendable () async throws -> Result
  ) async throws -> Result {
    await enter(.alone)
    defer { leave() }
    let result = try await preparation()
    writer = nil
    try await session.replaceDevice()
    return result
  }

  /// Runs work while no other work uses the store; the next caller opens the store again.
  func alone<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
    await enter(.alone)
    defer { leave() }
    writer = nil
    return try await work()
  }

  // MARK: Turns at the store

  /// Waits until the work may use the store.
  private func enter(_ manner: AsyncReadWriteLock<CheckedContinuation<Void, Never>>.Manner) async {
    await withCheckedContinuation { turns.arrive($0, manner).forEach { $0.resume() } }
  }

  /// Lets waiting commands use the store next, else change signals, so that updates never delay a person's command.
  private func leave() {
    turns.leave().forEach { $0.resume() }
    setAlarm()
    answerBell()
  }

  // MARK: The writer

  /// Opens the store, unless it is open.
  ///
  /// It blocks the actor's thread until the App Store has answered: after an `await` another call could open the store
  /// as well.
  private func purchasing() throws -> Purchasing {
    if try blocking({ [session] in try await session.followReset() }) { writer = nil }
    if let writer, file == FileIdentity(path: session.directory.device) { return writer }
    let new = try session.purchasing()
    writer = new
    file = FileIdentity(path: session.directory.device)
    return new
  }

  /// Discards the writer after a commit whose outcome is unknown; the next caller opens the file and reads its state.
  private func forgetWriter(after error: any Error) {
    guard (error as? DatabaseFault)?.isOfCommit == true else { return }
    writer = nil
  }

  // MARK: The change notifier

  /// Records that the App Store signalled a change; it is handled as soon as the store is free.
  func ring() {
    isRung = true
    answerBell()
  }

  private func answerBell() {
    guard !isStopped, isRung || isRetryDue, turns.enterIfIdle() else { return }
    // A change signal that arrives from here on is handled in a later turn.
    isRung = false
    Task(executorPreference: WaitingThreads.shared) { await self.handleNews() }
  }

  private func handleNews() async {
    defer { leave() }
    // After a failure to open the store, the next alarm tries again: at once would be without end.
    let isRetry = isRetryDue
    isRetryDue = false
    do {
      let purchasing = try purchasing()
      if isRetry { try await purchasing.retryWhatIsDue() }
      let report = try await purchasing.answerChangeNotice()
      try await purchasing.rememberStatuses()
      queue.post(report.map { .news($0) } ?? .storeChanged)
    } catch {
      forgetWriter(after: error)
      // After a failure, for example while offline, the next signal tries again.
      queue.post(.storeChanged)
    }
  }

  // MARK: Back-off

  /// The shortest sleep before a retry, in milliseconds.
  private static let shortestWait: Int64 = 500

  /// Schedules a wake-up for the next due retry, by the monotonic clock.
  private func setAlarm() {
    alarm?.cancel()
    guard !isStopped, let writer else { return }
    alarm = Task(executorPreference: WaitingThreads.shared) {
      guard let wait = try? await writer.timeToNextRetry() else { return }
      try? await Task.sleep(for: .milliseconds(max(wait, Self.shortestWait)), clock: .continuous)
      if !Task.isCancelled { await self.wake() }
    }
  }

  /// Continues the orders whose retry is due, as soon as the store is free.
  func wake() {
    isRetryDue = true
    answerBell()
  }
}
