import Core
import Foundation
import TestSupport
import Testing

/// The built program, run as a process with a store of its own.
final class TillProgram: Sendable {
  /// The folder of its files; deleted at the end.
  let store: String

  init() {
    store = ScratchFolder.path + "till-tests-" + UUID().uuidString
  }

  deinit {
    for path in [store, faultMark] { try? FileManager.default.removeItem(atPath: path) }
  }

  /// The path of the program beside the test bundle.
  static let path: String = {
    let bundle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return bundle.appending(path: "till").path(percentEncoded: false)
  }()

  /// The output and the exit status of one run.
  struct Run {
    let status: Int32
    /// Whether a signal ended it; `status` is then the number of the signal.
    let wasKilled: Bool
    let output: String
    let error: String

    /// Returns the one JSON document on standard output.
    func document() throws -> JSONObject {
      try #require(try JSONValue(parsing: output).objectValue)
    }
  }

  /// Runs a command on this store, in UTC and in English.
  func run(_ arguments: String..., input: String = "") throws -> Run {
    try run(arguments, input: input)
  }

  /// Runs a command and returns its JSON document.
  func json(_ arguments: String...) throws -> JSONObject {
    try run(arguments + ["--json"], input: "").document()
  }

  /// Runs a list of arguments on this store.
  ///
  /// - Parameters:
  ///   - prefix: A program with its arguments that starts the call, such as a shell that first sets a limit.
  ///   - environment: Variables in addition to the usual ones.
  func run(
    _ arguments: [String], input: String = "", through prefix: [String] = [], environment: [String: String] = [:]
  ) throws -> Run {
    try Self.run(
      ["--store", store] + arguments, home: store, input: input, through: prefix, environment: environment)
  }

  /// Runs a list of arguments without a store.
  ///
  /// - Parameter program: The program's path, unless it is the one beside the test bundle.
  static func runAlone(
    _ arguments: [String], environment: [String: String] = [:], program: String = path
  ) throws -> Run {
    try run(arguments, home: ScratchFolder.path + "till-nobody", environment: environment, program: program)
  }

  static func run(
    _ arguments: [String], home: String, input: String = "", through prefix: [String] = [],
    environment: [String: String] = [:], program: String = path
  ) throws -> Run {
    let process = Process()
    let words = prefix + [program] + arguments
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": home]
      .merging(environment) { $1 }
    let folder = try ScratchFolder.make("till-run").path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["in", "out", "err"] {
      _ = FileManager.default.createFile(atPath: folder + "/" + name, contents: name == "in" ? Data(input.utf8) : nil)
    }
    process.standardInput = FileHandle(forReadingAtPath: folder + "/in")
    process.standardOutput = FileHandle(forWritingAtPath: folder + "/out")
    process.standardError = FileHandle(forWritingAtPath: folder + "/err")
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) -> String {
      String(decoding: FileManager.default.contents(atPath: folder + "/" + name) ?? Data(), as: UTF8.self)
    }
    return Run(
      status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal, output: text("out"),
      error: text("err"))
  }

  /// Returns the row of a product in `till status`.
  func product(_ id: String) throws -> JSONObject {
    let rows = try json("status")["products"]?.arrayValue ?? []
    return try #require(rows.compactMap(\.objectValue).first { $0["productId"] == .string(id) })
  }

  /// Returns the state of a product, and whether it is entitled.
  func state(_ id: String) throws -> State {
    let row = try product(id)
    return State(word: row["state"]?.stringValue ?? "", entitled: row["entitled"]?.boolValue ?? false)
  }

  struct State: Equatable {
    let word: String
    let entitled: Bool
  }
}

extension JSONObject {
  /// Returns the texts of an array member.
  func texts(_ name: String) -> [String] { self[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  /// Returns the objects of an array member.
  func rows(_ name: String) -> [JSONObject] { self[name]?.arrayValue?.compactMap(\.objectValue) ?? [] }

  /// Returns the text of a member.
  func text(_ name: String) -> String? { self[name]?.stringValue }
}
