import Core
import Foundation
import TestSupport
import Testing

extension TillProgram {
  static let coins = "com.example.piglet.coins100"
  static let premium = "com.example.piglet.premium"

  /// The library that makes a write or sync fail, built once; nil where there is no C compiler.
  static let faultLibrary = library("storage-fault")

  /// The library that sets a wrong machine clock, built once; nil where there is no C compiler.
  static let clockLibrary = library("machine-clock")

  /// Builds a library that is preloaded into the program, and returns its path.
  static func library(_ name: String) -> String? {
    let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Faults/\(name).c").path(percentEncoded: false)
    let library = ScratchFolder.path + "till-\(name)-\(ProcessInfo.processInfo.processIdentifier).so"
    let arguments = ["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]
    return Spawn.run(["/usr/bin/env"] + arguments).status == 0 ? library : nil
  }

  /// Whether this machine lets the tests mount a file system in a namespace of their own.
  static let canMount =
    Spawn.run(["/usr/bin/env", "unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]).status == 0

  /// Whether the tests may run the program as a user without files of its own.
  static let canBeNobody =
    Spawn.run(nobody + [path, "--version"]).status == 0

  /// The words before a command that run it as the system's user `nobody`.
  static let nobody = ["/usr/bin/env", "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

  /// Runs a command through a shell script whose last words are the program's call: `"$@"`.
  func run(script: String, _ arguments: String...) throws -> Run {
    try run(arguments, through: ["/bin/sh", "-c", script, "sh"])
  }

  /// Runs a command in which one write or sync fails.
  func run(_ arguments: [String], failing call: String, at number: Int, with what: String, of file: String) throws
    -> Run
  {
    let library = try #require(Self.faultLibrary)
    try? FileManager.default.removeItem(atPath: faultMark)
    return try run(
      arguments,
      environment: [
        "LD_PRELOAD": library, "TILL_FAULT_CALL": call, "TILL_FAULT_AT": String(number), "TILL_FAULT_DO": what,
        "TILL_FAULT_FILE": file, "TILL_FAULT_MARK": faultMark,
      ])
  }

  /// The path of a file that exists once the last fault has occurred.
  var faultMark: String { store + "-struck" }

  /// Whether the last run reached its fault.
  var faultStruck: Bool { FileManager.default.fileExists(atPath: faultMark) }

  /// Whether each write and sync fails once (`TILL_FAULTS=every`), and not only some of the first.
  static let failsEveryCall = ProcessInfo.processInfo.environment["TILL_FAULTS"] == "every"

  /// The numbers of the calls that fail, one in each run.
  static let faultyCalls = failsEveryCall ? Array(1...2000) : [1, 2, 3, 5, 8, 13, 21, 34]

  /// Returns how many coins the customer of this store has paid for; demo purchases have no token.
  func paidCoins() throws -> Int {
    try json("simulator", "transactions", "--limit", "1000").rows("transactions")
      .filter { $0.text("productId") == Self.coins && $0.text("appAccountToken") != nil }
      .reduce(0) { $0 + Int($1["quantity"]?.numberValue?.int64 ?? 0) }
  }

  /// Starts the program without a fault, and checks that everything paid is delivered once and finished.
  func expectHealed(_ comment: String) throws {
    let check = try run("refund-check")
    #expect(check.status == 0, "\(comment): \(check.error)")
    let balance = try product(Self.coins)["balance"]?.numberValue?.int64
    #expect(try Int64(paidCoins()) == balance, "\(comment)")
    #expect(try json("unfinished").rows("unfinished").isEmpty, "\(comment)")
    let states = try json("orders", "--limit", "1000").rows("orders").map { $0.text("state") }
    #expect(states.allSatisfy { $0 == "closed" }, "\(comment)")
    #expect(try run("doctor").status == 0, "\(comment)")
  }
}
