import AppServer
import AppStoreModel
import Backends
import Core
import Device
import Dispatch
import Foundation
import HTTP
import TestSupport
import Testing

@Suite(.startsPrograms) struct RemoteAppServerTests {
  private static let now = Timestamp(milliseconds: 1_750_000_000_000)
  private static let secret = Array("a shared secret".utf8)

  private func client(_ server: TestServer, path: String = "", secret: [UInt8]? = secret) throws -> RemoteAppServer {
    RemoteAppServer(
      try HTTPAddress(server.url + path), secrets: secret.map { SharedSecrets($0) }, transport: HTTPTransport(),
      now: { Self.now })
  }

  /// Starts a test server that serves the app server's handler under `/app`.
  private func mounted(_ service: ScriptedService) throws -> TestServer {
    let handler = AppServerHandler(service, secrets: { SharedSecrets(Self.secret) }, now: { Self.now })
    return try TestServer { request in
      let reply = waiting {
        await handler.answer(
          method: request.method, path: String(request.target.dropFirst("/app".count)),
          signature: request.headers["till-signature"], body: request.body)
      }
      return .answer(status: reply.status, headers: ["Content-Type": "application/json"], body: reply.body)
    }
  }

  /// Returns the error of a call that gets one scripted reply.
  private func failure(_ reply: TestReply) async throws -> VerificationError {
    let server = try TestServer(replies: [reply])
    return try #require(
      await #expect(throws: VerificationError.self) { try await client(server).status(of: "order-1") })
  }

  @Test func everyCallReachesTheServer() async throws {
    let service = ScriptedService()
    let server = try mounted(service)
    let remote = try client(server, path: "/app")
    try await remote.register(
      Intent(
        id: "i", account: "a@", user: "one", productId: "p", quantity: 2, appAccountToken: "t", createdDate: Self.now,
        storeDate: Self.now))
    let upload = OrderUpload(
      orderId: "order-1", intentId: "i", intendedUser: "one", currentUser: "two", transactionId: "7",
      signedTransactionInfo: "a.b.c")
    try await remote.upload(upload)
    for answer in [
      OrderAnswer.processing(), .processing(reason: "early"), .refused(reason: "no"), .overdue(reason: "late"),
      .confirmed(Credit(users: ["one"], quantity: 2, attribution: .intent, policyOutcome: .kept)),
    ] {
      service.answer.withLock { $0 = answer }
      #expect(try await remote.status(of: "order-1") == answer)
    }
    let closing = OrderClosing(orderId: "order-1", transactionId: "7", ground: .fraud, reason: "by hand")
    #expect(try await remote.close(closing))
    #expect(
      try await remote.close(OrderClosing(orderId: "o", transactionId: nil, ground: .duplicate, reason: "r")) == false)
    try await remote.reopen("order-1", transactionId: nil, reason: "an error")
    let claim = OwnershipClaim(user: "one", signedTransactions: ["a.b.c"], isRestore: true)
    #expect(try await remote.claim(claim).map(\.users) == [["one"]])
    #expect(try await remote.account(of: "one").policy == .share)
    let login = LoginClaim(anonymous: AnonymousUser(token: "A0EE").name, user: "one")
    #expect(try await remote.claim(login))
    #expect(try await remote.claim(LoginClaim(anonymous: "b", user: "two", isConfirmed: true)) == false)
    #expect(try await remote.use("p", count: 1, by: "one", id: "u") == 4)
    #expect(try await remote.use("p", count: 9, by: "one", id: "u") == nil)
    #expect(
      service.seen.withLock { $0 } == [
        "register i", "upload order-1 a.b.c", "status order-1", "status order-1", "status order-1", "status order-1",
        "status order-1", "close order-1 fraud by hand", "close o duplicate r", "reopen order-1 an error", "claim one",
        "account one", "login anonymous:a0ee one", "login b two confirmed", "use p 1", "use p 9",
      ])
  }

  @Test func aServerThatIsNotReadyIsTemporary() async throws {
    let service = ScriptedService()
    service.error.withLock { $0 = VerificationError(.temporary, "out for lunch", retryAfter: 9000) }
    let server = try mounted(service)
    let error = await #expect(throws: VerificationError.self) {
      try await client(server, path: "/app").status(of: "order-1")
    }
    #expect(error?.kind == .temporary && error?.retryAfter == 9000 && error?.message.contains("lunch") == true)

    service.error.withLock { $0 = VerificationError(.unknownOrder, "never seen") }
    let unknown = await #expect(throws: VerificationError.self) {
      try await client(server, path: "/app").status(of: "order-1")
    }
    #expect(unknown?.kind == .unknownOrder)
  }

  @Test(arguments: [nil, Array("another secret".utf8)] as [[UInt8]?])
  func b12ARequestThatIsNotSignedWithTheSecretReachesNobody(secret: [UInt8]?) async throws {
    let service = ScriptedService()
    let server = try mounted(service)
    let error = await #expect(throws: VerificationError.self) {
      try await client(server, path: "/app", secret: secret).status(of: "order-1")
    }
    #expect(error?.kind == .rejected && service.seen.withLock { $0 }.isEmpty)
  }

  @Test(arguments: [
    TestReply.hangUp, .text("<html>"), .text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"),
    .json("<html>Log in to the hotel's network</html>"), .json("[]"), .json(#"{"status":"sold"}"#), .json("{}"),
    .json("{}", status: 500), .json("{}", status: 429), .json("", status: 502),
  ])
  func anUnreadableAnswerIsTemporary(reply: TestReply) async throws {
    #expect(try await failure(reply).kind == .temporary)
  }

  @Test(arguments: [TestReply.json("{}", status: 401), .json("", status: 404), .json("{}", status: 302)])
  func aRefusalIsRejected(reply: TestReply) async throws {
    #expect(try await failure(reply).kind == .rejected)
  }

  @Test func retryAfterIsHeard() async throws {
    let error = try await failure(.json("{}", status: 429, headers: ["Retry-After": "12"]))
    #expect(error.kind == .temporary && error.retryAfter == 12_000)
  }

  @Test func anIdThatWouldChangeThePathIsNotSent() async throws {
    let server = try TestServer(replies: [.json("{}")])
    let error = await #expect(throws: VerificationError.self) { try await client(server).status(of: "../grant") }
    #expect(error?.kind == .rejected && server.requests.isEmpty)
  }
}

