import Foundation
import TestSupport
import Testing

@testable import Core

@Suite struct WordsTests {
  @Test func aTextIsSaidInTheLanguageOfTheRun() {
    let product = "100 coins"
    let words: Words = "\(product) was bought."
    #expect(say("\(product) was bought.") == "100 coins was bought.")
    #expect(words.key == "%1 was bought." && words.english == words.text)
  }

  @Test(arguments: [(0, "0 products"), (1, "1 product"), (2, "2 products"), (-1, "-1 product"), (21, "21 products")])
  func oneIsSingularAndAllElseIsPlural(number: Int, text: String) {
    #expect(say(number, "\(number) product", "\(number) products") == text)
  }

  @Test(arguments: [(1, 3), (3, 3)])
  func twoParametersWithOneValueKeepTheirPlaces(_ bad: Int, _ count: Int) {
    let words = Words(count, "\(bad) of \(count) fails", "\(bad) of \(count) fail")
    #expect(words.key == "%1 of %2 fails")
  }

  @Test func aTextStandsInAnother() {
    let waiting = say(2, "\(2) purchase waits", "\(2) purchases wait")
    #expect(
      say("A and B were bought. \(waiting) for a parent.") == "A and B were bought. 2 purchases wait for a parent.")
  }

  @Test func rowsAreFoundByTheirEnglishInAnotherOrder() {
    let words: Words = "it belongs to \("new@"); sign in as \("new@") first"
    #expect(words.text == "it belongs to new@; sign in as new@ first")
    Language.$spoken.withValue(.chinese) {
      #expect(words.text == "它属于 new@；请先登录 new@")
      #expect("\(words)" == words.text(in: .chinese))
      #expect(("as no catalogue has it \(1)" as Words).text == "as no catalogue has it 1")
      // A sentence that the catalogue lacks is translated part by part.
      #expect((("%" as Words) + "renew").text == "%续期")
    }
    #expect(words.text == words.english)
  }

  @Test func anEmptyLiteralLeavesTheOtherOneAsItIs() throws {
    let catalog = try #require(
      MessageCatalog(
        Self.compiled(
          [("deed\u{4}renewed", "续期"), ("%1 refund\u{0}%1 refunds", "%1 笔退款")], header: "nplurals=1; plural=0;")))
    let inContext = Words("renewed", context: "deed")
    let counted = Words(2, "\(2) refund", "\(2) refunds")
    Language.$spoken.withValue(Language(tag: "zh-Hans", catalog: catalog)) {
      #expect((inContext + "").text == "续期" && ("" + inContext).text == "续期")
      #expect((counted + "").text == "2 笔退款" && ("" + counted).text == "2 笔退款")
    }
  }

  /// Tests a sentence that the source joins from two literals, and to which an end is added.
  @Test func aJoinedSentenceIsFoundBeforeItsEnd() throws {
    let catalog = try #require(
      MessageCatalog(
        Self.compiled(
          [("it was sold since %1 UTC", "自 UTC %1 起出售"), ("; hidden", "；已隐藏")], header: "nplurals=1; plural=0;")))
    let words = "it was sold " + ("since \("June") UTC" as Words) + ("; hidden" as Words)
    Language.$spoken.withValue(Language(tag: "zh-Hans", catalog: catalog)) {
      #expect(words.text == "自 UTC June 起出售；已隐藏")
    }
  }

  @Test func aSpaceStandsBetweenChineseAndLatin() throws {
    let catalog = try #require(
      MessageCatalog(
        Self.compiled(
          [("%1 left", "剩余%1天"), ("of %1", "属于“%1”"), ("paid %1 off", "付款 %1 结清")], header: "nplurals=1; plural=0;")))
    Language.$spoken.withValue(Language(tag: "zh-Hans", catalog: catalog)) {
      #expect(say("\(30) left") == "剩余 30 天")
      #expect(say("\("三十") left") == "剩余三十天")
      #expect(say("of \("one")") == "属于“one”")
      #expect(say("paid \("年度会员") off") == "付款年度会员结清" && say("paid \("Plus") off") == "付款 Plus 结清")
    }
  }

  @Test func listsAndSentencesFollowTheLanguage() {
    #expect(Language.alternatives(["a", "b"]) == "a or b" && Language.sentence("it is") == "It is.")
    #expect(Language.list([]) == "" && Language.list(["a"]) == "a" && Language.list(["a", "b", "c"]) == "a, b and c")
    #expect(Language.series(["a", "b", "c"]) == "a, b, c")
    #expect(Language.sentence("Really?") == "Really?" && Language.closed("try again.") == "try again.")
    #expect(Language.quoted("you have “100 coins”") == "“you have ‘100 coins’”")
    #expect(Language.sentence("") == "" && Language.quoted("ja") == "“ja”")
    Language.$spoken.withValue(.chinese) {
      #expect(Language.alternatives(["a", "b"]) == "a 或 b" && Language.sentence("完成") == "完成。")
      #expect(Language.list(["一", "二", "三"]) == "一、二和三")
    }
  }

  // MARK: Languages

  @Test(arguments: [
    ("zh", "zh-Hans"), ("zh_CN.UTF-8", "zh-Hans"), ("zh-Hans", "zh-Hans"), ("zh_Hans_HK", "zh-Hans"),
    ("zh-CN", "zh-Hans"), ("en_GB.UTF-8", "en"), ("en-GB", "en"), ("C", "en"), ("POSIX", "en"), ("C.UTF-8", "en"),
    ("zh_TW", nil), ("zh-Hant-HK", nil), ("de_DE", nil), ("", nil),
  ])
  func aLanguageHasNames(name: String, tag: String?) {
    #expect(Language(named: name)?.tag == tag)
  }

  @Test func theEnvironmentIsAskedInOrder() {
    #expect(Language.asked { ["TILL_LANGUAGE": "zh", "LC_ALL": "en_US"][$0] } == .chinese)
    #expect(Language.asked { ["TILL_LANGUAGE": "auto", "LANG": "zh_CN.UTF-8"][$0] } == .chinese)
    #expect(Language.asked { ["LC_ALL": "C", "LANG": "zh_CN.UTF-8"][$0] } == .english)
    #expect(Language.asked { ["LC_ALL": "", "LC_MESSAGES": "zh_CN"][$0] } == .chinese)
    #expect(Language.asked { _ in nil } == .english)
  }

  /// Tests the rules of GNU gettext's manual, section "Plural forms", with one, two and three forms.
  @Test(arguments: [
    ("nplurals=1; plural=0;", [0, 0, 0, 0, 0]),
    ("nplurals=2; plural=n != 1;", [1, 0, 1, 1, 1]),
    ("nplurals=2; plural=n>1;", [0, 0, 1, 1, 1]),
    (
      "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;",
      [2, 0, 1, 2, 0]
    ),
  ])
  func aLanguageHasAsManyFormsAsItNeeds(header: String, forms: [Int]) throws {
    let rule = try #require(PluralRule("Plural-Forms: " + header))
    #expect([0, 1, 2, 5, 21].map { rule.form(of: $0) } == forms)
  }

  @Test(arguments: ["", "plural=n", "Plural-Forms: nplurals=2; plural=n +;", "Plural-Forms: plural=(n;"])
  func whatIsNoRuleIsRefused(header: String) { #expect(PluralRule(header) == nil) }

  @Test func whatIsNoCatalogueIsRefused() {
    let whole = Self.compiled([("a", "b")], header: "nplurals=1; plural=0;")
    #expect(MessageCatalog(whole) != nil && MessageCatalog([]) == nil && MessageCatalog(Array(whole.prefix(40))) == nil)
    for index in whole.indices.prefix(28) {
      var broken = whole
      broken[index] ^= 0x80
      _ = MessageCatalog(broken)?.message("a", context: nil)
    }
  }

  /// Tests that a third language needs only one file, and falls back to English for missing texts.
  @Test func aThirdLanguageIsOneFile() throws {
    let text = try String(contentsOfFile: MessageFile.germanPath, encoding: .utf8)
    let messages = MessageFile(text).messages
    #expect(messages.count == 100 && messages.allSatisfy { $0.forms.allSatisfy { !$0.isEmpty } })
    let known = Set(MessageFile.chinese.messages.map { [$0.context, $0.key] })
    // Texts are reworded from time to time, so only most of the keys have to match.
    #expect(messages.count { known.contains([$0.context, $0.key]) } > 60)
    guard let compiled = try MessageFile.compiled(text) else { return }
    let german = Language(tag: "de", catalog: MessageCatalog(compiled))
    Language.$spoken.withValue(german) {
      for message in messages where message.plural == nil && !message.key.contains("%") {
        #expect(say(Words(stringLiteral: message.key)) == message.forms[0] || !message.context.isEmpty)
      }
      #expect(say(1, "\(1) customer", "\(1) customers") == "1 Kunde")
      #expect(say(2, "\(2) customer", "\(2) customers") == "2 Kunden")
      #expect(say("Copied: \("X")") == "Kopiert: X" && Language.list(["a", "b"]) == "a und b")
      #expect(say("no translation of this") == "no translation of this")
    }
  }

  /// Returns a catalogue in the form that `msgfmt` writes.
  static func compiled(_ messages: [(String, String)], header: String) -> [UInt8] {
    let entries = ([("", "Plural-Forms: \(header)\n")] + messages).sorted {
      Array($0.0.utf8).lexicographicallyPrecedes(Array($1.0.utf8))
    }
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
    var (keys, values, body) = ([UInt8](), [UInt8](), [UInt8]())
    let start = 28 + 16 * entries.count
    for entry in entries {
      keys += number(entry.0.utf8.count) + number(start + body.count)
      body += Array(entry.0.utf8) + [0]
    }
    for entry in entries {
      values += number(entry.1.utf8.count) + number(start + body.count)
      body += Array(entry.1.utf8) + [0]
    }
    return number(0x9504_12de) + number(0) + number(entries.count) + number(28) + number(28 + 8 * entries.count)
      + number(0) + number(start) + keys + values + body
  }
}
