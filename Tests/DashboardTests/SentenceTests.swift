import Foundation
import Screen
import Testing
import Texts

@testable import Dashboard

/// Where sentences stand, and what none of them may say.
@Suite struct SentenceTests {
  private static let files = Source.files(of: "Dashboard")

  @Test(arguments: files.filter(\.isLanguage)) func noSentenceSpellsAKey(file: Source) {
    for literal in file.literals {
      #expect(Self.spelledKey(in: literal) == nil, "\(file.name): \(literal)")
    }
  }

  @Test(arguments: [
    "A refund check (c) asks the App Store.", "7 ways to fail: k", "Press b to try again.", "Esc goes back",
    "y or n first", "the product; f lists all", "no order (3 lists them)", "it ends; ? lists the keys",
  ])
  func aSpelledKeyIsFound(sentence: String) {
    #expect(Self.spelledKey(in: sentence) != nil)
  }

  @Test(arguments: [
    "a refund of one", "in \(Source.parameter) s", "within 12 hours", "press \(Source.parameter) to restore", "for you",
    "(\(Source.parameter) left)", "it's \(Source.parameter)'s", "user (none)",
  ])
  func whatIsNoKeyPasses(sentence: String) {
    #expect(Self.spelledKey(in: sentence) == nil)
  }

  @Test(arguments: files.filter { !$0.isLanguage }) func sentencesStandWhereTheLanguageDoes(file: Source) {
    for literal in file.literals {
      let words = literal.split(separator: " ").filter { $0.contains(where: \.isLetter) }
      #expect(words.count < 2, "\(file.name): \(literal)")
    }
  }

  @Test func actionsThatSentencesNameExist() {
    let names = Self.files.flatMap { $0.text.matches(of: /keys?\((?:to: )?"([a-z-]+)"\)/).map { String($0.1) } }
    #expect(names.contains("network"))
    for name in names { #expect(Action(rawValue: name) != nil, "\(name)") }
  }

  @Test func keysLeadFromTheDashboardToAnAction() {
    #expect(ActionTable.keys(to: .refundCheck) == "c")
    #expect(ActionTable.keys(to: "network") == "s, 5, o")
    #expect(ActionTable.keys(to: "approve") == "s, 1, y")
    #expect(ActionTable.key(of: "approve") == "y")
  }

  /// What in a sentence is a key spelled out: a letter or sign by itself, a digit in brackets, a key's name.
  private static func spelledKey(in literal: String) -> Substring? {
    let signs = Set(
      ActionTable.entries.flatMap(\.keys).compactMap { key in
        if case .character(let character) = key, character != " " { String(character) } else { nil }
      })
    let names = ["Esc", "Enter", "Space", "Backspace", "Tab", "Shift-Tab", "PgUp", "PgDn", "Ctrl-L", "Ctrl-Z"]
    let words = literal.split(separator: " ")
    guard words.count > 1, words.contains(where: { $0.filter(\.isLetter).count > 1 }) else { return nil }
    for (index, word) in words.enumerated() {
      let bare = word.drop { "(“".contains($0) }.prefix { !"),;:.”".contains($0) }
      let isBracketed = word.first == "("
      let isPressed = index > 0 && words[index - 1].lowercased() == "press"
      if names.contains(String(bare)) { return word }
      guard signs.contains(String(bare)) else { continue }
      // A figure counts something, a letter behind a parameter is its unit, and "a" is an article.
      if isBracketed || isPressed { return word }
      if bare.lowercased() == "a" || bare.first?.isNumber == true { continue }
      if index > 0, words[index - 1].contains(where: { $0 == Source.parameter || $0.isNumber }) { continue }
      return word
    }
    return nil
  }
}

/// A source file of a target, and the texts in it.
struct Source: CustomTestStringConvertible {
  /// What stands for a parameter in a text.
  static let parameter: Character = "\u{FFFC}"

  let name: String
  let isLanguage: Bool
  let text: String

  var testDescription: String { name }

  static func files(of target: String) -> [Source] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appendingPathComponent("Sources/\(target)")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().flatMap { path -> [Source] in
      guard let text = try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8) else { return [] }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      // A topic's English stands below a mark.
      let halves = text.components(separatedBy: "\n// MARK: - English\n")
      let isLanguage = name.hasSuffix("+Chinese.swift") || name.hasPrefix("ActionTable")
      return [Source(name: name, isLanguage: isLanguage, text: halves[0])]
        + halves.dropFirst().map { Source(name: "\(name), English", isLanguage: true, text: $0) }
    }
  }

  /// The texts between quotation marks, without comments; a parameter is one character.
  var literals: [String] {
    var texts: [String] = []
    for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
      var rest = line[...]
      while let start = rest.firstIndex(of: "\"") {
        rest = rest[rest.index(after: start)...]
        texts.append(Self.takeLiteral(&rest))
      }
    }
    return texts
  }

  /// Takes a text up to its closing quotation mark.
  private static func takeLiteral(_ rest: inout Substring) -> String {
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\" else {
        text.append(character)
        continue
      }
      guard rest.popFirst() == "(" else { continue }
      skipParameter(&rest)
      text.append(parameter)
    }
    return text
  }

  /// Skips an interpolation to its closing bracket, with whatever texts are in it.
  private static func skipParameter(_ rest: inout Substring) {
    var depth = 1
    while depth > 0, let character = rest.popFirst() {
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      case "\"": _ = takeLiteral(&rest)
      default: break
      }
    }
  }
}
