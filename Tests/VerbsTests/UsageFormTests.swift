import AppStoreModel
import Core
import Testing

@testable import Verbs

/// Tests that a usage line, its options, its number of words and the next words are made from one form.
@Suite struct UsageFormTests {
  private static let form = UsageForm(
    "close", .value("ORDER|TRANSACTION", .purchases),
    .group(.either([.needed(.offer), .option(.code)], [.needed(.off)])), .shown("..."))

  @Test func aFormIsAUsageLine() {
    #expect(Self.form.text == "close ORDER|TRANSACTION [--offer ID [--code NAME] | --off] ...")
    #expect(Self.form.options.map(\.name) == ["offer", "code", "off"])
    #expect(Self.form.literals == ["close"])
  }

  @Test func theNumberOfWordsFollowsFromTheForm() {
    #expect(Self.form.wordCount == 2...2)
    #expect(UsageForm(.value("FILE...")).wordCount == 1...10_000)
    #expect(UsageForm(.group(.value("N"))).wordCount == 0...1)
    #expect(UsageForm(.either(["all"], ["one", .value("ID")])).wordCount == 1...2)
  }

  @Test func theNextWordFollowsFromTheWordsBefore() {
    func next(_ typed: String...) -> [String] {
      UsageForm(.either(["refresh", .value("CUSTOMER")], ["extend", .value("SUB"), .value("DAYS")])).next(after: typed)
        .map { item in
          switch item {
          case .literal(let word): word
          case .parameter(let parameter): parameter.placeholder ?? ""
          default: ""
          }
        }
    }
    #expect(next() == ["refresh", "extend"])
    #expect(next("extend", "x") == ["DAYS"])
    #expect(next("refresh", "x") == [""])
    #expect(next("refresh", "x", "y") == [])
    #expect(next("hold") == [])
  }

  @Test func aCallIsTypedInAndPrintedAsALine() throws {
    let call = try SupportCall(.extend, words: ["200", "7"], options: ["reason-code": "1"])
    #expect(call[maybe: .freeDays] == 7 && call[maybe: .reasonCode] == 1)
    #expect(call == SupportCall(.extend).with(.extended, "200").with(.freeDays, 7).with(.reasonCode, 1))
    #expect(call.line == "till support extend 200 7 --reason-code 1 --unlock")
    #expect(throws: StoreError.self) { try SupportCall(.extend, words: ["200", "91"], options: [:]) }
    #expect(throws: StoreError.self) { try SupportCall(.finish)[.purchase] }
  }

  @Test func aValueOfTheCommandLineAloneIsKeptAsItIsWritten() {
    let parameter = Parameter<Double>(option: "rate", "N", "") { text throws(StoreError) in Double(text) ?? 0 }
    var values = ParameterValues()
    values[parameter] = 2.5
    #expect(values[parameter] == 2.5 && values.members == ["rate": "2.5"])
    #expect(UsageForm(.option(parameter)).options[0].valueSchema == ["type": "string"])
  }
}
