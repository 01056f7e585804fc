import AppStoreModel
import Core
import Foundation
import Simulator

/// A desk for measurements: in a file, in a PostgreSQL server of its own, or in a schema of a server with Citus.
final class BenchDesk {
  enum Engine: Sendable {
    case sqlite
    case postgreSQL
    case citus

    /// The engines that are measured here: PostgreSQL where it is installed, Citus where `TILL_CITUS` names a server.
    static let here: [Engine] =
      [.sqlite] + (BenchCluster.programs == nil ? [] : [.postgreSQL]) + (citusServer == nil ? [] : [.citus])

    /// The address of a coordinator of Citus, whose workers run on this machine as well.
    static let citusServer = ProcessInfo.processInfo.environment["TILL_CITUS"]

    /// The suffix of the rows' names.
    var suffix: String {
      switch self {
      case .sqlite: ""
      case .postgreSQL: ", PostgreSQL"
      case .citus: ", Citus"
      }
    }
  }

  let folder = FileManager.default.temporaryDirectory.appending(path: "till-bench-desk-\(UUID().uuidString)")
  /// The command-line options that name the desk.
  let place: [String]
  private let cluster: BenchCluster?
  /// The schema on a server with Citus, which is dropped at the end.
  private let schema: (server: String, name: String)?

  init(_ engine: Engine) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    cluster = engine == .postgreSQL ? try BenchCluster() : nil
    let name = "bench_\(UInt32.random(in: 0...UInt32.max))"
    let server = engine == .citus ? Engine.citusServer : nil
    schema = server.map { ($0, name) }
    place = [
      "--db",
      try server.map { "\($0)?options=-csearch_path%3D\(name)" } ?? cluster?.address("desk")
        ?? folder.appending(path: "desk.db").path,
    ]
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
    guard let schema else { return }
    try? Measurement.run([
      "/usr/bin/psql", "-qXc", "SET client_min_messages = error; DROP SCHEMA IF EXISTS \(schema.name) CASCADE",
      schema.server,
    ])
  }

  /// Creates the desk, which trusts this root certificate.
  func begin(root: String) throws {
    let words = [
      "desk", "init", "--bundle-id", Population(customers: 1, transactions: 1, seed: 1).bundleId, "--environment",
      "Sandbox", "--root", root,
    ]
    _ = try till(words + place + (schema == nil ? [] : ["--distributed"]))
  }

  /// Fills the desk with a population, and returns the document of the import.
  func fill(_ population: String?) throws -> JSONObject {
    let made = population ?? folder.path
    if population == nil {
      _ = try Generator(GeneratorOptions(customers: 2000, transactions: 20_000, folder: made)).run()
    }
    try begin(root: made + "/root.pem")
    let document = try till(["desk", "import", made + "/histories.jws.gz"] + place)
    guard document["failed"]?.numberValue?.int64 == 0 else { throw BenchFailure("the import failed") }
    return document
  }

  /// Runs the program, and parses its document.
  func till(_ words: [String]) throws -> JSONObject {
    try TillRun(program: Bench.program(), scratch: folder.path).done(words).document()
  }
}

extension Measurement {
  /// Measures an import that is verified, derived and durable, as a share of the signatures that two cores verify.
  static func deskImport(_ engine: BenchDesk.Engine) -> Measurement {
    Measurement(
      rows: [
        BenchRow(
          "desk import" + engine.suffix, unit: "of verification on two cores",
          budget: .atLeast(engine == .sqlite ? 0.4 : 0.2)),
        BenchRow("desk import rate" + engine.suffix, unit: "signed statements/s"),
      ]
    ) { bench in
      let document = try bench.desk(engine).imported
      // A renewal info is verified and stored like a transaction.
      guard let seconds = document["seconds"]?.numberValue?.double, seconds > 0,
        let transactions = document["imported"]?.numberValue?.int64,
        let renewals = document["renewalInfos"]?.numberValue?.int64
      else { throw BenchFailure("the import has no figures") }
      let rate = Double(transactions + renewals) / seconds
      return [rate / (try VerificationWorkload().rate(threads: 2)), rate]
    }
  }

  /// Measures notifications over 64 connections, answered after their commits, until all entitlements are derived.
  static func deskListening(_ engine: BenchDesk.Engine) -> Measurement {
    Measurement(
      rows: [
        BenchRow(
          "desk listen" + engine.suffix, unit: "notifications/s",
          budget: engine == .citus ? nil : .atLeast(engine == .sqlite ? 3000 : 2000)),
        BenchRow("desk listen, then derived" + engine.suffix, unit: "s", budget: .atMost(5)),
      ]
        + (engine == .citus
          ? [BenchRow("desk listen, Citus against PostgreSQL", unit: "of its rate", budget: .atLeast(0.3))] : [])
    ) { bench in
      let desk = try BenchDesk(engine)
      let identity = try SigningIdentity()
      let root = desk.folder.appending(path: "root.pem")
      try Data(identity.rootCertificatePEM.utf8).write(to: root)
      try desk.begin(root: root.path)
      // The notifications arrive in the order of their dates; there are more of them for a large desk.
      let size = bench.population == nil ? 1 : 4
      let population = Population(customers: 1200 * size, transactions: 6000 * size, seed: 7)
      let events = (0..<population.customers).flatMap { population.life(of: $0) }.sorted { $0.date < $1.date }
      let bodies = try events.map { Array("{\"signedPayload\":\"\(try $0.signedNotification(by: identity))\"}".utf8) }
      let program = try ListeningProgram(["desk", "listen"] + desk.place, home: desk.folder.path)
      defer { _ = program.stop() }
      guard let port = program.document["port"]?.numberValue?.int64 else { throw BenchFailure("no port") }
      let time = try Postman(port: UInt16(port), connections: 64).deliver(bodies)
      let derived = try ContinuousClock().measure {
        while try desk.till(["desk", "status"] + desk.place)["waiting"]?.numberValue?.int64 ?? 0 > 0 {
          usleep(20_000)
        }
      }
      let rate = Double(bodies.count) / (time / .seconds(1))
      bench.listening[engine] = rate
      let ratio = bench.listening[.postgreSQL].map { rate / $0 }
      return [rate, derived / .seconds(1)] + (engine == .citus ? [ratio].compactMap { $0 } : [])
    }
  }

