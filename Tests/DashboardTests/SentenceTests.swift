import Core
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import Dashboard

/// Tests of what Till's texts must not contain.
@Suite struct SentenceTests {
  /// The character that replaces a parameter in a text.
  private static let parameter: Character = "\u{FFFC}"

  @Test func noTextSpellsAKey() {
    let messages = MessageFile.chinese.messages.filter { $0.place.hasPrefix("Sources/Dashboard/") }
    #expect(messages.count > 500)
    for message in messages where !message.place.contains("ActionTable") {
      for text in [message.key] + (message.plural.map { [$0] } ?? []) + message.forms {
        let plain = text.replacing(/%\d/, with: String(Self.parameter))
        #expect(Self.spelledKey(in: plain) == nil, "\(message.place): \(text)")
      }
    }
  }

  @Test(arguments: [
    "A refund check (c) asks the App Store.", "7 kinds of failure: k", "Press b to try again.", "Esc goes back",
    "y or n first", "the product; f lists all", "no order (3 lists them)", "it ends; ? lists the keys",
  ])
  func aSpelledKeyIsFound(sentence: String) {
    #expect(Self.spelledKey(in: sentence) != nil)
  }

  @Test(arguments: [
    "a refund of one", "in \u{FFFC} s", "within 12 hours", "press \u{FFFC} to restore", "for you",
    "(\u{FFFC} left)", "it's \u{FFFC}'s", "user (none)",
  ])
  func whatIsNoKeyPasses(sentence: String) {
    #expect(Self.spelledKey(in: sentence) == nil)
  }

  @Test func actionsThatSentencesNameExist() throws {
    let folder = Checkout.root.appending(path: "Sources/Dashboard")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let names = try paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
      try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        .matches(of: /keys?\((?:to: )?"([a-z-]+)"\)/).map { String($0.1) }
    }
    #expect(names.contains("network"))
    for name in names { #expect(Action(rawValue: name) != nil, "\(name)") }
  }

  @Test func keysLeadFromTheDashboardToAnAction() {
    #expect(ActionTable.keys(to: .refundCheck) == "c")
    #expect(ActionTable.keys(to: "network") == "s, 5, o")
    #expect(ActionTable.keys(to: "approve") == "s, 1, y")
    #expect(ActionTable.key(of: "approve") == "y")
  }

  /// Returns the first key that a sentence spells out, or nil.
  ///
  /// It looks for a letter or sign by itself, a digit in brackets, and the name of a key.
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
      // Not keys: a figure (it counts something), a letter behind a parameter (its unit), and the article "a".
      if isBracketed || isPressed { return word }
      if bare.lowercased() == "a" || bare.first?.isNumber == true { continue }
      if index > 0, words[index - 1].contains(where: { $0 == Self.parameter || $0.isNumber }) { continue }
      return word
    }
    return nil
  }
}
