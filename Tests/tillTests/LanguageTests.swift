import Foundation
import TestSupport
import Testing

/// What is said in English is said in every other language, with the same values; none is missing, none is left over.
@Suite struct LanguageTests {
  /// The script reads from the compiler's index which literals are texts, and compares them with each catalogue.
  @Test func everyTextIsTranslated() throws {
    guard let check = try MessageFile.script(["--check"]) else { return }
    #expect(check.succeeded, "Assets/ci/messages --check: \(check.text)")
  }

  /// GNU's own tool finds nothing to object to, placeholders included.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/msgfmt"), "gettext's msgfmt is not here"))
  func gettextTakesEveryCatalogue() throws {
    let folder = MessageFile.root.appending(path: "Assets/Languages")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".po") {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/msgfmt")
      process.arguments = ["--check", "--output-file=/dev/null", folder.appending(path: name).path]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "msgfmt --check \(name)")
    }
  }

  /// A Chinese text is Chinese, or one that both languages have: a name, a number, what is typed.
  @Test func noEnglishIsLeftInChinese() {
    #expect(MessageFile.chinese.messages.count > 2000)
    for message in MessageFile.chinese.messages {
      for form in message.forms where Self.isProse(form) {
        Issue.record("zh-Hans.po says English: \(form)")
      }
    }
  }

  /// Whether it is said to a person in English: three words or more in small letters, and nothing Chinese.
  private static func isProse(_ text: String) -> Bool {
    guard !text.unicodeScalars.contains(where: { (0x3000...0x9FFF).contains($0.value) }) else { return false }
    return text.split(separator: " ").filter { $0.count > 1 && $0.allSatisfy { $0.isLowercase && $0.isASCII } }.count
      > 2
  }
}
