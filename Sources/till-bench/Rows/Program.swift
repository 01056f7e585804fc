import AppStoreModel
import Device
import Foundation

extension Measurement {
  /// The measurement of `till status` on a store with the demo data, from start to exit: the median of twenty.
  static let status = Measurement(
    rows: [BenchRow("till status", unit: "ms", budget: .atMost(12))]
  ) { _ in
    let store = FileManager.default.temporaryDirectory.appendingPathComponent("till-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: store) }
    let words = [try Bench.program(), "status", "--store", store.path]
    return [try Samples.timing(runs: 20) { try run(words) }.median]
  }

  /// The measurement of one customer with a million transactions.
  ///
  /// The rows are one product's answer on the command line, every product's answer with its reasons, and the
  /// dashboard's memory.
  static let oneCustomer = Measurement(rows: [
    BenchRow("a million of one customer, check", unit: "ms, start to exit", budget: .atMost(15)),
    BenchRow("a million of one customer, first reasons", unit: "ms, opening included", budget: .atMost(100)),
    BenchRow("a million of one customer, resident", unit: "MB", budget: .atMost(25)),
  ]) { bench in
    let store = try BenchStore()
    defer { store.discard() }
    try await store.fill(transactions: 1_000_000, as: .oneCustomer)
    let till = try Bench.program()
    let products = try store.reader().products().map(\.id)
    var checks = Samples()
    for product in products {
      checks.add(
        try Samples.timing(runs: 5) { try run([till, "check", product, "--store", store.directory], ending: [0, 3]) })
    }
    let reasons = try Samples.timing(runs: 11) {
      let reader = try store.reader()
      let state = try reader.deviceState()
      _ = try resolvedStatuses(of: reader, at: DeviceClock(machine: state.machineDate, state: state))
    }
    let dashboard = try await bench.openDashboard(["--store", store.directory]).dashboard
    for key in ["2", " ", " ", " ", " "] { _ = try dashboard.press(key) }
    let memory = Double(try dashboard.look().memory) * 1024 / 1_000_000
    try dashboard.quit()
    return [checks.median, reasons.median, memory]
  }

  /// The measurement of the size of the stripped program, as a package would contain it.
  static let size = Measurement(
    rows: [BenchRow("stripped program", unit: "MB", budget: .atMost(25))]
  ) { _ in
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("till-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try run(["/usr/bin/strip", "-o", file.path, Bench.program()])
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    guard let size else { throw BenchFailure("the stripped program cannot be read") }
    return [Double(size) / 1_000_000]
  }

  /// Runs a program without reading its output, and waits for it.
  static func run(_ words: [String], ending expected: Set<Int32> = [0]) throws {
    let arguments = words.map { strdup($0) }
    defer { for word in arguments { free(word) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var (process, status): (pid_t, Int32) = (-1, 0)
    let none: [UnsafeMutablePointer<CChar>?] = [nil]
    guard posix_spawn(&process, words[0], &actions, nil, arguments + [nil], none) == 0,
      waitpid(process, &status, 0) == process, expected.contains(status >> 8), status & 0x7F == 0
    else { throw BenchFailure("\(words[0]) cannot be run, or failed") }
  }
}
