import Foundation
import SignedData
import StrictJSON

extension Measurement {
  /// An import into a desk, verified, derived and durable, as a share of what two cores verify; and how long it takes to
  /// find one of its customers.
  static let desk = Measurement(
    rows: [
      BenchRow("desk import", unit: "of verification on two cores", budget: .atLeast(0.4)),
      BenchRow("desk import rate", unit: "transactions/s"),
      BenchRow("desk find", unit: "ms, start to exit", budget: .atMost(12)),
    ]
  ) { _ in
    let folder = FileManager.default.temporaryDirectory.appending(path: "till-bench-desk-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try Generator(GeneratorOptions(customers: 2000, transactions: 20_000, folder: folder.path)).run()
    let place = ["--db", folder.appending(path: "desk.db").path]
    let document = try till(
      ["desk", "import", folder.appending(path: "histories.jws.gz").path, "--json"] + place
        + ["--root", folder.appending(path: "root.pem").path])
    guard let rate = document["perSecond"]?.numberValue?.int64, document["failed"]?.numberValue?.int64 == 0 else {
      throw BenchFailure("the import failed")
    }
    let verified = try VerificationWorkload().rate(threads: 2)
    let finding = try Samples.timing(runs: 9) { _ = try till(["desk", "find", "2000000000", "--json"] + place) }
    return [Double(rate) / verified, Double(rate), finding.median]
  }

  /// Runs the program and reads its document.
  private static func till(_ arguments: [String]) throws -> JSONObject {
    let process = Process()
    process.executableURL = URL(filePath: try Bench.program())
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0, let document = try JSONValue(parsing: bytes).objectValue else {
      throw BenchFailure("till \(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
    }
    return document
  }
}
