import Foundation

/// What measurements share: the filled store, made when the first one asks, and the program.
final class Bench {
  private var filled: BenchStore?

  /// A store with 10,000 transactions.
  func store() async throws -> BenchStore {
    if let filled { return filled }
    let store = try BenchStore()
    filled = store
    try await store.fill(transactions: 10_000)
    return store
  }

  /// Opens the dashboard on the filled store at 200×50, until it shows products.
  ///
  /// - Returns: The dashboard, and how long its first frame took.
  func openDashboard() async throws -> (dashboard: TerminalProgram, start: Duration) {
    let store = try await store()
    let clock = ContinuousClock()
    let begin = clock.now
    let dashboard = try TerminalProgram(Self.program(), ["--store", store.directory], columns: 200, rows: 50)
    try dashboard.waitForOutput(of: store.firstProductName)
    return (dashboard, clock.now - begin)
  }

  /// The `till` that lies beside this program.
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

  /// Throws the store away.
  func discard() { filled?.discard() }
}
