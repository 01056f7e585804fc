import AppStoreModel
import CTerminalRestore
import Core
import Dashboard
import Desk
import Simulator

/// The thread that works on the desk's database, with a connection of its own.
///
/// It answers queries, saves notes, derives customers' entitlements between queries, and tells the screen when another process has
/// committed a change. Where the desk's server can announce changes, a second thread waits for them. When two waiting
/// queries ask for the same thing, only the newer one is answered.
final class DeskReader: Sendable {
  private enum Job {
    case question(TaskID, DeskQuery)
    case command(TaskID, DeskCommand)
    /// Another process may have committed a change.
    case look
    /// The screen left the open customer.
    case leave

    var isLook: Bool { if case .look = self { true } else { false } }
  }

  private let source: DeskSource
  private let zone: TimeZoneTable
  private let queue: EventQueue
  private let jobs = Mailbox<Job>()
  /// The opened customers, until the screen takes them.
  private let customers = Mutex<[TaskID: OpenedCustomer]>([:])
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
    listener.withLock { listener in
      if let news = source.news {
        listener = Task(executorPreference: WaitingThreads.shared) { [self] in await hear(news) }
      } else if let file = source.file {
        let commits = commits(toDatabase: file)
        listener = Task { [self] in for await _ in commits { noteChange() } }
      }
    }
  }

  private func noteChange() { jobs.post(.look, replacing: \.isLook) }

  /// Queues a query; the answer is posted to the event queue.
  func ask(_ id: TaskID, _ query: DeskQuery) {
    jobs.post(.question(id, query), notBefore: query.isTyped ? ContinuousClock.now + Self.typing : nil) { job in
      if case .question(_, let waiting) = job { waiting.isAbout(query) } else { false }
    }
  }

  /// Queues a command; its result is posted to the event queue.
  func run(_ id: TaskID, _ command: DeskCommand) { jobs.post(.command(id, command)) }

  /// Returns what answers queries about the customer that a query opened; only once for each.
  func customer(for id: TaskID) -> (@Sendable () -> any QueryAnswers)? {
    guard let customer = customers.withLock({ $0.removeValue(forKey: id) }) else { return nil }
    return { [source] in CustomerAnswers(customer, desk: { try source.desk(of: customer.identity) }) }
  }

  /// Forgets the open customer, after the queries that wait.
  func leaveCustomer() { jobs.post(.leave) }

  /// Stops the thread after its current job.
  func stop() {
    listener.withLock { $0 }?.cancel()
    jobs.close()
    jobs.withdraw { _ in true }
  }

  /// Notes each change that the server announces; after a failure it opens its connection again after a second.
  private func hear(_ open: @Sendable () throws -> PostgreSQLListener) async {
    while !Task.isCancelled {
      do {
        let news = try open()
        while !Task.isCancelled { if try news.wait(milliseconds: 5000) { noteChange() } }
      } catch {
        try? await Task.sleep(for: .seconds(1))
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
      if let job = jobs.next(until: readerState.mayBeDue ? ContinuousClock.now + .milliseconds(20) : look) {
        perform(job, &readerState)
      } else if jobs.isClosed {
        return
      } else if readerState.mayBeDue {
        settle(&readerState)
        guard !readerState.mayBeDue, !readerState.isLean else { continue }
        readerState.isLean = true
        ProcessMemory.giveBack()
        ProcessMemory.giveBackProgram()
      } else {
        listen(&readerState)
      }
    }
  }

  /// When the thread looks for changes by itself: each second where no file tells of them.
  private var look: ContinuousClock.Instant? { source.file == nil ? ContinuousClock.now + .seconds(1) : nil }

  private func desk(_ readerState: inout ReaderState) throws -> CustomerDesk {
    if let desk = readerState.desk { return desk }
    let desk = try source.desk(of: readerState.app)
    readerState.counter = try desk.engine.changeCounter()
    readerState.desk = desk
    return desk
  }

  /// Tells the screen when another process has committed a change.
  private func listen(_ readerState: inout ReaderState) {
    let due = readerState.lastNews + Self.pause
    guard due <= .now || source.file == nil else {
      jobs.post(.look, notBefore: due, replacing: \.isLook)
      return
    }
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
    case .look: listen(&readerState)
    case .leave:
      readerState.opened = nil
      ProcessMemory.giveBack()
    case .question(let id, let query):
      do {
        let desk = try desk(&readerState)
        let answer: DeskAnswer
        if case .use(let app) = query {
          readerState.app = DeskIdentity(
            bundleId: app.bundleId, environment: StoreEnvironment(rawValue: app.environment))
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
      for account in try desk.accounts(ofUsersOf: customers) {
        try desk.tag(account, add: add, remove: remove, by: source.agent)
      }
    case .assign(let customers, let agent):
      for account in try desk.accounts(ofUsersOf: customers) {
        try desk.assign(account, to: agent, by: source.agent)
      }
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
      try desk.reply(reply, about: transaction, of: customer, by: source.agent)
    case .hold(let transaction): try desk.request(.hold, about: transaction, of: customer, by: source.agent)
    }
  }

  private func answer(
    _ query: DeskQuery, _ id: TaskID, from desk: CustomerDesk, _ opened: inout OpenedCustomer?
  ) throws -> DeskAnswer {
    switch query {
    case .list(let request), .exported(let request): return .list(try desk.list(request))
    case .views: return .views(try desk.viewRows() + desk.viewRowsOfOtherApps())
    case .health: return .health(try desk.health())
    case .trends(let range):
      guard let first = range.first, let last = range.last else { return .trends(try desk.trends()) }
      return .trends(try desk.trends(from: first, through: last))
    case .order(let text): return .list(DeskPage(rows: try source.customers(ofOrder: text, desk)))
    case .apps: return .apps(try desk.apps())
    case .use: return try use(desk)
    case .sentences(let product): return .sentences(sentences(product, opened))
    case .customer(let number, let asked, let isOpen):
      let customer = try desk.open(number, asked: asked)
      if isOpen, let opened, opened.isSame(as: customer) { return .unchanged }
      opened = customer
      // The audit records which agent opened which customer, unless the desk is read-only.
      if !isOpen, !desk.engine.isReadOnly {
        try? desk.note("open", by: source.agent, subject: "#\(customer.number)")
      }
      customers.withLock { $0[id] = customer }
      ProcessMemory.giveBack()
      return .customer(
        OpenedDashboard(
          number: number, setup: Setup(customer: customer, zone: zone), overview: customer.overview,
          remarks: customer.remarks, product: customer.mainProduct, questions: customer.questions,
          person: customer.person, users: try users(of: customer, at: desk), asked: asked))
    }
  }

  /// Returns the names of the users by token, where the purchases of a customer name several.
  private func users(of customer: OpenedCustomer, at desk: CustomerDesk) throws -> [String: String] {
    guard customer.person == nil, customer.tokens.count > 1 else { return [:] }
    let names = try desk.users(ofTokens: Set(customer.tokens))
    return Dictionary(customer.tokens.map { ($0, names[$0] ?? "") }) { first, _ in first }
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
        opened?.statuses(at: Timestamp.machine).first { $0.product.id == product }
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
