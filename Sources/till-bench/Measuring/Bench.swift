import Core
import Foundation

/// The resources that measurements share: the filled store, created on first use, and the program.
final class Bench {
  private var filled: BenchStore?
  /// The folder of the population that fills the desks; nil for a small population of their own.
  let population: String?

  /// How many notifications a second a desk stored on each engine, as measured so far.
  var listening: [BenchDesk.Engine: Double] = [:]
  private var desks: [BenchDesk.Engine: (desk: BenchDesk, imported: JSONObject)] = [:]

  init(population: String?) { self.population = population }

  /// Returns a store with 10,000 transactions.
  func store() async throws -> BenchStore {
    if let filled { return filled }
    let store = try BenchStore()
    filled = store
    try await store.fill(transactions: 10_000)
    return store
  }

  /// Opens the dashboard at 200×50, by default on the filled store, and waits until it shows products and is quiet.
  ///
  /// - Returns: The dashboard, and the time until its first frame.
  func openDashboard(_ arguments: [String]? = nil) async throws -> (dashboard: TerminalProgram, start: Duration) {
    let store = try await store()
    let arguments = arguments ?? ["--store", store.directory]
    let begin = ContinuousClock.now
    let dashboard = try TerminalProgram(Self.program(), arguments, columns: 200, rows: 50)
    try dashboard.waitForOutput(of: store.firstProductName)
    let start = begin.duration(to: .now)
    try dashboard.waitUntilQuiet()
    return (dashboard, start)
  }

  /// Returns the path of the `till` beside this program.
  static func program() throws(BenchFailure) -> String {
    guard let folder = Bundle.main.executableURL?.deletingLastPathComponent() else {
      throw BenchFailure("this program's own folder is not known")
    }
    let path = folder.appendingPathComponent("till").path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw BenchFailure("there is no till beside till-bench: build it with swift build -c release")
    }
    return path
  }

  /// Returns a desk that is filled with the population, and the report of its import.
  func desk(_ engine: BenchDesk.Engine) throws -> (desk: BenchDesk, imported: JSONObject) {
    if let made = desks[engine] { return made }
    let desk = try BenchDesk(engine)
    let made = (desk, try desk.fill(population))
    desks[engine] = made
    return made
  }

  /// Deletes the store and the desks.
  func discard() {
    filled?.discard()
    desks = [:]
  }
}

/// A measurement, which produces one or several rows.
struct Measurement: Sendable {
  /// The rows in the order of the values, still without values.
  let rows: [BenchRow]
  /// Returns a value for each row, in its unit.
  let measure: @Sendable (Bench) async throws -> [Double]

  /// All measurements, in the order of the report.
  static let all: [Measurement] =
    [.verification, .verificationOnTwoCores, .resolving, .rendering, .starting, .status, .keys]
    // Similar programs are measured in the same run, where they are installed.
    + keysAgainstPeers
    + [.pages, .memory, .idling, .size, .overHTTP, .crowded, .oneCustomer]
    + BenchDesk.Engine.here.flatMap { [.deskImport($0), .deskListening($0), .deskScreen($0), .deskShell($0)] }
}

/// Measured values of one kind.
struct Samples {
  private var values: [Double] = []

  mutating func append(_ value: Double) { values.append(value) }

  mutating func add(_ other: Samples) { values += other.values }

  mutating func append(_ duration: Duration) { values.append(duration.milliseconds) }

  /// The median; zero without values.
  var median: Double { percentile(50) }

  /// Returns the smallest value that at least the given percentage of the values do not exceed; zero without values.
  func percentile(_ percent: Int) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let rank = (sorted.count * percent + 99) / 100
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }

  var largest: Double { values.max() ?? 0 }

  /// Measures some runs of a piece of work in milliseconds, after one run that does not count.
  static func timing(runs: Int, _ work: () throws -> Void) rethrows -> Samples {
    try work()
    var samples = Samples()
    for _ in 0..<runs { samples.append(try ContinuousClock().measure { try work() }) }
    return samples
  }
}

extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }
}

