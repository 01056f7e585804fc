import AppStoreModel
import Core
import Testing
import Verbs

/// Tests of the verbs' rows, and of what is derived from them: the command line, its usage, and the JSON form.
struct StoreVerbsTests {
  /// A call of each verb with every parameter that it takes.
  private static let samples: [String: String] = [
    "advance": "advance 30d", "advance-to": "advance-to renewal", "set-back": "set-back 90m",
    "rate": "rate oneMinuteIsOneDay", "pause": "pause",
    "approve": "approve 1", "decline": "decline 1", "resolve": "resolve 1",
    "refund approve": "refund approve 1 --percentage 50", "refund decline": "refund decline 1",
    "refund reverse": "refund reverse 1", "refund ask": "refund ask 1 --reason UNINTENDED_PURCHASE",
    "buy":
      "buy p --account a@ --quantity 2 --ago 45d --renewals until-now --offer o --code C --win-back w --billing-plan MONTHLY --introductory allow --token 7389a31a-fb6d-4569-a2a6-db7d85d84813",
    "preview": "preview p --account a@ --quantity 2", "promote": "promote p --account a@",
    "promote --off": "promote p --account a@ --off", "promoted": "promoted --limit 5 --after 2",
    "renew": "renew p", "expire": "expire p", "auto-renew": "auto-renew off p", "billing fail": "billing fail p",
    "billing resolve": "billing resolve p", "price-increase": "price-increase p --price 9.99 --notice",
    "consent": "consent p yes", "extend": "extend p 7",
    "grace": "grace on", "grace-period": "grace-period 28 --eligible paid --sandbox on",
    "retention-review": "retention-review hold", "network": "network off", "payments": "payments on",
    "ask-to-buy": "ask-to-buy on",
    "interrupted": "interrupted on", "renewals-fail": "renewals-fail off", "renewal-limit": "renewal-limit none",
    "clock": "clock 1772366400000", "clear": "clear", "reset --settings": "reset --settings",
    "reset --demo": "reset --demo",
    "storefront": "storefront DEU", "locale": "locale de_DE", "locale --off": "locale --off", "family": "family",
    "family join": "family join b@", "family leave": "family leave b@", "family share": "family share on p",
    "rescind-consent": "rescind-consent a@", "retention": "retention p --locale en_US",
    "external-purchase": "external-purchase CREATED", "receipt": "receipt --to F --account a@ --environment Production",
    "fault": "fault purchase networkError --once", "fault --off": "fault purchase --off",
    "faults": "faults --limit 5 --after 2", "root": "root", "pending": "pending --limit 5 --after 2",
    "accounts": "accounts --limit 5 --after 2",
    "transactions": "transactions --account a@ --product p --limit 5 --after x", "transactions TXN": "transactions 1",
    "restate": #"restate 1 {"type":"Sticker"}"#, "delete": "delete 1", "reset": "reset",
    "reset account": "reset a@", "checkpoint": "checkpoint before --to F",
    "checkpoint --restore": "checkpoint --restore before", "checkpoint --from": "checkpoint --from F",
    "save": "save F", "run": "run F --jobs 2 --junit F --tap --server U --webhook U --signed-by D",
    "app-in-sandbox": "app-in-sandbox off", "shape": "shape 2025", "dialogs": "dialogs on",
    "subscriptions": "subscriptions --account a@ --product p --limit 5 --after 2",
    "notifications": "notifications --account a@ --product p --limit 5 --after x",
    "notifications UUID": "notifications u", "notifications test": "notifications test",
    "notifications hold": "notifications hold on", "notifications resend": "notifications resend u",
    "notifications duplicate": "notifications duplicate u", "notifications reorder": "notifications reorder",
    "notifications delay": "notifications delay u 2h", "notifications lose": "notifications lose u",
    "notifications hurry": "notifications hurry", "another-id": "another-id 1",
    "notifications post": #"notifications post {"notificationType":"TEST"}"#,
    "consumption": "consumption", "consumption again": "consumption again 7",
    "consumption TXN": #"consumption 1 {"customerConsented":true}"#,
  ]

  private static func call(_ line: String) throws -> VerbCall {
    try VerbCall(commandLine: line.split(separator: " ").map(String.init))
  }

  @Test func everyRowHasASampleAndItsOwnName() {
    let listed = Verb.all.filter { $0.access != .otherCommands }
    #expect(Set(listed.map(\.name)) == Set(Self.samples.keys))
    #expect(Set(Verb.all.map(\.name)).count == Verb.all.count)
    #expect(Verb.all.allSatisfy { !$0.summary.text.isEmpty && Verb.named($0.name) == $0 })
  }

  @Test func theCommandLineNamesEveryRowAndGoesThereAndBack() throws {
    for (name, line) in Self.samples {
      let call = try Self.call(line)
      #expect(call.verb.name == name, "\(line)")
      #expect(call.commandLine.joined(separator: " ") == line)
    }
  }

  @Test func everyRowTravels() throws {
    for (name, line) in Self.samples where Verb.named(name)?.access == .everywhere {
      var call = try Self.call(line)
      (call.signedIn, call.isUTC) = ("new@", true)
      let travelled = try JSONValue(parsing: JSONValue.object(call.json).serializedBytes())
      #expect(try VerbCall(json: #require(travelled.objectValue)) == call, "\(line)")
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
