import Core
import Foundation
import HTTP

/// The programs that run during a whole soak test, in a temporary directory.
final class SoakWorld {
  let folder: String
  let server: ServedStore
  let till: TillRun
  private let listener: ListeningProgram
  private let transport = HTTPTransport()
  /// Dashboards of the server, whose customers buy on other devices at the same time.
  private var dashboards: [TerminalProgram] = []
  /// An idle dashboard with files of its own.
  private let quiet: TerminalProgram
  private let quietAtFirst: Double

  var address: String { server.address.text }
  var desk: String { folder + "/desk.db" }

  /// Starts the desk, the server that posts to it, and the idle dashboard.
  init() async throws {
    let program = try Bench.program()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("till-soak-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let till = TillRun(program: program, scratch: folder)
    // The ledger is created first, because the desk needs its root certificate and the server needs the desk.
    let ledger = folder + "/server"
    let root = try till.done(["simulator", "root", "--store", ledger]).document()
    guard let pem = try root.string("root") else { throw BenchFailure("the ledger did not say its root certificate") }
    try pem.write(toFile: folder + "/root.pem", atomically: true, encoding: .utf8)
    try till.done(
      ["desk", "init", "--db", folder + "/desk.db", "--bundle-id", "com.example.piglet", "--environment", "Sandbox"]
        + ["--root", folder + "/root.pem"])
    listener = try ListeningProgram(["desk", "listen", "--db", folder + "/desk.db"], home: folder)
    server = try await ServedStore(notify: listener.text("url"), in: ledger)
    quiet = try TerminalProgram(program, ["--store", folder + "/quiet"], columns: 80, rows: 24)
    try quiet.waitUntilQuiet()
    quietAtFirst = try quiet.processorTime()
    (self.folder, self.till) = (folder, till)
  }

  /// Opens a dashboard for each of the first two customers, on further devices.
  func openDashboards(of actors: [SoakActor]) throws {
    for (number, actor) in actors.prefix(2).enumerated() {
      let place = ["--store", screen(number), "--backend", address]
      for words in [["account", actor.account], ["user", actor.user]] { try till.done(place + words) }
      let dashboard = try TerminalProgram(till.program, place, columns: 120, rows: 40)
      try dashboard.waitForOutput(of: "Premium unlock")
      try dashboard.waitUntilQuiet()
      dashboards.append(dashboard)
    }
  }

  private func screen(_ number: Int) -> String { folder + "/screen\(number)" }

  /// Reads the output of the dashboards.
  func drain() throws {
    for dashboard in dashboards + [quiet] { try dashboard.drain() }
  }

  /// Returns the processor time of the idle dashboard, in milliseconds.
  func quietTime() throws -> Double { try quiet.processorTime() - quietAtFirst }

  // MARK: Samples

  /// Returns the memory of every program, and durations measured while the customers act.
  func look(after time: Duration, _ actors: [SoakActor]) async throws -> SoakLook {
    var look = SoakLook(
      seconds: time / .seconds(1),
      programs: try [server.look(), ProgramLook(at: listener.id)] + dashboards.map { try $0.look() } + [quiet.look()])
    look.wal = try walLength()
    let health = HTTPRequest("GET", server.address.appending(["till", "health"]))
    for _ in 0..<51 {
      let begin = ContinuousClock.now
      guard try await transport.send(health).isSuccess else { throw BenchFailure("the server does not feel well") }
      look.requests.append(ContinuousClock.now - begin)
    }
    for dashboard in dashboards {
      try dashboard.drain()
      look.keys.add(try dashboard.moves(20).times)
    }
    look.done = actors.map(\.done).reduce(0, +)
    return look
  }

  /// Returns the size of all stores' -wal files, in KiB.
  private func walLength() throws -> Int {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix("-wal") }
      .compactMap { try? FileManager.default.attributesOfItem(atPath: folder + "/" + $0)[.size] as? Int }
      .reduce(0, +) / 1024
  }

  // MARK: Final check

  /// Stops all programs in order, and checks whether data was lost.
  func proof(of actors: [SoakActor]) async throws -> SoakProof {
    var proof = SoakProof(actors)
    let waiting = try await server.waitUntilIdle()
    proof.expect(waiting == 0, "\(waiting.map { "\($0)" } ?? "an unknown number of") notifications wait")
    for dashboard in dashboards { try dashboard.quit() }
    dashboards = []
    let devices = actors.map(\.folder) + (0..<2).map(screen)
    for device in devices { try proof.expectSound(till, ["doctor", "--store", device, "--backend", address]) }
    proof.expect(server.stop() == 0, "till serve did not end with status 0")
    proof.expect(listener.stop() == 0, "till desk listen did not end with status 0")
    try proof.compare(ledger: server.ledger, devices: devices.map { $0 + "/device.db" })
    let status = try till.start(["desk", "status", "--db", desk]).wait().document()
    try proof.compare(ledger: server.ledger, desk: status)
    for store in [server.folder, folder + "/quiet"] { try proof.expectSound(till, ["doctor", "--store", store]) }
    try proof.expectSound(till, ["desk", "doctor", "--rebuild", "--db", desk])
    return proof
  }

  func discard() {
    dashboards = []
    _ = server.stop()
    _ = listener.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
