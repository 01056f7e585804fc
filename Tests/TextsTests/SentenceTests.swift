import Testing
import Texts

private enum PurchaseText: Sentence {
  case bought(product: String)
  case waiting(Int)
  case both([String])

  var chinese: String { english }
  var english: String {
    switch self {
    case .bought(let product): "\(product) was bought."
    case .waiting(let count): "\(English.counted(count, "purchase waits", "purchases wait")) for a parent."
    case .both(let names): "\(English.list(names)) were bought. \(PurchaseText.waiting(names.count))"
    }
  }
}

struct SentenceTests {
  @Test func sentencesAreSaidInTheLanguageOfTheRun() {
    #expect(PurchaseText.bought(product: "100 coins").text == "100 coins was bought.")
    #expect(PurchaseText.waiting(1).text(in: .english) == PurchaseText.waiting(1).text)
  }

  @Test func aSentenceStandsInAnother() {
    #expect("\(PurchaseText.waiting(1))" == "1 purchase waits for a parent.")
    #expect(PurchaseText.both(["A", "B"]).text == "A and B were bought. 2 purchases wait for a parent.")
  }
}

struct EnglishTests {
  @Test(arguments: [(0, "0 products"), (1, "1 product"), (2, "2 products"), (-1, "-1 product"), (21, "21 products")])
  func oneIsSingularAndAllElseIsPlural(number: Int, text: String) {
    #expect(English.counted(number, "product") == text)
  }

  @Test(arguments: [
    ("entry", "entries"), ("day", "days"), ("box", "boxes"), ("try", "tries"), ("address", "addresses"),
    ("batch", "batches"), ("Apple Account", "Apple Accounts"), ("y", "ys"),
  ])
  func pluralsFollowTheRules(noun: String, plural: String) {
    #expect(English.plural(of: noun) == plural)
  }

  @Test func verbsAgreeWithTheNumber() {
    #expect(English.counted(1, "purchase is", "purchases are") == "1 purchase is")
    #expect(English.counted(3, "person", "people") == "3 people")
    #expect(English.agreeing(2, "it", "them") == "them")
  }

  @Test(arguments: [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
  func listsEndWithAWord(items: [String], text: String) {
    #expect(English.list(items) == text)
  }

  @Test func aTextBecomesASentence() {
    #expect(English.sentence("nothing was charged") == "Nothing was charged.")
    #expect(English.sentence("Really?") == "Really?")
    #expect(English.closed("try again.") == "try again." && English.closed("it waits") == "it waits.")
    #expect(English.sentence("") == "")
    #expect(English.list(["y", "n"], "or") == "y or n")
    #expect(English.quoted("ja") == "“ja”")
  }
}

struct LanguageTests {
  @Test(arguments: [
    ("zh", Language.chinese), ("zh_CN.UTF-8", .chinese), ("zh-Hans", .chinese), ("zh_Hans_HK", .chinese),
    ("en_GB.UTF-8", .english), ("C", .english), ("POSIX", .english), ("C.UTF-8", .english), ("zh_TW", nil),
    ("zh-Hant-HK", nil), ("de_DE", nil), ("", nil),
  ])
  func aLanguageHasNames(name: String, language: Language?) {
    #expect(Language(named: name) == language)
  }

  @Test func theEnvironmentIsAskedInOrder() {
    #expect(Language.asked { ["TILL_LANGUAGE": "zh", "LC_ALL": "en_US"][$0] } == .chinese)
    #expect(Language.asked { ["TILL_LANGUAGE": "auto", "LANG": "zh_CN.UTF-8"][$0] } == .chinese)
    #expect(Language.asked { ["LC_ALL": "C", "LANG": "zh_CN.UTF-8"][$0] } == .english)
    #expect(Language.asked { ["LC_ALL": "", "LC_MESSAGES": "zh_CN"][$0] } == .chinese)
    #expect(Language.asked { _ in nil } == .english)
  }

  @Test func rowsAreFoundByTheirEnglishInAnotherOrder() {
    let words: Words = "it is \("new@")'s: sign in there first"
    #expect(words.text == "it is new@'s: sign in there first")
    Language.$spoken.withValue(.chinese) {
      #expect(words.text == "它属于 new@：请先在那里登录")
      #expect("\(words)" == words.text(in: .chinese))
      #expect(("as nobody translated it \(1)" as Words).text == "as nobody translated it 1")
      // A whole that no table has is said part by part.
      #expect((("%" as Words) + "renew").text == "%续期")
    }
    #expect(words.text == words.english)
  }

  @Test func listsAndSentencesFollowTheLanguage() {
    #expect(Language.alternatives(["a", "b"]) == "a or b" && Language.sentence("it is") == "It is.")
    Language.$spoken.withValue(.chinese) {
      #expect(Language.alternatives(["a", "b"]) == "a 或 b" && Language.sentence("完成") == "完成。")
    }
    #expect(Chinese.list(["一", "二", "三"]) == "一、二和三")
  }
}
