import Foundation
import TestSupport
import Testing

/// Tests of clients that try to use up memory, time and descriptors of the real servers.
///
/// The servers stay within their memory limit, and answer other clients. The limit is for a debug build; a release
/// needs some 15 MB less.
@Suite(.serialized, .startsPrograms) struct ServerLimitTests {
  private static let bound = 256 << 10

  /// Raises this process's limit of connections, where the system allows it.
  private static let isAllowed: Bool = {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 6000))
    return limit.rlim_cur >= 6000 && setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
  }()

  private static let desk = ["desk", "listen", "--port", "0", "--json"]
  private static let serve = ["serve", "--empty", "--port", "0", "--json"]

  private func program(
    _ words: [String], through prefix: [String] = [], of till: TillProgram = TillProgram()
  ) throws -> ServedProgram {
    let database = till.store + "/desk.db"
    if words.first == "desk" {
      try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
      let made = try TillProgram.runAlone([
        "desk", "init", "--db", database, "--bundle-id", "com.example.app", "--environment", "Sandbox",
      ])
      #expect(made.status == 0, "\(made.error)")
    }
    let place = words.first == "desk" ? ["--db", database] : ["--store", till.store]
    return try ServedProgram(prefix + [TillProgram.path] + words + place, till)
  }

  private func request(_ path: String, _ length: Int, _ body: String, method: String = "POST") -> [UInt8] {
    Array(
      "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\r\n\(body)"
        .utf8)
  }

  /// Checks that the server never used more memory than allowed.
  private func expectSmall(_ served: ServedProgram) throws {
    let memory = try served.mostMemory()
    #expect(memory < Self.bound, "\(memory) KB")
  }

  /// Returns whether a new client is answered.
  private func isWell(_ served: ServedProgram, _ path: String = "/till/health") throws -> Bool {
    let client = try served.client()
    client.send(Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
    return client.answer().hasPrefix("HTTP/1.1 200")
  }

  @Test func halfSentLargeBodies() throws {
    let served = try program(Self.serve)
    let size = 16 << 20
    let half = request("/till/v1/verb/buy", size, "") + [UInt8](repeating: UInt8(ascii: " "), count: size - 100)
    var lines: [RawClient] = []
    for _ in 0..<20 {
      let line = try served.client()
      line.send(half)
      lines.append(line)
    }
    #expect(try isWell(served))
    try expectSmall(served)
  }

  @Test(.enabled(if: isAllowed, "a process may not have 6,000 descriptors here"))
  func manyHalfSentBodies() throws {
    for (words, path, health) in [
      (Self.desk, "/apple", "/health"), (Self.serve, "/notifications", "/till/health"),
    ] {
      let served = try program(words)
      let size = words == Self.desk ? 256 << 10 : 64 << 10
      let half = request(path, size, "") + [UInt8](repeating: UInt8(ascii: " "), count: size - 100)
      var lines: [RawClient] = []
      for _ in 0..<2500 {
        let line = try served.client()
        line.send(half)
        lines.append(line)
      }
      #expect(try isWell(served, health))
      try expectSmall(served)
    }
  }

  /// Tests heads of the largest size that never end.
  @Test(.enabled(if: isAllowed, "a process may not have 6,000 descriptors here"))
  func manyHalfSentHeads() throws {
    for (words, health) in [(Self.desk, "/health"), (Self.serve, "/till/health")] {
      let served = try program(words)
      let half = Array(
        ("GET / HTTP/1.1\r\n" + (0..<14).map { "X\($0): \(String(repeating: "y", count: 1000))\r\n" }.joined()).utf8)
      var lines: [RawClient] = []
      for _ in 0..<5000 {
        let line = try served.client()
        line.send(half)
        lines.append(line)
      }
      #expect(try isWell(served, health))
      try expectSmall(served)
    }
  }

  /// Tests small bodies that become many values.
  @Test func smallBodiesOfManyValues() throws {
    let served = try program(Self.serve)
    let objects = "[" + Array(repeating: #"{"a":0}"#, count: 500_000).joined(separator: ",") + "]"
    let lines = try (0..<8).map { _ in try served.client() }
    for line in lines { line.send(request("/verifyReceipt", objects.utf8.count, objects)) }
    for line in lines { #expect(line.answer().contains("HTTP/1.1 200")) }
    let small = "[" + Array(repeating: #"{"a":0}"#, count: 8000).joined(separator: ",") + "]"
    let many = try (0..<64).map { _ in try served.client() }
    for line in many { line.send(request("/till/v1/verb/buy", small.utf8.count, small)) }
    for line in many { #expect(line.answer().hasPrefix("HTTP/1.1 400")) }
    try expectSmall(served)
  }

  /// Tests clients that send requests and never read the answers.
  @Test func answersThatNoClientReads() throws {
    let served = try program(Self.serve)
    let ask = Array("GET /till/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    var lines: [RawClient] = []
    for _ in 0..<800 {
      let line = try served.client()
      line.send(Array(repeating: ask, count: 20).flatMap(\.self))
      lines.append(line)
    }
    #expect(try isWell(served))
    try expectSmall(served)
  }

  /// Tests the same clients over TLS, whose buffers and sessions need more memory.
  @Test(
    .enabled(if: ApplesPythonLibrary.isPresent, ApplesPythonLibrary.absence),
    arguments: ["idle", "heads", "bodies", "readers", "handshakes", "half hellos", "long hellos"])
  func clientsWithTLS(kind: String) throws {
    let script = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Python/tls_clients.py"),
      encoding: .utf8)
    let certificate = TillProgram()
    let serve = try program(Self.serve + ["--tls", "auto"], of: certificate)
    let files = ["TLSCertificate.pem", "TLSKey.pem"].map { certificate.store + "/" + $0 }
    let desk = try program(Self.desk + ["--tls"] + files)
    for (served, path, length, health) in [
      (serve, "/notifications", 64 << 10, "/till/health"), (desk, "/apple", 256 << 10, "/health"),
    ] {
      let said = try ApplesPythonLibrary.run(
        script, arguments: [String(served.port), kind, path, String(length), health])
      let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
      #expect(lines.last == "HTTP/1.1 200" && lines.first.flatMap { Int($0) } ?? 0 > 500, "\(lines)")
      try expectSmall(served)
    }
  }

  /// Tests 800 clients that send byte by byte to a server with 600 descriptors: others are still admitted.
  @Test(.enabled(if: isAllowed, "a process may not have 6,000 descriptors here"))
  func drippingClientsAndFewDescriptors() throws {
    for (words, health) in [(Self.desk, "/health"), (Self.serve, "/till/health")] {
      let served = try program(words, through: ["/bin/sh", "-c", "ulimit -n 600; exec \"$0\" \"$@\""])
      var lines: [RawClient] = []
      for _ in 0..<800 {
        let line = try served.client()
        line.send(Array("GET \(health) HTTP/1.1\r\nHost: local".utf8))
        lines.append(line)
      }
      for _ in 0..<10 {
        for line in lines { line.send(Array("h".utf8)) }
        #expect(try isWell(served, health), "\(words)")
      }
    }
  }

  /// Tests a machine that allows too few descriptors or too little memory: the server says so and ends.
  @Test(arguments: ["ulimit -n 12", "ulimit -n 64", "ulimit -v 200000"])
  func tooLittleIsSaid(limit: String) throws {
    let shell = ["/bin/sh", "-c", "\(limit); exec \"$0\" \"$@\""]
    for words in [["serve", "--port", "0"], ["desk", "listen", "--port", "0"]] {
      let run = try TillProgram().run(words, through: shell)
      #expect(run.status == 1 && !run.wasKilled, "\(words) \(run.error)")
      #expect(run.error.contains("ulimit") && run.error.split(separator: "\n").count == 1, "\(run.error)")
    }
  }

  /// Tests an import with little memory: it says so, or succeeds.
  @Test func anImportWithLittleMemoryEndsInWords() throws {
    let till = TillProgram()
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    let (database, file) = (till.store + "/desk.db", till.store + "/lines.jws")
    try Array(repeating: "a.b.c", count: 20_000).joined(separator: "\n").write(
      toFile: file, atomically: true, encoding: .utf8)
    let words = ["--db", database, "--bundle-id", "com.example.app", "--environment", "Sandbox"]
    #expect(try TillProgram.runAlone(["desk", "init"] + words).status == 0)
    for space in [120_000, 200_000, 400_000] {
      let run = try till.run(
        ["desk", "import", file, "--db", database],
        through: ["/bin/sh", "-c", "ulimit -v \(space); exec \"$0\" \"$@\""])
      #expect(!run.wasKilled && (run.status == 0 || run.error.contains("ulimit")), "\(space) \(run.error)")
    }
  }
}

/// A server that runs until this object is released.
private final class ServedProgram {
  let port: UInt16
  private let program: StartedProgram
  /// The owner of its files.
  private let till: TillProgram

  init(_ words: [String], _ till: TillProgram) throws {
    self.till = till
    program = try StartedProgram(words, home: till.store)
    port = try #require(UInt16(program.line.firstMatch(of: #/:([0-9]+)"/#)?.output.1 ?? ""), "\(program.line)")
  }

  deinit {
    program.kill()
    program.end()
  }

  /// Returns the peak memory of the server in KB.
  func mostMemory() throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(program.number)/status", encoding: .utf8)
    return try #require(Int(text.firstMatch(of: #/VmHWM:\s+([0-9]+) kB/#)?.output.1 ?? ""))
  }

  /// Connects a client that sends bytes as they are, and gives up on a server that reads nothing for a second.
  func client() throws -> RawClient { try RawClient(port: port, sendLimit: 1) }
}

extension RawClient {
  /// Returns the beginning of the answer.
  fileprivate func answer() -> String { String(decoding: read() ?? [], as: UTF8.self) }
}