  /// Measures the desk's screen: its start, the first page of each saved view, and its memory with an open customer.
  static func deskScreen(_ engine: BenchDesk.Engine) -> Measurement {
    let memory: Double = engine == .sqlite ? 25 : 35
    return Measurement(rows: [
      BenchRow("desk, start to first frame" + engine.suffix, unit: "ms", budget: .atMost(15)),
      BenchRow("desk, start to the customers" + engine.suffix, unit: "ms"),
      BenchRow("desk, first page of a saved view" + engine.suffix, unit: "ms, median", budget: .atMost(3)),
      BenchRow("desk, resident memory" + engine.suffix, unit: "MB", budget: .atMost(memory)),
      BenchRow("desk, resident memory, customer opened" + engine.suffix, unit: "MB", budget: .atMost(memory)),
    ]) { bench in
      let desk = try bench.desk(engine).desk
      func open(until text: String = "#") throws -> (TerminalProgram, Duration) {
        let begin = ContinuousClock.now
        let screen = try TerminalProgram(
          Bench.program(), ["desk"] + desk.place, columns: 200, rows: 50, environment: ["HOME=\(desk.folder.path)"])
        try screen.waitForOutput(of: text)
        return (screen, begin.duration(to: .now))
      }
      var (frames, starts, pages) = (Samples(), Samples(), Samples())
      for run in 0..<9 {
        let (painted, frame) = try open(until: "Customers")
        try painted.waitUntilQuiet()
        let (screen, start) = try open()
        try screen.waitUntilQuiet()
        // The first start also loads the program into the machine's memory, so it does not count.
        if run > 0 {
          frames.append(frame)
          starts.append(start)
        }
      }
      let (screen, _) = try open()
      try screen.waitUntilQuiet()
      let memory = Double(try screen.look().memory) * 1024 / 1_000_000
      // Opens the first three views in turn, and returns to the list of views each time.
      _ = try screen.press("2")
      for round in 0..<12 {
        let page = try screen.press("\r")
        if round >= 3 { pages.append(page.duration) }
        _ = try screen.press("\u{1B}")
        for key in round % 3 == 2 ? ["k", "k"] : ["j"] { _ = try screen.press(key) }
      }
      _ = try screen.press("1")
      _ = try screen.press("\r")
      try screen.waitUntilQuiet()
      return [frames.median, starts.median, pages.median, memory, Double(try screen.look().memory) * 1024 / 1_000_000]
    }
  }

  /// Measures finding a customer by an id from the shell, in turn with the same query in the database's own shell.
  static func deskShell(_ engine: BenchDesk.Engine) -> Measurement {
    let shell = engine == .sqlite ? "/usr/bin/sqlite3" : "/usr/bin/psql"
    let name = engine == .sqlite ? "sqlite3's shell" : "psql"
    // Citus joins no look-up with a customer's rows, because they are on different shards.
    let isHere = engine != .citus && access(shell, X_OK) == 0
    return Measurement(
      rows: [BenchRow("desk find" + engine.suffix, unit: "ms, start to exit", budget: .atMost(12))]
        + (isHere ? [BenchRow("desk find, against \(name)", unit: "of its time")] : [])
    ) { bench in
      let desk = try bench.desk(engine).desk
      let id = "2000000000"
      let program = try [Bench.program(), "desk", "find", id] + desk.place
      guard isHere else { return [try Samples.timing(runs: 9) { try run(program) }.median] }
      let question = """
        SELECT l.customer, d.product, d.state, m.spent FROM lookups l JOIN derived d ON d.customer = l.customer
        LEFT JOIN money m ON m.customer = l.customer WHERE l.id BETWEEN 2000000000000000 AND 2000000000999999 LIMIT 50
        """
      let words =
        engine == .sqlite
        ? [desk.place[1], question] : ["-X", "-c", "SET search_path TO till_desk; " + question, desk.place[1]]
      var (ours, theirs) = (Samples(), Samples())
      for _ in 0..<9 {
        ours.add(try Samples.timing(runs: 1) { try run(program) })
        theirs.add(try Samples.timing(runs: 1) { try run([shell] + words) })
      }
      return [ours.median, ours.median / theirs.median]
    }
  }
}
