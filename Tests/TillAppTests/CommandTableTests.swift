import Core
import Testing
import Verbs

@testable import TillApp

@Suite struct CommandTableTests {
  @Test func everyNameStandsInTheTableOnce() {
    let names = CommandTable.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  /// Tests that the parser, which knows an option before it knows the command, reads a value for it or none.
  @Test func anOptionTakesAValueInEveryCommandOrInNone() {
    for command in CommandTable.all {
      for option in command.options {
        let known = CommandTable.options.first { $0.name == option.name }
        #expect(known?.isSwitch == option.isSwitch || option.name == "demo", "till \(command.name) --\(option.name)")
      }
    }
  }

  @Test func everyOptionHasHelp() {
    for command in CommandTable.all {
      for option in command.options { #expect(!option.help.text.isEmpty, "till \(command.name) --\(option.name)") }
    }
  }

  /// Tests that every example is a valid call with words and options that the command accepts.
  @Test func everyExampleIsACallThatTheCommandTakes() throws {
    for command in CommandTable.all {
      // Examples with quoted text are left out, because splitting at blanks would break them.
      for example in command.examples where !example.contains("\"") {
        let calls = example.split { "|&;".contains($0) }.map { part in
          part.split { "<>".contains($0) }[0].split(separator: " ").map(String.init)
        }.filter { $0.first == "till" }
        let names = try calls.compactMap { words -> String? in
          let options = try Arguments(Array(words.dropFirst()))
          guard let name = options.words.first else { return nil }
          let named = try CommandTable.command(named: name)
          #expect(throws: Never.self, "\(example)") { try Program.check(options, for: named) }
          return named.name
        }
        #expect(names.contains(command.name), "\(example)")
      }
    }
  }

  @Test func aCommandThatThereIsNotIsRefused() {
    #expect(throws: UsageError.self) { try CommandTable.command(named: "moon") }
  }

  @Test func anOptionOfAnotherCommandIsRefused() throws {
    let command = try CommandTable.command(named: "status")
    #expect(throws: UsageError.self) { try Program.check(Arguments(["status", "--outcome", "fail"]), for: command) }
    #expect(throws: UsageError.self) { try Program.check(Arguments(["status", "word"]), for: command) }
    #expect(throws: Never.self) { try Program.check(Arguments(["status", "--json"]), for: command) }
  }

  /// Tests that `till help serve` also lists the options for a new ledger, which belong to every command.
  @Test func theHelpOfServeListsAllItsOptions() throws {
    let sink = OutputSink()
    _ = Help.command(.serve, Output(json: false, utc: true, sink: sink))
    let options = Set(Command.serve.options.map(\.name))
    let needed: Set = [
      "key", "catalog", "bundle-id", "environment", "delivery", "attempts", "post-timeout", "world-ports",
    ]
    #expect(needed.isSubset(of: options))
    for name in options {
      #expect(sink.text.contains("\n  --\(name) ") || sink.text.contains("\n  --\(name)["), "\(name)")
      #expect(Command.serve.usage.contains { $0.contains("--" + name) }, "\(name) is in no usage line")
    }
  }

  @Test func theHelpNamesEveryCommandWithItsUsage() throws {
    let sink = OutputSink()
    #expect(Help.overview(Output(json: false, utc: true, sink: sink)) == .done)
    for command in CommandTable.all {
      #expect(sink.text.contains(command.summary.text), "till \(command.name)")
      let own = OutputSink()
      #expect(Help.command(command, Output(json: false, utc: true, sink: own)) == .done)
      for usage in command.usage { #expect(own.text.contains(usage), "till \(command.name)") }
      for example in command.examples { #expect(own.text.contains(example), "till \(command.name)") }
    }
  }
}