/// One figure, with its budget.
struct BenchRow {
  let name: String
  let unit: String
  let budget: Budget?
  /// The figure in `unit`; nil when it could not be measured.
  var value: Double?

  init(_ name: String, unit: String, budget: Budget? = nil) {
    self.name = name
    self.unit = unit
    self.budget = budget
  }

  /// Whether the figure is within the budget; nil without a budget or a value.
  var isMet: Bool? {
    guard let value, let budget else { return nil }
    return budget.isMet(by: value)
  }
}

/// The smallest or largest value that a figure may have.
enum Budget {
  case atLeast(Double)
  case atMost(Double)

  var limit: Double {
    switch self {
    case .atLeast(let limit), .atMost(let limit): limit
    }
  }

  /// The budget as the table shows it.
  var text: String {
    switch self {
    case .atLeast(let limit): "≥ \(figure(limit))"
    case .atMost(let limit): "≤ \(figure(limit))"
    }
  }

  func isMet(by value: Double) -> Bool {
    switch self {
    case .atLeast(let limit): value >= limit
    case .atMost(let limit): value <= limit
    }
  }
}

/// The reason why a measurement failed or an argument is wrong.
struct BenchFailure: Error, CustomStringConvertible {
  /// The reason, in one line.
  let description: String

  init(_ description: String) { self.description = description }
}

/// Formats a figure with at most three decimals.
func figure(_ value: Double) -> String {
  let rounded = (value * 1000).rounded() / 1000
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int64(rounded)) : String(rounded)
}

/// The report of the figures, for a person or a program.
enum BenchReport {
  /// Returns a plain table.
  static func table(_ rows: [BenchRow]) -> String {
    let cells =
      [["row", "value", "unit", "budget", "held"]]
      + rows.map { row in
        [
          row.name, row.value.map(figure) ?? "not measured", row.unit, row.budget?.text ?? "",
          row.isMet.map { $0 ? "yes" : "NO" } ?? "",
        ]
      }
    let widths = (0..<5).map { column in cells.map { displayWidth(of: $0[column]) }.max() ?? 0 }
    let lines = cells.map { row in
      let line = zip(row, widths).map { padded($0, toWidth: $1) }.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    return lines.joined(separator: "\n")
  }

  /// Returns `{rows: [{name, value, unit, budget, met}]}`; null for a missing value or budget.
  static func json(_ rows: [BenchRow]) -> String {
    let rows: [JSONValue] = rows.map { row in
      [
        "name": .string(row.name), "value": number(row.value), "unit": .string(row.unit),
        "budget": number(row.budget?.limit), "met": row.isMet.map(JSONValue.bool) ?? .null,
      ]
    }
    return JSONValue.object(["rows": .array(rows)]).serialized(.pretty)
  }

  private static func number(_ value: Double?) -> JSONValue {
    guard let value else { return .null }
    return .number(JSONNumber((value * 1000).rounded() / 1000))
  }
}

/// The options of the command line.
struct BenchOptions {
  static let help = """
    till-bench                 measures Till and prints a table
    till-bench --json          prints {rows: [{name, value, unit, budget, met}]} and nothing else
    till-bench --rows A,B      only the rows whose names begin so
    till-bench --population DIR    the desk's rows with what till-bench generate made there, such as a million
    till-bench generate        a population with realistic lives, signed: till-bench generate --help
    till-bench serve-load      clients at a till serve, with faults on: till-bench serve-load --help
    till-bench soak            everything at once, for hours: till-bench soak --help
    till-bench crash           kills till while it works, and looks at what is left: till-bench crash --help
    Measures the till beside it; build both with: swift build -c release
    rows: \(Measurement.all.flatMap(\.rows).map(\.name).joined(separator: ", "))
    Exit status: 0 measured, 1 something could not be measured, 2 wrong usage.
    """

  private(set) var isJSON = false
  private(set) var wantsHelp = false
  private(set) var population: String?
  private var prefixes: [String] = []

