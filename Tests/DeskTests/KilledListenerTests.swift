import AppStoreModel
import Core
import Dispatch
import Foundation
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests that kill `till desk listen` or its database while notifications arrive on many connections.
///
/// Every notification that was answered 200 is stored, once.
@Suite(.startsPrograms) struct KilledListenerTests {
  /// How often the tests kill a process; set by `TILL_KILLS=200`, 5 by default.
  private static var kills: Int { ProcessInfo.processInfo.environment["TILL_KILLS"].flatMap(Int.init) ?? 5 }
  private static let connections = 64

  @Test func nothingThatWasAnsweredIsLost() async throws {
    try await Self.look {
      let world = try DeskWorld(customers: 10, transactions: 50 + 10 * Self.kills)
      let path = world.place.folder.appending(path: "desk.db").path
      return try Self.kill(Self.kills, world, ["--db", path]) { $0.kill() }
    }
  }

  @Test(PostgreSQLCluster.isHere) func nothingIsLostWhenPostgreSQLIsKilled() async throws {
    try await Self.look {
      // A cluster for this test alone, because the test kills it. Its commits wait for the disk.
      guard let cluster = PostgreSQLCluster(isDurable: true) else { throw DeskError(.busy) }
      let world = try DeskWorld(on: .postgreSQL, customers: 10, transactions: 50 + 10 * Self.kills)
      let address = cluster.address(cluster.database())
      world.place.addresses.withLock { $0["desk"] = try? PostgreSQLAddress(address) }
      let both = Mutex(0)
      return try Self.kill(Self.kills, world, ["--db", address]) { listener in
        let count = both.withLock { count -> Int in
          count += 1
          return count
        }
        if count.isMultiple(of: 2) { listener.kill() } else { cluster.crash() }
      }
    }
  }

  /// A command that kills one of Citus's workers and starts it again, if the environment names one.
  private static let strike = ProcessInfo.processInfo.environment["TILL_CITUS_STRIKE"]

  /// Tests a killed worker of Citus: the listener says 503 meanwhile, and 200 when the worker is back.
  ///
  /// It runs only on request, because it affects every other test on that server.
  @Test(.enabled(if: strike != nil, "TILL_CITUS_STRIKE names no command that kills a worker"))
  func nothingIsLostWhenAWorkerOfCitusIsKilled() async throws {
    try await Self.look {
      let world = try DeskWorld(on: .citus, customers: 10, transactions: 50 + 10 * Self.kills)
      do { _ = try world.desk() }
      let address = world.place.addresses.withLock { $0["desk"]?.text ?? "" }
      return try Self.kill(Self.kills, world, ["--db", address], closes: false) { listener in
        let isBack = Mutex(false)
        startThread {
          _ = Spawn.run(["/bin/sh", "-c", Self.strike ?? "false"], in: "/")
          isBack.withLock { $0 = true }
        }
        var told: Set<Int?> = []
        while !isBack.withLock({ $0 }) {
          told.insert(listener.health())
          usleep(100_000)
        }
        #expect(told.contains(503) && told.isSubset(of: [200, 503]), "\(told)")
        let end = ContinuousClock.now + .seconds(60)
        while listener.health() != 200, ContinuousClock.now < end { usleep(100_000) }
        #expect(listener.health() == 200)
      }
    }
  }

  /// Tests a connection to the database that is cut again and again, also after a COMMIT and before its answer.
  @Test(PostgreSQLCluster.isHere) func nothingIsLostWhenTheNetworkIsCut() async throws {
    try await Self.look {
      guard let cluster = PostgreSQLCluster.shared, let proxy = SocketProxy(to: cluster.socket) else {
        throw DeskError(.busy)
      }
      defer { proxy.end() }
      let world = try DeskWorld(on: .postgreSQL, customers: 10, transactions: 50 + 10 * Self.kills)
      let address = cluster.address(cluster.database())
      world.place.addresses.withLock { $0["desk"] = try? PostgreSQLAddress(address) }
      let cuts = Mutex(0)
      return try Self.kill(
        Self.kills, world, ["--db", address.replacing(cluster.socket, with: proxy.folder)], closes: false
      ) { _ in
        let count = cuts.withLock { count -> Int in
          count += 1
          return count
        }
        if count.isMultiple(of: 2) { proxy.cut() } else { proxy.cutBehind("COMMIT") }
      }
    }
  }

