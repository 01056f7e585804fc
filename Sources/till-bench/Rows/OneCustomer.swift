import AppStoreModel
import Device
import Foundation

extension Measurement {
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
    try dashboard.waitUntilQuiet()
    for key in ["2", " ", " ", " ", " "] { _ = try dashboard.press(key) }
    let memory = Double(try dashboard.look().memory) * 1024 / 1_000_000
    try dashboard.quit()
    return [checks.median, reasons.median, memory]
  }
}
