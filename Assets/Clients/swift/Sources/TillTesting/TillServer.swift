import Foundation

/// A `till serve` process for tests.
public final class TillServer: Sendable {
  /// The server that all tests of this process share; it ends with the process.
  public static var shared: TillServer { get throws { try started.get() } }

  private static let started = Result { try TillServer() }

  /// The URL at which the server listens.
  public let url: String
  let control: Control
  private let process: Process
  private let input: Pipe
  private let folder: URL

  /// A shell script that starts the server and kills it when its input ends, even if this process is killed.
  private static let keeper = """
    exec 3<&0
    { read -r _ <&3; kill $$; } >&- 2>&- &
    exec "$@" </dev/null 3<&-
    """

  /// Starts a server on a free port, with temporary files.
  ///
  /// - Parameters:
  ///   - program: The path of the program; by default the variable TILL, or `till` on the PATH.
  ///   - options: Further options of `till serve`.
  public init(program: String? = nil, options: [String] = []) throws {
    let program = program ?? ProcessInfo.processInfo.environment["TILL"] ?? "till"
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("till-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let log = folder.appendingPathComponent("access.log")
    try Data().write(to: log)
    (process, input) = (Process(), Pipe())
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", Self.keeper, "till", program, "serve", "--empty", "--port", "0", "--json"]
      + ["--store", folder.appendingPathComponent("store").path] + options
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { break }
      line += part
    }
    let said = try? JSONDecoder().decode(JSON.self, from: line)
    guard let url = said?["url"].string else {
      Self.end(process, input)
      let errors = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
      try? FileManager.default.removeItem(at: folder)
      let reason = errors.split(separator: "\n").last.map(String.init) ?? "no answer"
      throw TillError("till serve did not start: \(reason)", kind: "notStarted")
    }
    (self.url, control) = (url, Control(url: url))
  }

  deinit {
    Self.end(process, input)
    try? FileManager.default.removeItem(at: folder)
  }

  private static func end(_ process: Process, _ input: Pipe) {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
