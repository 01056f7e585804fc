import CMicroHTTPD
import Core
import Dispatch

/// The context of libmicrohttpd's callbacks: the handlers and the running exchanges.
final class HTTPServerCore: Sendable {
  let settings: HTTPServerSettings
  /// Decides which requests to admit; called on the network thread.
  let admit: HTTPServer.Admit
  let connections: ConnectionTable
  /// The server's additional ports.
  let furtherPorts = FurtherPorts()
  private let log: @Sendable (HTTPLogEntry) -> Void
  /// The threads of the handlers, which may wait for a ledger; the network thread must never wait.
  private let workers: WaitingThreads
  /// One worker for all requests with large bodies, because each uses several times the memory of its body.
  private let heavyWorker = WaitingThreads(most: 1)
  private static let heavy = 256 << 10
  /// Counts the running tasks, so that `stop` can wait for them.
  private let running = DispatchGroup()
  private let exchanges = Mutex<(isStopped: Bool, running: [ObjectIdentifier: HTTPExchange])>((false, [:]))
  private let tasks = Mutex<(isStopped: Bool, next: Int, running: [Int: Task<Void, Never>])>((false, 0, [:]))

  init(
    _ settings: HTTPServerSettings, connectionLimit: Int, log: @escaping @Sendable (HTTPLogEntry) -> Void,
    admit: @escaping HTTPServer.Admit
  ) {
    self.settings = settings
    self.log = log
    self.admit = admit
    connections = ConnectionTable(settings, limit: connectionLimit)
    workers = WaitingThreads(most: settings.workers)
  }

  /// Stores an exchange whose first line has arrived, until `end`.
  func begin(_ exchange: HTTPExchange) {
    let isStopped = exchanges.withLock { exchanges in
      exchanges.running[ObjectIdentifier(exchange)] = exchange
      return exchanges.isStopped
    }
    // The connection was open when the server stopped: it must no longer be suspended.
    if isStopped { exchange.abandon() }
  }

  func end(_ exchange: HTTPExchange) {
    exchanges.withLock { $0.running[ObjectIdentifier(exchange)] = nil }
    log(exchange.end())
  }

  /// Runs the handler of a request on the server's own threads.
  func handle(_ request: HTTPRequest, _ passage: HTTPAdmission.Passage, for exchange: HTTPExchange) {
    task(on: request.body.count > Self.heavy ? heavyWorker : workers) {
      exchange.receive(await passage.answer(request))
    }
  }

  /// Runs work on the server's own threads; `abandonAll` cancels it, and `stop` waits for it.
  @discardableResult
  func task(on executor: WaitingThreads? = nil, _ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    tasks.withLock { tasks in
      tasks.next += 1
      let number = tasks.next
      running.enter()
      let task = Task(executorPreference: executor ?? workers) { [self] in
        await work()
        self.tasks.withLock { $0.running[number] = nil }
        running.leave()
      }
      if tasks.isStopped { task.cancel() }
      // The task's end takes the same lock, so it cannot run before this line.
      tasks.running[number] = task
      return task
    }
  }

  /// Ends every waiting exchange and task, so that no connection is suspended any more.
  func abandonAll() {
    let running = exchanges.withLock { exchanges in
      exchanges.isStopped = true
      return Array(exchanges.running.values)
    }
    for exchange in running { exchange.abandon() }
    let tasks = tasks.withLock { tasks in
      tasks.isStopped = true
      return Array(tasks.running.values)
    }
    for task in tasks { task.cancel() }
  }

  /// Waits for the handlers, and ends their threads.
  func stop() {
    running.wait()
    workers.stop()
    heavyWorker.stop()
    connections.stop()
  }

  /// The number of requests in progress.
  var exchangeCount: Int { exchanges.withLock { $0.running.count } }
}