  /// Whether this process can mount a small file system that only one program sees.
  private static let canMount =
    Spawn.run(["/usr/bin/env", "unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"], in: "/").status == 0

  /// Tests a full disk: the answer is 503, and with room again the same listener stores everything once.
  @Test(.enabled(if: KilledListenerTests.canMount, "this machine lets nobody mount a small file system"))
  func nothingIsLostOnAFullDisk() async throws {
    try await Self.look {
      let world = try DeskWorld(customers: 10, transactions: 120)
      do { _ = try world.desk() }
      let (folder, letters) = (world.place.folder.path, try Self.letters(world))
      let script = """
        kept=$(mktemp -d); cp -a "$0/." "$kept"; mount -t tmpfs -o size=24m none "$0"; cp -a "$kept/." "$0"
        rm -rf "$kept"; exec "$@"
        """
      let listener = try ListeningProgram(
        ["--db", folder + "/desk.db"], through: ["unshare", "-m", "/bin/sh", "-c", script, folder])
      defer { listener.end() }
      let inside = "/proc/\(listener.number)/root" + folder
      let mail = Mail(letters)
      let postmen = DispatchSemaphore(value: 0)
      func send(upTo count: Int) {
        for _ in 0..<8 {
          startThread {
            mail.deliver(upTo: count, port: listener.port)
            postmen.signal()
          }
        }
      }
      send(upTo: letters.count / 3)
      for _ in 0..<8 { postmen.wait() }
      let filler = inside + "/filler"
      _ = Spawn.run(["/bin/sh", "-c", "cat /dev/zero > \(filler)"], in: "/")
      send(upTo: letters.count)
      mail.waitForRefusal()
      try FileManager.default.removeItem(atPath: filler)
      for _ in 0..<8 { postmen.wait() }
      // SQLite resolves links itself, and would leave the listener's own mount.
      let kept = folder + "-kept"
      _ = Spawn.run(["/bin/cp", "-a", inside + "/.", kept], in: "/")
      defer { try? FileManager.default.removeItem(atPath: kept) }
      let desk = try CustomerDesk(SQLiteEngine(kept + "/desk.db", schema: .desk))
      return try Self.outcome(letters, mail, desk)
    }
  }

  /// The notifications that were sent, those that were answered, and those that the desk holds.
  private struct Outcome: Sendable {
    let sent: Set<String>
    let answered: Set<String>
    let held: [String]
    let figure: Int
    let different: [Int64]
  }

  /// Runs the work on a thread of its own, and checks its outcome.
  private static func look(_ work: @escaping @Sendable () throws -> Outcome) async throws {
    let made = Mutex<Outcome?>(nil)
    let faults = await onThreads(1) { _ in
      let outcome = try work()
      made.withLock { $0 = outcome }
    }
    #expect(faults == [])
    let outcome = try #require(made.withLock { $0 })
    #expect(outcome.answered == outcome.sent)
    #expect(Set(outcome.held) == outcome.answered)
    #expect(outcome.held.count == outcome.answered.count)
    #expect(outcome.figure == outcome.answered.count)
    #expect(outcome.different == [])
  }

  /// Sends a population's notifications, and kills a process in between.
  private static func kill(
    _ kills: Int, _ world: DeskWorld, _ place: [String], closes: Bool = true, _ strike: (ListeningProgram) -> Void
  ) throws -> Outcome {
    let desk = try world.desk()
    let bodies = try letters(world)
    let mail = Mail(bodies)
    var generator = SeededGenerator(seed: UInt64(kills))
    for number in 0...kills {
      let listener = try ListeningProgram(place)
      // The notifications to send before this kill; some are left for the time after the last kill.
      let due = number == kills ? bodies.count : bodies.count * (number + 1) / (kills + 2)
      let postmen = DispatchSemaphore(value: 0)
      for _ in 0..<connections {
        startThread {
          mail.deliver(upTo: due, port: listener.port)
          postmen.signal()
        }
      }
      if number < kills {
        mail.wait(for: due - Int.random(in: 1...10, using: &generator))
        strike(listener)
        if closes { mail.close() }
      }
      for _ in 0..<connections { postmen.wait() }
      mail.open()
      listener.end()
    }
    // From here on the desk uses the machine's clock, as the listeners do.
    world.clock.withLock { $0 = .machine }
    return try outcome(bodies, mail, desk)
  }

