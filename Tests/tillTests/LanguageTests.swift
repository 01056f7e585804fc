import Foundation
import Testing

/// Two languages: what is said in English is said in Chinese, with the same values; none is missing, none is left over.
@Suite struct LanguageTests {
  private static let chinese = SourceText.all.filter { $0.name.hasSuffix("+Chinese.swift") }

  /// The compiler asks for each case; this, for a file of its own.
  @Test func everyTopicHasBothLanguages() {
    for english in SourceText.english {
      #expect(Self.chinese.contains { english.isSaid(by: $0) }, "\(english.path) is not said in Chinese")
    }
  }

  /// Whatever differs from time to time is told in both languages.
  @Test func everyParameterIsSaidInBoth() {
    for other in Self.chinese {
      guard let english = SourceText.english.first(where: { $0.isSaid(by: other) }) else {
        Issue.record("\(other.path) is of no topic")
        continue
      }
      #expect(english.parameters.subtracting(other.parameters).isEmpty, "\(other.path)")
    }
  }

  /// A text in a Chinese file is Chinese, or one that both languages have: a name, a number, what is typed.
  @Test func noEnglishIsLeftInChinese() {
    for file in Self.chinese
      + SourceText.all.filter({ $0.path.hasPrefix("Texts/Chinese/") && $0.name == "Chinese.swift" })
    {
      for literal in file.literals where literal.isSentence && !literal.hasChinese {
        Issue.record("\(file.path):\(literal.line) says English: \(literal.text)")
      }
    }
  }

  // MARK: Rows

  /// Files with rows whose `Words` another language finds by their English.
  private static let rows = SourceText.all.filter { file in
    [
      "StoreVerbs/", "AppStoreSimulator/Rules/", "Dashboard/Actions/", "TillCommands/", "TillRuntime/Settings/",
    ].contains { file.path.hasPrefix($0) }
  }

  private static let keys: Set<String> = Set(
    SourceText.all.filter { $0.name.hasPrefix("ChineseWords+") }.flatMap { $0.chains }.filter { !$0.hasChinese })

  /// What no row says any more is not kept either.
  @Test func noRowIsTranslatedForNothing() {
    let said = Set(Self.rows.flatMap(\.chains))
    #expect(Self.keys.count > 700)
    for key in Self.keys.sorted() where !said.contains(key) { Issue.record("no row says: \(key)") }
  }

  /// Sentences of those rows, wherever they stand.
  @Test func everyRowIsTranslated() {
    let files = Self.rows.filter { file in
      ["StoreVerbs/Verb", "StoreVerbs/Parameter", "AppStoreSimulator/Rules/VerbRule", "Dashboard/Actions/ActionTable"]
        .contains { file.path.hasPrefix($0) }
    }
    for file in files where !file.name.contains("Markdown") {
      let names = Set(file.literals.filter { $0.label == "name" || $0.label == "Verb" }.map(\.text))
      for chain in Set(file.chains)
      where chain.isProse && chain.first != "|" && !Self.keys.contains(chain) && !names.contains(chain) {
        Issue.record("\(file.path): ChineseWords has no: \(chain)")
      }
    }
  }
}

extension SourceText.Literal {
  fileprivate var hasChinese: Bool { text.hasChinese }
}

extension String {
  fileprivate var hasChinese: Bool { unicodeScalars.contains { (0x3000...0x9FFF).contains($0.value) } }

  /// Whether it is said to a person: three words or more in small letters.
  fileprivate var isProse: Bool {
    split(separator: " ").filter { $0.count > 1 && $0.allSatisfy { $0.isLowercase && $0.isASCII } }.count > 2
  }
}

extension SourceText {
  /// Whether a file says the English of this one in another language: it extends the same types.
  fileprivate func isSaid(by other: SourceText) -> Bool {
    path.prefix { $0 != "/" } == other.path.prefix { $0 != "/" } && !extended.isDisjoint(with: other.extended)
  }

  private var extended: Set<String> {
    Set(text.matches(of: #/(?m)^extension ([\w.]+)/#).map { String($0.1) })
  }

  /// The parameters that a file's cases name.
  fileprivate var parameters: Set<String> {
    Set(
      text.split(separator: "\n").filter { $0.drop(while: { $0 == " " }).hasPrefix("case ") }.flatMap { line in
        line.split(separator: "\"", maxSplits: 1)[0].matches(of: /\blet (\w+)/).map { String($0.1) }
      })
  }

  /// Its literals as `Words` have them: those joined with a plus sign as one, parameters numbered.
  fileprivate var chains: [String] {
    var chains: [String] = []
    var open = ""
    for literal in literals {
      open = literal.follows ? open + literal.text : literal.text
      if literal.follows { chains.removeLast() }
      chains.append(open)
    }
    return chains.map { chain in
      var count = 0
      return chain.replacing(/\u{FFFC}(?:[A-Za-z0-9]+\u{FFFC})?/) { _ in
        count += 1
        return "%\(count)"
      }
    }
  }
}
