import Foundation
import TestSupport
import Testing

/// Tests that a sentence names who acts: the customer, Apple, the app server, Till, this device.
@Suite struct PlainWordsTests {
  /// How many vague words are allowed in place of a subject.
  ///
  /// Lower a limit when fewer are left; never raise one.
  private static let (texts, comments, documents, stories) = (0, 0, 0, 0)

  private static let riddles: Set = ["nobody", "somebody", "anybody", "everybody", "whoever", "whomever"]

  /// Counts the vague words of a text; names such as `.nobody` don't count.
  private static func count(in text: String) -> Int {
    guard riddles.contains(where: { text.localizedCaseInsensitiveContains($0) }) else { return 0 }
    let bare = text.replacing(#/`[^`]*`/#, with: "").lowercased()
    return bare.split { !$0.isLetter && $0 != "." }.count { word in
      riddles.contains(String(word.reversed().drop { $0 == "." }.reversed()))
    }
  }

  private static func check(_ found: [(place: String, text: String)], _ kind: String, limit: Int) {
    let total = found.map { count(in: $0.text) }.reduce(0, +)
    guard total > limit else { return }
    let list = found.filter { count(in: $0.text) > 0 }.map { "\($0.place): \($0.text)" }.joined(separator: "\n")
    Issue.record("\(kind): \(total) of \(riddles.sorted()), at most \(limit); name who acts:\n\(list)")
  }

  @Test func whatPeopleReadNamesWhoActs() {
    let messages = MessageFile.chinese.messages
    #expect(messages.count > 2000)
    let texts = messages.flatMap {
      [(place: $0.place, text: $0.key)] + ($0.plural.map { [(place: "", text: $0)] } ?? [])
    }
    Self.check(texts, "texts", limit: Self.texts)
  }

  @Test func commentsNameWhoActs() {
    let comments = SourceText.all.flatMap { file in
      file.comments.map { (place: "\(file.path):\($0.line)", text: $0.text) }
    }
    #expect(comments.count > 10_000)
    Self.check(comments, "comments", limit: Self.comments)
  }

  /// Tests the documents; tables that are generated from the program's texts are tested with those.
  @Test func documentsNameWhoActs() {
    let made: Set = ["keys.md", "verbs.md", "sentences.md", "commands.md", "dependencies.md"]
    let pages = Page.all.flatMap { page in
      page.paragraphs.flatMap { paragraph in
        let isMade = made.contains { page.path.hasSuffix("/" + $0) } && paragraph.text.hasPrefix("|")
        return isMade ? [] : [(place: "\(page.path):\(paragraph.line)", text: paragraph.text)]
      }
    }
    #expect(pages.count > 300)
    Self.check(pages, "documents", limit: Self.documents)
  }

  /// Tests walkthroughs and scenarios, whose texts are not in the program's catalogue.
  @Test func storiesNameWhoActs() throws {
    let folders = ["Assets/Walkthroughs", "Assets/Scenarios"]
    let files = folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: Page.root.appending(path: folder).path)?.compactMap { $0 as? String }
        ?? [])
        .filter { $0.hasSuffix(".json5") }.map { folder + "/" + $0 }
    }
    #expect(files.count > 60)
    let lines = try files.flatMap { file in
      try String(contentsOf: Page.root.appending(path: file), encoding: .utf8).split(separator: "\n")
        // This is a word of the JSON documents.
        .map { (place: file, text: String($0).replacing("who: 'nobody'", with: "")) }
    }
    Self.check(lines, "stories", limit: Self.stories)
  }
}