  /// Parses the arguments; throws a `BenchFailure` that names an unknown one.
  init(_ arguments: [String]) throws(BenchFailure) {
    var reader = ArgumentReader(arguments, of: "till-bench")
    while let argument = reader.next() {
      switch argument {
      case "--json": isJSON = true
      case "--help", "-h": wantsHelp = true
      case "--population": population = try reader.text(of: argument, "a folder")
      case "--rows": prefixes = Self.names(try reader.text(of: argument, "names"))
      default: throw reader.unknown(argument)
      }
    }
    let names = Measurement.all.flatMap(\.rows).map(\.name)
    if let unknown = prefixes.first(where: { prefix in !names.contains { $0.hasPrefix(prefix) } }) {
      throw BenchFailure("there is no row \(unknown.debugDescription): see till-bench --help")
    }
  }

  /// Returns the names in a list; a comma before a space belongs to a name.
  private static func names(_ list: String) -> [String] {
    list.split(separator: ",").reduce(into: []) { names, part in
      if part.hasPrefix(" "), let last = names.popLast() {
        names.append("\(last),\(part)")
      } else {
        names.append("\(part)")
      }
    }
  }

  /// Returns whether a row was requested; without `--rows`, every row is.
  func wants(_ name: String) -> Bool {
    prefixes.isEmpty || prefixes.contains { name.hasPrefix($0) }
  }
}

/// A reader of a command's arguments, one after the other.
struct ArgumentReader {
  private var rest: ArraySlice<String>
  /// The command that prints the help: `till-bench crash`.
  private let command: String

  init(_ arguments: some Sequence<String>, of command: String) {
    rest = Array(arguments)[...]
    self.command = command
  }

  /// Returns the next argument; nil at the end.
  mutating func next() -> String? { rest.popFirst() }

  /// Returns the text after an option.
  mutating func text(of option: String, _ what: String) throws(BenchFailure) -> String {
    guard let text = rest.popFirst() else { throw BenchFailure("\(option) takes \(what): see \(command) --help") }
    return text
  }

  /// Returns the number after an option.
  mutating func number<Number: LosslessStringConvertible & Comparable>(
    of option: String, in range: ClosedRange<Number>
  ) throws(BenchFailure) -> Number {
    guard let number = rest.popFirst().flatMap({ Number($0) }), range.contains(number) else {
      throw BenchFailure("\(option) takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns the failure for an unknown argument.
  func unknown(_ argument: String) -> BenchFailure {
    BenchFailure("there is no \(argument.debugDescription): see \(command) --help")
  }
}

/// The kernel's figures of a running program.
struct ProgramLook {
  /// Resident memory in KiB (VmRSS).
  let memory: Int
  let descriptors: Int

  /// Reads the figures; throws when the process has ended.
  init(at process: pid_t) throws(BenchFailure) {
    let folder = "/proc/\(process)"
    guard let status = try? String(contentsOfFile: folder + "/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let size = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({ Int($0) }),
      let open = try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd")
    else { throw BenchFailure("the kernel does not tell the memory of the process \(process): it is gone") }
    (memory, descriptors) = (size, open.count)
  }
}

/// The command `openssl speed`, which measures one core of this machine.
enum OpenSSLSpeed {
  /// Measures the ECDSA P-256 verifications per second; throws when the command is missing.
  static func verifications() throws(BenchFailure) -> Double {
    // The command ends at an alarm signal. The pool's threads block all signals; a child that inherits this never ends.
    var none = sigset_t()
    var blocked = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    guard let output = popen("exec openssl speed -seconds 1 ecdsap256 2>/dev/null </dev/null", "r") else {
      throw BenchFailure("no command can be started")
    }
    var bytes: [UInt8] = []
    while case let byte = getc(output), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    let status = pclose(output)
    // The last line of the table ends with the signatures and the verifications per second.
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").last { $0.contains("ecdsa") }
    guard status == 0, let rate = line?.split(separator: " ").last.flatMap({ Double($0) }), rate > 0
    else { throw BenchFailure("the command openssl is missing or says nothing: install the package openssl") }
    return rate
  }
}
