import CMicroHTTPD
import Core
import Dispatch

/// The context of the library's callbacks: the handlers and the running exchanges.
final class HTTPServerCore: Sendable {
  let settings: HTTPServerSettings
  /// The admission, asked on the thread of the sockets.
  let admit: HTTPServer.Admit
  let connections: ConnectionTable
  /// The ports beside the server's own.
  let furtherPorts = FurtherPorts()
  private let log: @Sendable (HTTPLogEntry) -> Void
  private let workers: HTTPWorkers
  /// The worker of requests with large bodies, one after the other: each takes several
  /// times the memory of its body.
  private let heavyWorker = HTTPWorkers(count: 1)
  private static let heavy = 256 << 10
  /// Counts the tasks that run.
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
    workers = HTTPWorkers(count: settings.workers)
  }

  /// Keeps the exchange whose first line has come, until `end`.
  func begin(_ exchange: HTTPExchange) {
    let isStopped = exchanges.withLock { exchanges in
      exchanges.running[ObjectIdentifier(exchange)] = exchange
      return exchanges.isStopped
    }
    // On a connection that was open when the server stopped: it must not be suspended any more.
    if isStopped { exchange.abandon() }
  }

  func end(_ exchange: HTTPExchange) {
    exchanges.withLock { $0.running[ObjectIdentifier(exchange)] = nil }
    log(exchange.end())
  }

  /// Answers a request on the server's own threads.
  func handle(_ request: HTTPRequest, _ passage: HTTPAdmission.Passage, for exchange: HTTPExchange) {
    task(on: request.body.count > Self.heavy ? heavyWorker : workers) {
      exchange.answer(await passage.answer(request))
    }
  }

  /// Runs work on the server's own threads; work that still runs at the end is cancelled and waited for.
  @discardableResult
  func task(on executor: HTTPWorkers? = nil, _ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
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
      // Its end waits for the lock, so that it cannot come before this.
      tasks.running[number] = task
      return task
    }
  }

  /// Ends everything that waits, so that no connection is suspended any more.
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

  /// Waits for the handlers and ends their threads.
  func stop() {
    running.wait()
    workers.stop()
    heavyWorker.stop()
    connections.stop()
  }

  /// How many requests are under way.
  var exchangeCount: Int { exchanges.withLock { $0.running.count } }
}
