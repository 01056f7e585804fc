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
    let client = try #require(Line(to: served.port))
    client.send(Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
    return client.answer().hasPrefix("HTTP/1.1 200")
  }

  @Test func halfSentLargeBodies() throws {
    let served = try program(Self.serve)
    let size = 16 << 20
    let half = request("/till/v1/verb/buy", size, "") + [UInt8](repeating: UInt8(ascii: " "), count: size - 100)
    var lines: [Line] = []
    for _ in 0..<20 {
      let line = try #require(Line(to: served.port))
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
      var lines: [Line] = []
      for _ in 0..<2500 {
        let line = try #require(Line(to: served.port))
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
      var lines: [Line] = []
      for _ in 0..<5000 {
        let line = try #require(Line(to: served.port))
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
    let lines = try (0..<8).map { _ in try #require(Line(to: served.port)) }
    for line in lines { line.send(request("/verifyReceipt", objects.utf8.count, objects)) }
    for line in lines { #expect(line.answer().contains("HTTP/1.1 200")) }
    let small = "[" + Array(repeating: #"{"a":0}"#, count: 8000).joined(separator: ",") + "]"
    let many = try (0..<64).map { _ in try #require(Line(to: served.port)) }
    for line in many { line.send(request("/till/v1/verb/buy", small.utf8.count, small)) }
    for line in many { #expect(line.answer().hasPrefix("HTTP/1.1 400")) }
    try expectSmall(served)
  }

  /// Tests clients that send requests and never read the answers.
  @Test func answersThatNoClientReads() throws {
    let served = try program(Self.serve)
    let ask = Array("GET /till/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    var lines: [Line] = []
    for _ in 0..<800 {
      let line = try #require(Line(to: served.port))
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
      var lines: [Line] = []
      for _ in 0..<800 {
        let line = try #require(Line(to: served.port))
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
  private let process = Process()
  /// The owner of its files.
  private let till: TillProgram

  init(_ words: [String], _ till: TillProgram) throws {
    self.till = till
    let output = Pipe()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": till.store]
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    var bytes = Data()
    while !bytes.contains(UInt8(ascii: "\n")) {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { break }
      bytes += part
    }
    let line = String(decoding: bytes, as: UTF8.self)
    port = try #require(UInt16(line.firstMatch(of: #/:([0-9]+)"/#)?.output.1 ?? ""), "\(line)")
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Returns the peak memory of the server in KB.
  func mostMemory() throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    return try #require(Int(text.firstMatch(of: #/VmHWM:\s+([0-9]+) kB/#)?.output.1 ?? ""))
  }
}

/// A connection that sends bytes as they are and waits for nothing.
private final class Line {
  private let descriptor: Int32

  init?(to port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    // Sending gives up on a server that reads nothing for a second.
    var wait = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if code != 0 {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Sends as much as the server accepts.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns the beginning of the answer.
  func answer() -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }
}
