import AppStoreModel
import CTerminalRestore
import Core
import Dashboard
import Desk
import Dispatch
import Simulator

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The thread that works on the desk's database, with a connection of its own.
///
/// It answers queries, saves notes, derives customers' entitlements between queries, and tells the screen when another process has
/// committed a change. Where the desk's server can announce changes, a second thread waits for them. When two waiting
/// queries ask for the same thing, only the newer one is answered.
final class DeskReader: Sendable {
  private enum Job {
    case question(TaskID, DeskQuery, notBefore: ContinuousClock.Instant)
    case command(TaskID, DeskCommand)

    /// When it may be performed.
    var notBefore: ContinuousClock.Instant {
      if case .question(_, _, let date) = self { date } else { .now }
    }
  }

  private struct JobQueue {
    var jobs: [Job] = []
    /// The stores of opened customers, until the screen takes them.
    var sessions: [TaskID: StoreSession] = [:]
    /// Whether the database has changed since the last read.
    var isRung = false
    var isStopped = false
  }

  private let source: DeskSource
  private let zone: TimeZoneTable
  private let queue: EventQueue
  private let jobQueue = Mutex(JobQueue())
  private let bell = DispatchSemaphore(value: 0)
  private let listener = Mutex<Task<Void, Never>?>(nil)

  /// The shortest time between two updates of the screen, however often a listener commits.
  private static let pause = Duration.milliseconds(250)
  /// How long typing must rest before a search is asked.
  private static let typing = Duration.milliseconds(60)
  /// The number of customers whose entitlements one batch derives while no query waits.
  private static let settling = 200

  init(_ source: DeskSource, zone: TimeZoneTable, queue: EventQueue) {
    (self.source, self.zone, self.queue) = (source, zone, queue)
    startThread { [self] in run() }
    if let news = source.news { startThread { [self] in hear(news) } }
    guard let file = source.file else { return }
    let commits = commits(toDatabase: file)
    listener.withLock { listener in
      listener = Task { [self] in
        for await _ in commits {
          jobQueue.withLock { $0.isRung = true }
          bell.signal()
        }
      }
    }
  }

  /// Queues a query; the answer is posted to the event queue.
  func ask(_ id: TaskID, _ query: DeskQuery) {
    jobQueue.withLock { jobQueue in
      jobQueue.jobs.removeAll { job in
        if case .question(_, let waiting, _) = job { waiting.isAbout(query) } else { false }
      }
      jobQueue.jobs.append(.question(id, query, notBefore: query.isTyped ? .now + Self.typing : .now))
    }
    bell.signal()
  }

  /// Queues a command; its result is posted to the event queue.
  func run(_ id: TaskID, _ command: DeskCommand) {
    jobQueue.withLock { $0.jobs.append(.command(id, command)) }
    bell.signal()
  }

  /// Returns the temporary store of an opened customer; each store is returned only once.
  func session(for id: TaskID) -> StoreSession? { jobQueue.withLock { $0.sessions.removeValue(forKey: id) } }

  /// Stops the thread after its current job.
  func stop() {
    listener.withLock { $0 }?.cancel()
    let left = jobQueue.withLock { jobQueue in
      jobQueue.isStopped = true
      defer { jobQueue.sessions = [:] }
      return jobQueue.sessions.values
    }
    left.forEach { $0.close() }
    bell.signal()
  }

  /// Signals each change that the server announces, on a thread of its own; after a failure it retries each second.
  private func hear(_ open: @Sendable () throws -> DeskNews) {
    terminal_restore_cover_thread()
    var news: DeskNews?
    while !jobQueue.withLock({ $0.isStopped }) {
      guard let ear = try? news ?? open() else {
        usleep(1_000_000)
        continue
      }
      news = ear
      do {
        guard try ear.wait(milliseconds: 5000) else { continue }
        jobQueue.withLock { $0.isRung = true }
        bell.signal()
      } catch {
        news = nil
      }
    }
  }

  // MARK: The thread

  /// The thread's own state.
  private struct ReaderState {
    var desk: CustomerDesk?
    /// The app that the screen shows; nil for the one that the desk was opened for.
    var app: DeskIdentity?
    var counter: Int64?
    /// The open customer, kept to notice whether it changed.
    var opened: OpenedCustomer?
    /// Whether the last attempt got no answer.
    ///
    /// So the screen says only once that the server does not answer, and once that it answers again.
    var isSilent = false
    var lastNews = ContinuousClock.now - DeskReader.pause
    /// Whether there may be customers whose entitlements must be derived.
    var mayBeDue = true
    /// Whether memory that only the start needed was freed.
    var isLean = false
  }

