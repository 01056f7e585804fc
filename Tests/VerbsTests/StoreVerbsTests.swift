import AppStoreModel
import Core
import TestSupport
import Testing
import Verbs

/// Tests of the verbs' rows, and of what is derived from them: the command line, its usage, and the JSON form.
struct StoreVerbsTests {
  private static let listed = Verb.all.filter { $0.access != .otherCommands }

  private static func call(_ line: String) throws -> VerbCall {
    try VerbCall(commandLine: line.split(separator: " ").map(String.init))
  }

  @Test func everyRowHasItsOwnName() {
    #expect(Self.listed.count > 75)
    #expect(Set(Verb.all.map(\.name)).count == Verb.all.count)
    #expect(Verb.all.allSatisfy { !$0.summary.text.isEmpty && Verb.named($0.name) == $0 })
  }

  @Test func theCommandLineNamesEveryRowAndGoesThereAndBack() throws {
    for verb in Self.listed {
      let call = try VerbCall(commandLine: verb.sample)
      #expect(call.verb == verb, "\(verb.sample)")
      #expect(call.commandLine == verb.sample)
    }
  }

  @Test func everyRowTravels() throws {
    for verb in Self.listed where verb.access == .everywhere {
      var call = try VerbCall(commandLine: verb.sample)
      (call.signedIn, call.isUTC) = ("new@", true)
      let travelled = try JSONValue(parsing: JSONValue.object(call.json).serializedBytes())
      #expect(try VerbCall(json: #require(travelled.objectValue)) == call, "\(verb.sample)")
      #expect(try VerbCall(json: call.confirmed.json).isConfirmed)
    }
  }

  @Test func typedArgumentsEqualTheWrittenOnes() throws {
    #expect(try Self.call("extend p 7")[.days] == 7)
    #expect(try Self.call("advance 90m")[.duration].milliseconds == 90 * 60_000)
    #expect(try Self.call("price-increase p --price 9.99")[maybe: .price] == 9990)
    #expect(try Self.call("rate ONEMINUTEISONEDAY")[.rate] == .oneMinuteIsOneDay)
    #expect(try Self.call("storefront deu")[.storefront] == "DEU")
    #expect(try Self.call("fault purchase --once").has(.once))
    #expect(try Self.call("consent p no")[.agrees] == false)
    #expect(try Self.call("buy p")[maybe: .ago] == nil)
    #expect(VerbCall(.extend).with(.subscription, "p").with(.days, 3).commandLine == ["extend", "p", "3"])
    #expect(throws: StoreError.self) { try VerbCall(.extend)[.days] }
  }

  @Test(arguments: [
    ("", "till simulator needs a verb"), ("dance", "unknown verb “dance”"),
    ("advance", "usage: till simulator advance DURATION"), ("advance 1x", "1x is no duration"),
    ("extend p soon", "invalid number of days “soon”"), ("network maybe", "invalid value “maybe”; use on or off"),
    ("consent p maybe", "invalid value “maybe”; use yes or no"), ("rate never", "unknown rate “never”"),
    ("fault never", "unknown fault “never”"),
    ("refund praise 1", "till simulator refund approve TXN [--percentage N]"),
    ("refund approve 1 --percentage 101", "invalid --percentage “101”; use a whole number from 1 to 100"),
    ("refund decline 1 --percentage 10", "unknown option --percentage of till simulator refund decline"),
    ("pause --limit 3", "unknown option --limit of till simulator pause"),
    ("receipt", "till simulator receipt needs --to FILE: the file to write"),
    ("price-increase p --price x", "invalid --price “x”; use an amount"), ("restate 1 []", "use a JSON object"),
    ("checkpoint --restore a --from F", "usage: till simulator checkpoint [NAME] [--to FILE]"),
    ("take-catalogue F", "unknown verb “take-catalogue”"), ("pending --limit x", "invalid --limit “x”; use a whole"),
  ])
  func mistakesNameTheRemedy(line: String, message: String) {
    let error = #expect(throws: StoreError.self) { try Self.call(line) }
    #expect(error?.kind == .usage && error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    #"{}"#, #"{"verb": "dance"}"#, #"{"verb": "run", "arguments": {"scenario": "x"}}"#, #"{"verb": "extend"}"#,
    #"{"verb": "extend", "arguments": {"subscription": "p", "days": "3"}}"#,
    #"{"verb": "refund approve", "arguments": {"transaction": "1", "percentage": 101}}"#,
    #"{"verb": "advance", "arguments": {"duration": "1x"}}"#, #"{"verb": "pause", "arguments": {"x": 1}}"#,
  ])
  func anImpossibleValueIsRefusedOnTheWire(text: String) throws {
    let json = try #require(try JSONValue(parsing: Array(text.utf8)).objectValue)
    #expect(throws: JSONError.self) { try VerbCall(json: json) }
  }

  @Test func anOptionOfOneNameTakesAValueEverywhereOrNowhere() {
    let options = Dictionary(grouping: Verb.all.flatMap(\.parameters).filter(\.isOption), by: \.name)
    for (name, uses) in options {
      #expect(Set(uses.map { $0.placeholder == nil }).count == 1, "--\(name)")
      #expect(uses.allSatisfy { !$0.help.text.isEmpty }, "--\(name)")
    }
  }
}
