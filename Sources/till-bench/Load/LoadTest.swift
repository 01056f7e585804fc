import AppStoreModel
import Backends
import Core
import Foundation
import Serve
import Simulator

/// A load test: several clients use the real `till serve`, and a check of its files follows.
struct LoadTest {
  private let options: TestOptions

  init(_ options: TestOptions) { self.options = options }

  /// Runs the whole test.
  ///
  /// - Throws: A `BenchFailure` when the server cannot be used at all; lost purchases are in the figures instead.
  func run() async throws -> LoadFigures {
    let inbox = try LoadInbox()
    defer { inbox.stop() }
    let store = try await ServedStore(notify: inbox.url)
    defer { store.discard() }
    let verifier = Verifier(roots: try TrustedRoots(files: [Array(store.remote.rootCertificatePEM.utf8)])) { .machine }
    let book = LoadBook()
    let begin = ContinuousClock.now
    let end = begin + .seconds(options.seconds)
    var clients: [LoadClient] = []
    for number in 0..<options.count {
      clients.append(try await LoadClient(number, at: store, book, verifier: verifier, seed: options.seed))
    }
    var memory: [Int] = []
    await withTaskGroup { group in
      for client in clients {
        group.addTask {
          var client = client
          await client.run(until: end)
        }
      }
      // Memory is measured about a hundred times; the first tenth of the time is warm-up.
      while ContinuousClock.now < end {
        try? await Task.sleep(for: .seconds(options.seconds / 100))
        if let look = try? store.look() { memory.append(look.memory) }
      }
    }
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    var proof = LoadProof(book.whole, verifier: verifier)
    try await proof.read(store)
    try await proof.waitForNotifications(store)
    proof.expect(store.stop() == 0, "till serve did not end with status 0")
    try proof.look(at: store, inbox)
    return LoadFigures(tally: book.whole, proof: proof, memory: memory, seconds: seconds, clients: options.count)
  }
}

/// The figures of a load test.
struct LoadFigures: TestFigures {
  let tally: LoadTally
  let proof: LoadProof
  /// The server's resident memory in KiB, at equal intervals.
  let memory: [Int]
  let seconds: Double
  let clients: Int

  private var requests: Int { tally.done.values.reduce(0, +) + tally.errors.values.reduce(0, +) }

  /// The memory after a tenth of the time, in the middle and at the end; each the median of up to five samples.
  private var looks: (start: Int, middle: Int, end: Int) {
    func median(around share: Double) -> Int {
      let place = Int(Double(memory.count - 1) * share)
      let near = memory[max(0, place - 2)...min(memory.count - 1, place + 2)].sorted()
      return near[near.count / 2]
    }
    guard !memory.isEmpty else { return (0, 0, 0) }
    return (median(around: 0.1), median(around: 0.5), median(around: 1))
  }

  /// Whether memory grew in the second half by at most a tenth or 4 MiB, whichever is larger.
  private var isFlat: Bool { looks.end <= looks.middle + max(looks.middle / 10, 4096) }

  private var problems: [String] {
    tally.problems + proof.problems + tally.neverDone.map { "\($0) never succeeded" }
      + (isFlat ? [] : ["the memory grew from \(looks.middle) to \(looks.end) KiB"])
  }

  var isGood: Bool { problems.isEmpty }

  var text: String {
    let looks = looks
    let counts = tally.done.sorted { $0.key < $1.key }.map { "  \($0.key)  \($0.value)" }
    let errors = tally.errors.sorted { $0.key < $1.key }.map { "  \($0.key)  \($0.value)" }
    return """
      seconds        \(Int(seconds)), \(clients) clients
      done           \(requests), \(Int(Double(requests) / max(seconds, 1))) a second
      \(counts.joined(separator: "\n"))
      failed, as faults and garbage have it
      \(errors.joined(separator: "\n"))
      memory, KiB    \(looks.start) after a tenth, \(looks.middle) in the middle, \(looks.end) at the end
      purchases      \(proof.answered) answered, \(proof.unanswered) unanswered and charged, each in the ledger and in the history once
      confirmed      \(tally.confirmed.count), each credited once
      notifications  \(proof.notifications) signed, each delivered
      \(problems.isEmpty ? "nothing was lost" : "WRONG: " + problems.prefix(20).joined(separator: "\nWRONG: "))
      """
  }

