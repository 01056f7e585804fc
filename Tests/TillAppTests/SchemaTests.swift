import Core
import Foundation
import TestSupport
import Testing

@testable import TillApp

/// Tests that each document of `--json` is as its schema in `Assets/Schemas` says.
struct SchemaTests {
  private static let folder = Checkout.root.appending(path: "Assets/Schemas")

  private static func schema(_ command: String) throws -> JSONObject {
    let bytes = try Data(contentsOf: folder.appending(path: command + ".schema.json"))
    return try #require(try JSONValue(parsing: Array(bytes)).objectValue, "\(command)")
  }

  /// Tests that every command has a schema; two more describe the configuration file, and a failure without a document.
  @Test func everyCommandHasASchema() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path(percentEncoded: false))
    let names = CommandTable.all.map(\.name) + ["configuration", "failure"]
    #expect(Set(files) == Set(names.map { $0 + ".schema.json" }))
    for name in CommandTable.all.map(\.name) {
      #expect(try Self.schema(name)["title"] == .string("till \(name) --json"))
    }
  }

  @Test func aMismatchWithTheSchemaIsFound() throws {
    let numberOrNull: JSONValue = ["anyOf": [["type": "number"], ["type": "null"]]]
    let row: JSONValue = ["type": "object", "required": ["c"], "properties": ["c": numberOrNull]]
    let schema: JSONObject = [
      "type": "object", "required": ["a"],
      "properties": ["a": ["type": "string"], "b": ["type": "array", "items": row]],
    ]
    #expect(
      try mismatches(of: JSONValue(parsing: #"{"a": "x", "b": [{"c": null}, {"c": 1}], "d": 1}"#), with: schema) == [])
    #expect(
      try mismatches(of: JSONValue(parsing: #"{"b": [{"c": "1"}, {}]}"#), with: schema)
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
      do { _ = try blocking { try await command.run(call) } } catch
        where CommandError(explaining: error).status == .failed
      {}
      let document = try #require(sink.document, "\(line): \(sink.text)")
      let name = document.names == ["ok", "message"] && document["ok"] == false ? "failure" : command.name
      #expect(try mismatches(of: .object(document), with: Self.schema(name)) == [], "till \(line)")
      documents.append(["name": .string(name), "line": .string(line), "document": .object(document)])
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
    for line in [
      "check nosuch", "use coins100 900000", "order show 123", "show 123", "user --owns x",
      "transfer 123 --to two --reason x", "undo 99", "status --as-of 2020-01-01", "grant --end 12", "account nosuch@",
      "explain nosuch", "buy nosuch",
    ] { _ = try run(line) }
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
      ["/usr/bin/env", "python3", "-W", "ignore", "-c", script, file, folder.path(percentEncoded: false)])
    // Status 127 means that there is no Python.
    if run.status == 127 { return print("no Python here: only Till's own check was made") }
    #expect(run.status == 0 && !run.output.contains("BAD"), "\(run.output)")
    if !run.output.isEmpty { print(run.output) }
  }

  private static let catalogue = Checkout.root.appending(path: "Assets/Catalogues/Offers.storekit")
    .path(percentEncoded: false)
}
