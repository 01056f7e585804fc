import Foundation
import Testing

/// Two languages: what is said in English is said in Chinese, with the same values; none is missing, none is left over.
@Suite struct LanguageTests {
  private static let chinese = SourceText.all.filter { $0.name.hasSuffix("+Chinese.swift") }

  @Test func everyTopicHasBothLanguages() {
    for english in SourceText.all where english.name.hasSuffix("+English.swift") {
      let name = english.name.replacing("+English", with: "+Chinese")
      let module = english.path.split(separator: "/")[0]
      let other = Self.chinese.first { $0.name == name && $0.path.hasPrefix("\(module)/") }
      guard let other else {
        Issue.record("\(english.path) has no \(name)")
        continue
      }
      let missing = english.cases.subtracting(other.cases)
      #expect(missing.isEmpty, "\(other.path) lacks these")
    }
  }

  /// Whatever differs from time to time is told in both languages.
  @Test func everyParameterIsSaidInBoth() {
    for other in Self.chinese {
      let name = other.name.replacing("+Chinese", with: "+English")
      let module = other.path.split(separator: "/")[0]
      guard let english = SourceText.all.first(where: { $0.name == name && $0.path.hasPrefix("\(module)/") }) else {
        Issue.record("\(other.path) is of no topic")
        continue
      }
      // Of a case that is missing nothing is said.
      guard english.cases.subtracting(other.cases).isEmpty else { continue }
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
    ].contains { file.path.hasPrefix($0) } && !file.name.hasSuffix("+English.swift")
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
  /// The names of the cases that a file says.
  fileprivate var cases: Set<String> {
    Set(
      text.split(separator: "\n").flatMap { line -> [String] in
        guard line.drop(while: { $0 == " " }).hasPrefix("case ") else { return [] }
        let pattern = line.split(separator: "\"", maxSplits: 1)[0]
        return pattern.matches(of: #/[ (]\.([a-zA-Z0-9]+)/#).map { String($0.1) }
      })
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
