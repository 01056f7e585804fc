import Core
import Foundation

/// The real program, run in a device's directory.
struct TillRun {
  /// The end of one run.
  struct Ending {
    /// The exit status; nil when a signal ended the run.
    let status: Int32?
    let output: String
    let error: String
    let duration: Duration

    func document() throws(BenchFailure) -> JSONObject {
      guard case .object(let document) = try? JSONValue(parsing: output) else {
        throw BenchFailure("no document: \(output.prefix(200)) \(error.prefix(400))")
      }
      return document
    }
  }

  let program: String
  /// The folder for the output files; simultaneous runs need different file names.
  let scratch: String

  /// Starts a run without waiting for its end.
  func start(_ arguments: [String], tag: String = "main") throws -> Started {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments + ["--json", "--yes"]
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": scratch]
    let (output, error) = (scratch + "/\(tag).out", scratch + "/\(tag).err")
    for file in [output, error] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    process.standardInput = FileHandle(forReadingAtPath: "/dev/null")
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: error)
    let begin = ContinuousClock().now
    try process.run()
    return Started(process: process, output: output, error: error, begin: begin)
  }

  /// Runs a command to its end.
  ///
  /// - Throws: A `BenchFailure` when it does not end with status 0.
  @discardableResult
  func done(_ arguments: [String], tag: String = "main") throws -> Ending {
    let ending = try start(arguments, tag: tag).wait()
    guard ending.status == 0 else { throw BenchFailure("till \(arguments.joined(separator: " ")): \(ending.error)") }
    return ending
  }

  /// A running program.
  struct Started {
    let process: Process
    let output: String
    let error: String
    let begin: ContinuousClock.Instant

    func kill(after delay: Duration) {
      let microseconds = delay.components.seconds * 1_000_000 + delay.components.attoseconds / 1_000_000_000_000
      usleep(UInt32(clamping: microseconds))
      _ = Foundation.kill(process.processIdentifier, SIGKILL)
    }

    func wait() -> Ending {
      process.waitUntilExit()
      func text(_ file: String) -> String {
        String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
      }
      return Ending(
        status: process.terminationReason == .exit ? process.terminationStatus : nil, output: text(output),
        error: text(error), duration: ContinuousClock().now - begin)
    }
  }
}
