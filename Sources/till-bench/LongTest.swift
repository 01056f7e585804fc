import Core
import Foundation

/// A test of the whole program, which runs for long and looks at what is left.
enum LongTest: String {
  case crash
  case load = "serve-load"
  case soak

  /// The number of kills, clients or customers, where the arguments name none.
  fileprivate var usualCount: Int {
    switch self {
    case .crash: 300
    case .load: 6
    case .soak: 4
    }
  }

  var help: String {
    switch self {
    case .crash:
      """
      till-bench crash           kills the till beside it in the middle of its work, and looks at what is left
      --kills N                  so many times at a random moment (300)
      --seed N                   the same choices again; the moments are the machine's
      --json                     prints one document and nothing else
      Two devices and two users on one ledger and one app server. Each named step is killed at once as well.
      Exit status: 0 nothing was lost or delivered twice, 1 something was, 2 wrong usage.
      """
    case .load:
      """
      till-bench serve-load      several clients at a till serve, with faults on, and a look at what is left
      --minutes N                so long (5); a fraction is allowed
      --clients N                so many at once (6)
      --seed N                   the same choices again; their order is the machine's
      --json                     prints one document and nothing else
      Devices that buy, restore, read histories, ask for refunds and upload orders, an app server that reads the App Store
      Server API, receipts, garbage, a stream of updates for each, and notifications out.
      Exit status: 0 nothing was lost and the memory is flat, 1 otherwise, 2 wrong usage.
      """
    case .soak:
      """
      till-bench soak            a till serve, a desk that listens to it, dashboards and devices, all at once
      --hours H                  so long (1); a fraction is allowed
      --actors N                 so many devices with a customer each (4)
      --seed N                   the same choices again; their order is the machine's
      --json                     prints one document and nothing else
      Memory, descriptors, the lengths of the -wal files, how long a request and a key take, each minute. Then: whether each
      purchase that was answered is in the ledger, delivered once, and known at the desk.
      Exit status: 0 nothing was lost and nothing grew more than it may, 1 otherwise, 2 wrong usage.
      """
    }
  }

  /// Runs the test.
  ///
  /// - Throws: A `BenchFailure` where the program cannot be used at all, and where the crash test finds a problem.
  func run(_ options: TestOptions) async throws -> any TestFigures {
    switch self {
    case .crash:
      var test = try CrashTest(options)
      return try test.run()
    case .load: return try await LoadTest(options).run()
    case .soak:
      return try await SoakTest(options).run { line in
        // Each line is written at once, so that a program that reads the pipe gets it immediately.
        if !options.isJSON { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
      }
    }
  }
}

/// The result of a test.
protocol TestFigures {
  /// Whether nothing was lost, and nothing grew more than it may.
  var isGood: Bool { get }
  var text: String { get }
  var document: JSONObject { get }
}

/// The options of a test.
struct TestOptions {
  /// The number of kills, clients or customers.
  private(set) var count: Int
  /// How long clients and customers work.
  private(set) var seconds: Double
  private(set) var seed = UInt64.random(in: 1...1_000_000)
  private(set) var isJSON = false
  private(set) var wantsHelp = false

  /// Parses the arguments after the test's name; throws a `BenchFailure` that names the wrong one.
  init(_ arguments: some Sequence<String>, of test: LongTest) throws(BenchFailure) {
    (count, seconds) = (test.usualCount, test == .load ? 300 : 3600)
    var reader = ArgumentReader(arguments, of: "till-bench \(test.rawValue)")
    while let argument = reader.next() {
      switch (argument, test) {
      case ("--json", _): isJSON = true
      case ("--help", _), ("-h", _): wantsHelp = true
      case ("--seed", _): seed = try reader.number(of: argument, in: 0...UInt64.max)
      case ("--kills", .crash): count = try reader.number(of: argument, in: 0...100_000)
      case ("--clients", .load): count = try reader.number(of: argument, in: 1...64)
      case ("--actors", .soak): count = try reader.number(of: argument, in: 2...64)
      case ("--minutes", .load): seconds = try reader.number(of: argument, in: 0.05...600) * 60
      case ("--hours", .soak): seconds = try reader.number(of: argument, in: 0.001...1000) * 3600
      default: throw reader.unknown(argument)
      }
    }
  }
}
