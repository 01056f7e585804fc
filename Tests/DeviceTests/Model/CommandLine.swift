import AppStoreModel
import Core
import Foundation

@testable import TillApp

/// The command line in this process, on the files and at the time of a test's world.
struct CommandLine: Sendable {
  let shop: Shop
  /// The folder of the device in the world's.
  let device: String
  /// Makes the ids of orders and purchases.
  var newID: @Sendable () -> String = { UUID().uuidString.lowercased() }
  /// What happens where a crash on purpose strikes; nil kills the tests.
  var crash: (@Sendable () -> Void)?

  /// How a command ended, and what it printed.
  struct Answer {
    let status: ExitStatus
    let document: JSONObject
    /// What was printed, whatever it is.
    let text: String
    let message: String
  }

  /// The options that name the device and its App Store.
  private var place: [String] {
    let folder = shop.folder.path(percentEncoded: false)
    return ["--store", folder + "/" + device, "--backend", "simulator:" + folder + "/appstore.db"]
  }

  private var dependencies: Dependencies {
    let clock = shop.clock
    return Dependencies(clock: { clock.now }, newID: newID, locale: "en_US", crash: crash)
  }

  /// Opens the device as a command does.
  func session() throws -> StoreSession {
    try StoreSession(Arguments(place).storeOptions, in: dependencies)
  }

  /// Runs a command line, its words apart.
  ///
  /// - Parameter isJSON: Whether it prints its document.
  func run(_ words: [String], isJSON: Bool = true) -> Answer {
    let sink = OutputSink()
    do {
      let options = try Arguments(place + (isJSON ? ["--json"] : []) + ["--yes", "--utc"] + words)
      let command = try CommandTable.command(named: options.words.first ?? "")
      try Program.check(options, for: command)
      let status = try command.run(
        Invocation(
          name: options.words.first ?? "", words: Array(options.words.dropFirst()), options: options,
          output: Output(json: isJSON, utc: true, sink: sink), dependencies: dependencies))
      return Answer(status: status, document: sink.document ?? [:], text: sink.text, message: sink.notes)
    } catch {
      let error = CommandError(explaining: error)
      return Answer(status: error.status, document: sink.document ?? [:], text: sink.text, message: error.message)
    }
  }
}
