import Core
import Foundation
import TestSupport
import Testing
import Verbs

@testable import TillApp

/// Tests that each document of `--json` has the shape from which its schema is made.
struct DocumentShapeTests {
  private static let schemas = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Assets/Schemas")

  @Test func everyCommandHasAShape() {
    #expect(Set(DocumentShape.byCommand.keys) == Set(CommandTable.all.map(\.name)))
  }

  /// Tests `Assets/Schemas`, which is generated from the shapes; `TILL_RECORD=1` rewrites it.
  @Test func theSchemasAreThoseOfTheShapes() throws {
    for (name, shape) in DocumentShape.byCommand {
      var schema: JSONObject = [
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string("till \(name) --json"),
      ]
      for (member, value) in shape.schema { schema.append(member, value) }
      let text = JSONValue.object(schema).serialized(.pretty) + "\n"
      let file = Self.schemas.appending(path: name + ".schema.json")
      if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
        try text.write(to: file, atomically: true, encoding: .utf8)
      } else {
        #expect(
          try String(contentsOf: file, encoding: .utf8) == text, "TILL_RECORD=1 swift test --filter DocumentShape")
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.schemas.path(percentEncoded: false))
    #expect(Set(files).count == DocumentShape.byCommand.count + 1)
  }

  @Test func aMismatchWithTheShapeIsFound() throws {
    let shape: DocumentShape = ["a": .text, "b?": .list(["c": .orNull(.number)])]
    #expect(try shape.mismatches(in: JSONValue(parsing: #"{"a": "x", "b": [{"c": null}, {"c": 1}], "d": 1}"#)) == [])
    #expect(
      try shape.mismatches(in: JSONValue(parsing: #"{"b": [{"c": "1"}, {}]}"#))
        == ["a is missing", "b[0].c is a string", "b[1].c is missing"])
  }

  /// Tests the documents of nearly all commands against their schemas, along one customer's story.
  @Test func everyDocumentIsAsItsSchemaSays() throws {
    let store = ScratchFolder.path + "till-documents-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: store) }
    var documents: [JSONValue] = []
    func run(_ line: String) throws -> JSONObject? {
      let options = try Arguments(
        line.split(separator: " ").map(String.init) + ["--json", "--yes", "--utc", "--store", store])
      let command = try CommandTable.command(named: options.words[0])
      try Program.check(options, for: command)
      let sink = OutputSink()
      let call = Invocation(
        name: command.name, words: Array(options.words.dropFirst()), options: options,
        output: Output(json: true, utc: true, sink: sink))
      // A command that fails prints its document too.
      do { _ = try blocking { try await command.run(call) } } catch let error as CommandError
        where error.status == .failed
      {}
      let document = try #require(sink.document, "\(line): \(sink.text)")
      let shape = try #require(DocumentShape.byCommand[command.name])
      #expect(shape.mismatches(in: .object(document)) == [], "till \(line)")
      documents.append(["name": .string(command.name), "line": .string(line), "document": .object(document)])
      return document
    }
    _ = try run("user one")
    let bought = try #require(try run("buy premium"))
    let id = try #require(try bought.string("transactionId"))
    let lines = [
      "status", "buy coins100 --quantity 2", "buy coins100 --outcome cancel", "buy yearly --outcome pending",
      "buy darkicons --outcome fail:networkError", "restore", "refund-check", "ask-refund \(id)", "use coins100 1",
      "explain premium", "explain monthly", "check premium", "duration season P1M", "buy season",
      "help-customer paid-and-nothing", "grant coins100 --reason gift",
      "transactions --limit 2",
      "simulator refund approve \(id)", "refund-check", "refunds", "orders", "unfinished", "journal", "journal --stats",
      "retry", "order show \(id)", "account again@", "restore", "status", "account new@", "user two", "user --list",
      "user --owns", "grant premium --until 2090-01-01 --reason gift", "transfer \(id) --to two --reason x --new-user",
      "record premium --platform google --reference X1", "secret", "restore-policy", "overdue-age", "server-journal",
      "updates live", "fault", "fault crash:paid", "fault crash:paid --off", "undo list", "undo", "walkthrough list",
      "screen", "show \(id)", "simulator transactions", "simulator subscriptions", "simulator faults",
      "simulator network off", "simulator network on", "doctor", "config", "config keys", "completion bash",
      "manual buy", "help", "help buy", "exam --list",
      "exam --case forged --webhook http://127.0.0.1:9 --entitled http://127.0.0.1:9/{token}/{product}", "new-device",
      "reinstall", "import \(Self.catalogue)",
    ]
    var seen: Set<String> = ["buy"]
    for line in lines {
      _ = try run(line)
      seen.insert(String(line.prefix { $0 != " " }))
    }
    // Commands that need a server, a real App Store or a desk have tests of their own.
    let elsewhere: Set = ["lookup", "support", "desk", "serve", "replay", "verify", "export"]
    #expect(Set(CommandTable.all.map(\.name)).subtracting(seen) == elsewhere)
    try Self.judge(documents)
  }

  /// Validates documents against the stored schemas with a Python validator, where there is one.
  private static func judge(_ documents: [JSONValue]) throws {
    let script = """
      import json, sys
      try: import jsonschema
      except ImportError: print("no jsonschema here: only Till's own check was made"); sys.exit(0)
      for one in json.load(open(sys.argv[1])):
          schema = json.load(open(sys.argv[2] + "/" + one["name"] + ".schema.json"))
          validator = jsonschema.Draft202012Validator(schema)
          validator.check_schema(schema)
          for error in validator.iter_errors(one["document"]): print("BAD till", one["line"], error.json_path, error.message)
      """
    let file = ScratchFolder.path + "till-documents-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data(JSONValue.array(documents).serializedBytes()).write(to: URL(filePath: file))
    let run = Spawn.run(
      ["/usr/bin/env", "python3", "-W", "ignore", "-c", script, file, schemas.path(percentEncoded: false)])
    // Status 127 means that there is no Python.
    if run.status == 127 { return print("no Python here: only Till's own check was made") }
    #expect(run.status == 0 && !run.output.contains("BAD"), "\(run.output)")
    if !run.output.isEmpty { print(run.output) }
  }

  private static let catalogue = schemas.deletingLastPathComponent().appending(path: "Catalogues/Offers.storekit")
    .path(percentEncoded: false)
}