  private func run() {
    terminal_restore_cover_thread()
    var readerState = ReaderState()
    while true {
      wait(readerState)
      let (job, isRung, isStopped) = jobQueue.withLock { jobQueue in
        let place = jobQueue.jobs.firstIndex { $0.notBefore <= .now }
        let job = place.map { jobQueue.jobs.remove(at: $0) }
        return (job, jobQueue.isRung, jobQueue.isStopped)
      }
      if isStopped { return }
      if let job {
        perform(job, &readerState)
      } else if isRung {
        listen(&readerState)
      } else if readerState.mayBeDue {
        settle(&readerState)
        guard !readerState.mayBeDue, !readerState.isLean else { continue }
        readerState.isLean = true
        ProcessMemory.giveBack()
        ProcessMemory.giveBackProgram()
      } else if source.file == nil {
        listen(&readerState)
      }
    }
  }

  /// Waits for a query, for a change, or for the next due work.
  private func wait(_ readerState: ReaderState) {
    if let next = jobQueue.withLock({ $0.jobs.map(\.notBefore).min() }) {
      let rest = ContinuousClock.now.duration(to: next)
      if rest > .zero { _ = bell.wait(timeout: .now() + .milliseconds(Int(rest / .milliseconds(1)) + 1)) }
      return
    }
    if jobQueue.withLock({ $0.isRung }) {
      let rest = Self.pause - readerState.lastNews.duration(to: .now)
      if rest > .zero { _ = bell.wait(timeout: .now() + .milliseconds(Int(rest / .milliseconds(1)) + 1)) }
    } else if readerState.mayBeDue {
      _ = bell.wait(timeout: .now() + .milliseconds(20))
    } else if source.file == nil {
      _ = bell.wait(timeout: .now() + .seconds(1))
    } else {
      bell.wait()
    }
  }

  private func desk(_ readerState: inout ReaderState) throws -> CustomerDesk {
    if let desk = readerState.desk { return desk }
    let desk = try source.desk(of: readerState.app)
    readerState.counter = try desk.engine.changeCounter()
    readerState.desk = desk
    return desk
  }

  /// Tells the screen when another process has committed a change.
  private func listen(_ readerState: inout ReaderState) {
    guard readerState.lastNews.duration(to: .now) >= Self.pause || source.file == nil else { return }
    jobQueue.withLock { $0.isRung = false }
    do {
      let desk = try desk(&readerState)
      let counter = try desk.engine.changeCounter()
      guard counter != readerState.counter || readerState.isSilent else { return }
      (readerState.counter, readerState.isSilent, readerState.lastNews, readerState.mayBeDue) = (
        counter, false, .now, true
      )
      queue.post(.storeChanged)
    } catch {
      readerState.desk = nil
      // The screen now sends its queries again, and their errors say what is wrong.
      if !readerState.isSilent { queue.post(.storeChanged) }
      readerState.isSilent = true
    }
  }

  /// Derives the entitlements of a batch of waiting customers, where the desk is writable.
  private func settle(_ readerState: inout ReaderState) {
    readerState.mayBeDue = false
    guard let desk = readerState.desk, !desk.engine.isReadOnly, desk.engine.isElected() else { return }
    // While another process writes, nothing can be derived; the next call tries again.
    guard let count = try? desk.settle(limit: Self.settling), (try? desk.foldFigures()) != nil else { return }
    readerState.mayBeDue = count == Self.settling
    if count > 0 { queue.post(.storeChanged) }
  }

  private func perform(_ job: Job, _ readerState: inout ReaderState) {
    switch job {
    case .question(let id, let query, _):
      do {
        let desk = try desk(&readerState)
        let answer: DeskAnswer
        if case .use(let bundleId, let environment) = query {
          readerState.app = DeskIdentity(bundleId: bundleId, environment: StoreEnvironment(rawValue: environment))
          readerState.desk = nil
          answer = try use(self.desk(&readerState))
        } else {
          answer = try self.answer(query, id, from: desk, &readerState.opened)
        }
        readerState.isSilent = false
        // Time alone may have changed entitlements since the last query.
        if case .list = query { readerState.mayBeDue = true }
        queue.post(.loaded(id, .desk(answer)))
      } catch {
        if !(error is DeskError) { readerState.desk = nil }
        queue.post(.failed(id, Problem(error)))
      }
    case .command(let id, let command):
      do {
        try perform(command, at: desk(&readerState))
        queue.post(.finished(id, .done(detail: nil)))
      } catch {
        queue.post(.failed(id, Problem(error)))
      }
    }
  }

