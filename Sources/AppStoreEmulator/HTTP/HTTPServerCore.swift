import CMicroHTTPD
import Dispatch
import Locks

/// What the library's callbacks find: the handlers and the exchanges that are under way.
final class HTTPServerCore: Sendable {
  let settings: HTTPServerSettings
  let bodyLimit: @Sendable (HTTPRequestHead) -> Int
  /// Answers what needs no waiting.
  let atOnce: HTTPServer.HandlerAtOnce
  private let handler: HTTPServer.Handler
  private let log: @Sendable (HTTPLogEntry) -> Void
  private let workers: HTTPWorkers
  /// Counts the tasks that run.
  private let running = DispatchGroup()
  private let exchanges = Mutex<[ObjectIdentifier: HTTPExchange]>([:])
  private let tasks = Mutex<(isStopped: Bool, next: Int, running: [Int: Task<Void, Never>])>((false, 0, [:]))

  init(
    _ settings: HTTPServerSettings, bodyLimit: @escaping @Sendable (HTTPRequestHead) -> Int,
    log: @escaping @Sendable (HTTPLogEntry) -> Void, atOnce: @escaping HTTPServer.HandlerAtOnce,
    handler: @escaping HTTPServer.Handler
  ) {
    self.settings = settings
    self.bodyLimit = bodyLimit
    self.log = log
    self.atOnce = atOnce
    self.handler = handler
    workers = HTTPWorkers(count: settings.workers)
  }

  /// Keeps the exchange whose first line has come, until `end`.
  func begin(_ exchange: HTTPExchange) {
    exchanges.withLock { $0[ObjectIdentifier(exchange)] = exchange }
  }

  func end(_ exchange: HTTPExchange) {
    exchanges.withLock { $0[ObjectIdentifier(exchange)] = nil }
    log(exchange.end())
  }

  /// Answers a request on the server's own threads.
  func handle(_ request: HTTPRequest, for exchange: HTTPExchange) {
    task { [handler] in exchange.answer(await handler(request)) }
  }

  /// Runs work on the server's own threads; what still runs at the end is cancelled and waited for.
  @discardableResult
  func task(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    tasks.withLock { tasks in
      tasks.next += 1
      let number = tasks.next
      running.enter()
      let task = Task(executorPreference: workers) { [self] in
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
    for exchange in exchanges.withLock({ Array($0.values) }) { exchange.abandon() }
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
  }

  /// How many requests are under way.
  var exchangeCount: Int { exchanges.withLock { $0.count } }
}