/// An app server that records its requests and gives scripted answers.
private final class ScriptedService: VerificationService {
  let seen = Mutex<[String]>([])
  let answer = Mutex(OrderAnswer.processing())
  let error = Mutex<VerificationError?>(nil)

  private func note(_ text: String) throws(VerificationError) {
    seen.withLock { $0.append(text) }
    if let error = error.withLock({ $0 }) { throw error }
  }

  func answer(_ call: AppServerCall) async throws(VerificationError) -> AppServerAnswer {
    switch call {
    case .register(let intent): try note("register \(intent.id)")
    case .upload(let upload): try note("upload \(upload.orderId) \(upload.signedTransactionInfo ?? "")")
    case .status(let orderId):
      try note("status \(orderId)")
      return .order(answer.withLock { $0 })
    case .close(let closing):
      try note("close \(closing.orderId) \(closing.ground.rawValue) \(closing.reason)")
      return .closed(closing.ground != .duplicate)
    case .reopen(let orderId, _, let reason): try note("reopen \(orderId) \(reason)")
    case .claim(let claim):
      try note("claim \(claim.user ?? "")")
      return .ownerships([Ownership(originalTransactionId: "7", users: ["one"], attribution: .token)])
    case .login(let claim):
      try note("login \(claim.anonymous) \(claim.user)\(claim.isConfirmed ? " confirmed" : "")")
      return .claimed(!claim.isConfirmed)
    case .account(let user):
      try note("account \(user)")
      return .account(UserAccount(user: user, policy: .share))
    case .use(let productId, let count, _, _):
      try note("use \(productId) \(count)")
      return .left(count > 5 ? nil : 5 - count)
    default: try note("\(call)")
    }
    return .done
  }
}

/// Blocks a thread of the test server until asynchronous work is done.
private func waiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Value?>(nil)
  Task.detached(executorPreference: ServerExecutor.shared) {
    let value = await work()
    result.withLock { $0 = value }
    done.signal()
  }
  while true {
    done.wait()
    if let value = result.withLock({ $0 }) { return value }
  }
}

/// An executor with threads of its own.
///
/// Hundreds of concurrent tests may keep Swift's shared threads busy for longer than a client waits.
private final class ServerExecutor: TaskExecutor {
  static let shared = ServerExecutor()
  private let queue = DispatchQueue(label: "server", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
