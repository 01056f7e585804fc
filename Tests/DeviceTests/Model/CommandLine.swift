import Core
import Foundation
import TestSupport

@testable import TillApp

/// The command line, run inside the test process with the files and the clock of a test's world.
struct CommandLine: Sendable {
  let shop: Shop
  /// The name of the device's folder inside the world's folder.
  let device: String
  /// The URL of the App Store and of the app server; nil where the commands open their files.
  var url: String?
  /// Whether an app server confirms purchases.
  var hasServer = true
  /// The function that makes the ids of orders and purchases.
  var newID: @Sendable () -> String = { UUID().uuidString.lowercased() }
  /// The action of a deliberate crash; nil kills the test process.
  var crash: (@Sendable () -> Void)?

  /// The result of a command, and its output.
  struct Answer {
    let status: ExitStatus
    let document: JSONObject
    /// The whole output as text.
    let text: String
    let message: String
  }

  /// The options that name the device and its App Store.
  private var place: [String] {
    let folder = shop.folder.path(percentEncoded: false)
    let appStore =
      url.map { ["--backend", $0, "--verify-with", $0] } ?? ["--backend", "simulator:" + folder + "/appstore.db"]
    return ["--store", folder + "/" + device] + appStore + (hasServer ? [] : ["--verify-with", "none"])
  }

  private var dependencies: Dependencies {
    let clock = shop.clock
    return Dependencies(clock: { clock.now }, newID: newID, locale: "en_US", crash: crash)
  }

  /// Opens the device as a command does.
  func session() throws -> StoreSession {
    let (options, dependencies) = (try Arguments(place).storeOptions, dependencies)
    return try blocking { try await StoreSession(options, in: dependencies) }
  }

  /// Runs a command line that is split into words.
  ///
  /// - Parameter isJSON: Whether the command prints its JSON document.
  func run(_ words: [String], isJSON: Bool = true) -> Answer {
    let sink = OutputSink()
    do {
      let options = try Arguments(place + (isJSON ? ["--json"] : []) + ["--yes", "--utc"] + words)
      let command = try CommandTable.command(named: options.words.first ?? "")
      try Program.check(options, for: command)
      let call = Invocation(
        name: options.words.first ?? "", words: Array(options.words.dropFirst()), options: options,
        output: Output(json: isJSON, utc: true, sink: sink), dependencies: dependencies)
      let status = try blocking { try await command.run(call) }
      return Answer(status: status, document: sink.document ?? [:], text: sink.text, message: sink.notes)
    } catch {
      let error = CommandError(explaining: error)
      return Answer(status: error.status, document: sink.document ?? [:], text: sink.text, message: error.message)
    }
  }
}