  private func perform(_ command: DeskCommand, at desk: CustomerDesk) throws {
    switch command {
    case .note(let customers, let text):
      for customer in customers { try desk.add(note: text, about: customer, by: source.agent) }
    case .tag(let customers, let add, let remove):
      for customer in customers { try desk.tag(customer, add: add, remove: remove, by: source.agent) }
    case .assign(let customers, let agent):
      for customer in customers { try desk.assign(customer, to: agent, by: source.agent) }
    case .request(let wish, let customer): try ask(wish, of: customer, at: desk)
    }
  }

  /// Adds a request for the worker, which holds the credentials.
  private func ask(_ wish: DeskWish, of opened: Int64, at desk: CustomerDesk) throws {
    // The purchase may belong to another Apple Account of the same user.
    let customer = try wish.transactionId.map { try desk.customer($0) } ?? opened
    switch wish {
    case .refresh: try desk.request(.refresh, of: customer, by: source.agent)
    case .extend(let transaction, let days):
      try desk.request(
        .extend, about: transaction, of: customer,
        body: ["days": .number(days), "reasonCode": 0, "request": .string(UUIDText.random())], by: source.agent)
    case .answer(let transaction, let reply):
      try desk.answer(reply, about: transaction, of: customer, by: source.agent)
    case .hold(let transaction): try desk.request(.hold, about: transaction, of: customer, by: source.agent)
    }
  }

  private func answer(
    _ query: DeskQuery, _ id: TaskID, from desk: CustomerDesk, _ opened: inout OpenedCustomer?
  ) throws -> DeskAnswer {
    switch query {
    case .list(let request), .exported(let request): return .list(try desk.list(request))
    case .views: return .views(try desk.viewRows())
    case .health: return .health(try desk.health())
    case .trends(let range):
      guard let first = range.first, let last = range.last else { return .trends(try desk.trends()) }
      return .trends(try desk.trends(from: first, through: last))
    case .order(let text): return .list(DeskPage(rows: try source.customers(ofOrder: text, desk)))
    case .apps:
      return .apps(
        try desk.apps().map {
          DeskAppRow(
            bundleId: $0.bundleId, environment: $0.environment.rawValue, customers: $0.customers,
            consumptionRequests: $0.consumptionRequests)
        })
    case .use: return try use(desk)
    case .sentences(let product): return .sentences(sentences(product, opened))
    case .customer(let number, let asked, let isOpen):
      let customer = try desk.open(number, asked: asked)
      if isOpen, let opened, opened.isSame(as: customer) { return .unchanged }
      let session = try StoreSession(of: customer)
      opened = customer
      // The audit records which agent opened which customer, unless the desk is read-only.
      if !isOpen, !desk.engine.isReadOnly {
        try? desk.note("open", by: source.agent, subject: "#\(customer.number)")
      }
      jobQueue.withLock { $0.sessions[id] = session }
      return .customer(
        OpenedDashboard(
          number: number, setup: session.setup(zone: zone), overview: try session.overview(from: session.reader()),
          remarks: customer.remarks, product: customer.mainProduct(at: machineClock()),
          questions: customer.questions, person: customer.person))
    }
  }

  /// Returns the first screen of the app that the desk was opened for.
  private func use(_ desk: CustomerDesk) throws -> DeskAnswer {
    let home = Setup(desk: desk.identity, isReadOnly: desk.engine.isReadOnly, zone: zone)
    return .using(home, bundleId: desk.identity.bundleId, try desk.list(DeskListRequest()))
  }

  /// Returns the sentence for the open customer about a product in every language.
  private func sentences(_ product: String, _ opened: OpenedCustomer?) -> [String: String] {
    var sentences: [String: String] = [:]
    for language in Language.tags.compactMap({ Language(named: $0) }) {
      let status = Language.$spoken.withValue(language) {
        opened?.statuses(at: machineClock()).first { $0.product.id == product }
      }
      if let sentence = status?.next.say { sentences[language.tag] = safeText(sentence, limit: 600) }
    }
    return sentences
  }
}

extension DeskWish {
  /// The transaction that the request is about; nil for one about the whole customer.
  fileprivate var transactionId: String? {
    switch self {
    case .refresh: nil
    case .extend(let id, _), .hold(let id), .answer(let id, _): id
    }
  }
}

extension DeskQuery {
  /// Whether a person types the query, so that the next key replaces it.
  fileprivate var isTyped: Bool { if case .list(let request) = self { !request.text.isEmpty } else { false } }

  /// Returns whether a newer query of the same kind makes this one unnecessary.
  fileprivate func isAbout(_ other: DeskQuery) -> Bool {
    switch (self, other) {
    case (.list, .list), (.exported, .exported), (.views, .views), (.health, .health), (.trends, .trends),
      (.customer, .customer), (.order, .order), (.sentences, .sentences), (.apps, .apps):
      true
    default: false
    }
  }
}