  var document: JSONObject {
    let looks = looks
    func object(_ counts: [String: Int]) -> JSONValue {
      var json: JSONObject = [:]
      for (name, count) in counts.sorted(by: { $0.key < $1.key }) { json.append(name, .number(count)) }
      return .object(json)
    }
    return [
      "ok": .bool(isGood), "seconds": .number(JSONNumber(seconds.rounded())), "clients": .number(clients),
      "done": object(tally.done), "errors": object(tally.errors),
      "memory": ["start": .number(looks.start), "middle": .number(looks.middle), "end": .number(looks.end)],
      "purchases": [
        "answered": .number(proof.answered), "unanswered": .number(proof.unanswered),
        "confirmed": .number(tally.confirmed.count),
      ],
      "notifications": .number(proof.notifications), "problems": .strings(problems),
    ]
  }
}

/// The clients' work, their failures, and the purchases that the final check must find.
struct LoadTally: Sendable {
  /// A purchase that a client requested.
  struct Purchase: Hashable, Sendable {
    var account: String
    /// The purchase's own `appAccountToken`, a UUID.
    var token: String
    /// The transaction's id; nil where no answer arrived, so that the customer may have been charged.
    var transactionId: String?
  }

  /// The number of successes, by operation.
  var done: [String: Int] = [:]
  /// The number of failures, by operation and kind of failure.
  var errors: [String: Int] = [:]
  /// The number of failures, by operation.
  private var failures: [String: Int] = [:]
  var purchases: [Purchase] = []
  /// The transactions that the app server confirmed.
  var confirmed: Set<String> = []
  var accounts: [String] = []
  /// Results that are impossible in a correct program.
  var problems: [String] = []

  mutating func count(_ name: String) { done[name, default: 0] += 1 }

  mutating func fail(_ name: String, _ kind: String) {
    errors[name + " " + kind, default: 0] += 1
    failures[name, default: 0] += 1
  }

  /// The operations that failed at least 20 times and never succeeded, although no simulated fault lasts that long.
  var neverDone: [String] { failures.filter { $0.value >= 20 && done[$0.key] == nil }.keys.sorted() }
}

/// The shared tally of all clients.
final class LoadBook: Sendable {
  private let tally = Mutex(LoadTally())

  var whole: LoadTally { tally.withLock { $0 } }

  func note(_ change: (inout LoadTally) -> Void) { tally.withLock { change(&$0) } }
}

/// An app server that receives notifications.
final class LoadInbox: Sendable {
  /// The URL to which notifications are posted.
  let url: String
  /// The number of arrivals of each notification, by its signed text.
  private let arrived = Arrived()
  private let server: HTTPServer

  private final class Arrived: RouteContext {
    let counts = Mutex<[String: Int]>([:])

    func refusal(of caller: Route.Caller, _ head: HTTPRequestHead, isSameMachine: Bool) -> HTTPRefusal? { nil }
    func refusal(of caller: Route.Caller, _ request: Serve.HTTPRequest) -> HTTPRefusal? { nil }

    func answer(_ request: Serve.HTTPRequest) async -> Serve.HTTPResponse {
      guard case .object(let body) = try? JSONValue(parsing: request.body),
        let signed = body["signedPayload"]?.stringValue
      else { return HTTPResponse(400) }
      counts.withLock { $0[signed, default: 0] += 1 }
      return HTTPResponse(200)
    }
  }

  /// Starts to listen.
  init() throws {
    let arrived = arrived
    let rows = [Route("POST", "/notifications", .appStore, .json(64 << 10), .known, .status)]
    server = try HTTPServer(HTTPServerSettings(), gate: Gate(rows, GatePolicy()) { (arrived, $0) })
    url = "http://127.0.0.1:\(server.port)/notifications"
  }

  /// The signed texts that arrived.
  var payloads: Set<String> { arrived.counts.withLock { Set($0.keys) } }

  func stop() { server.stop() }
}