  private static func letters(_ world: DeskWorld) throws -> [(uuid: String, body: String)] {
    try (0..<world.population.customers).flatMap { world.population.life(of: $0) }.map {
      (uuid: $0.uuid, body: #"{"signedPayload":"\#(try $0.signedNotification(by: world.signer))"}"#)
    }
  }

  private static func outcome(
    _ bodies: [(uuid: String, body: String)], _ mail: Mail, _ desk: CustomerDesk
  ) throws -> Outcome {
    try desk.settle()
    let held: [String] = try desk.engine.rows("SELECT uuid FROM notifications", values: []) { try $0["uuid"] }
    return Outcome(
      sent: Set(bodies.map { $0.uuid.lowercased() }), answered: mail.answered, held: held,
      figure: try desk.figure("notifications"), different: try desk.compareWithRebuild().different)
  }
}

/// A queue of notifications; each is sent again until it is answered 200, as Apple does.
private final class Mail: Sendable {
  private struct State {
    var waiting: [Int]
    var answered: Set<Int> = []
    var isClosed = false
    var refused = 0
  }

  private let letters: [(uuid: String, body: String)]
  private let state: Mutex<State>

  init(_ letters: [(uuid: String, body: String)]) {
    self.letters = letters
    state = Mutex(State(waiting: Array(letters.indices.reversed())))
  }

  var answered: Set<String> { Set(state.withLock { $0.answered }.map { letters[$0].uuid.lowercased() }) }

  func close() { state.withLock { $0.isClosed = true } }
  func open() { state.withLock { $0.isClosed = false } }

  /// Waits until the desk has answered a sender with 503.
  func waitForRefusal() {
    let (end, before) = (ContinuousClock.now + .seconds(120), state.withLock { $0.refused })
    while state.withLock({ $0.refused }) == before, ContinuousClock.now < end { usleep(500) }
  }

  /// Waits until this many notifications were answered.
  func wait(for count: Int) {
    let end = ContinuousClock.now + .seconds(120)
    while state.withLock({ $0.answered.count }) < count, ContinuousClock.now < end { usleep(500) }
  }

  /// Sends waiting notifications until `count` were answered, or until the test stops the sending.
  func deliver(upTo count: Int, port: UInt16) {
    var line: RawClient?
    while true {
      let next = state.withLock { state -> Int? in
        state.isClosed || state.answered.count >= count ? nil : state.waiting.popLast() ?? -1
      }
      guard let next else { return }
      guard next >= 0 else {
        usleep(1000)
        continue
      }
      line = line ?? (try? RawClient(port: port))
      let status = line?.post(letters[next].body)
      let isKept = status == 200
      if !isKept {
        line = nil
        usleep(2000)
      }
      state.withLock { state in
        if status == 503 { state.refused += 1 }
        if isKept { state.answered.insert(next) } else { state.waiting.insert(next, at: 0) }
      }
    }
  }
}

extension RawClient {
  /// Posts a body and returns the status of the answer; nil without an answer.
  fileprivate func post(_ body: String) -> Int? { status(of: "POST /", body) }

  /// Sends a request and returns the status of the answer; nil without an answer.
  fileprivate func status(of line: String, _ body: String = "") -> Int? {
    let head = "\(line) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    guard send(head + body) else { return nil }
    return (try? read(until: "\r\n\r\n"))?.statuses.first
  }
}

/// A `till desk listen` process that runs until the test ends or kills it.
final class ListeningProgram: Sendable {
  let port: UInt16
  private let program: StartedProgram

  /// The process id.
  var number: Int32 { program.number }

  init(_ arguments: [String], through words: [String] = []) throws {
    let bundle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    program = try StartedProgram(
      ["/usr/bin/env"] + words
        + [bundle.appending(path: "till").path, "desk", "listen", "--port", "0", "--json"] + arguments,
      home: ScratchFolder.path)
    port = try #require(
      UInt16(program.line.firstMatch(of: #/"port":\s*([0-9]+)/#)?.output.1 ?? ""), "\(program.line)")
  }

  /// Returns the status that `/health` answers; nil without an answer.
  func health() -> Int? { (try? RawClient(port: port))?.status(of: "GET /health") }

  func kill() { program.kill() }

  func end() { program.end() }
}
