import Foundation
import TestSupport
import Testing

/// Tests that every English text is translated into each language, with the same parameters and no leftovers.
@Suite struct LanguageTests {
  /// Compares the texts, which the script reads from the compiler's index, with each catalogue.
  @Test func everyTextIsTranslated() throws {
    guard let check = MessageFile.script(["--check"]) else { return }
    #expect(check.succeeded, "Assets/ci/messages --check: \(check.text)")
  }

  private static let msgfmt: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { $0 + "/msgfmt" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Tests every catalogue with GNU's own tool, including placeholders and a language that is only begun.
  @Test(.enabled(if: msgfmt != nil, "gettext's msgfmt is not here: Assets/setup installs it"))
  func gettextTakesEveryCatalogue() throws {
    let folder = Checkout.root.appending(path: "Assets/Languages")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".po") }
    for path in names.map({ folder.appending(path: $0).path }) + [MessageFile.germanPath] {
      let check = Spawn.run([Self.msgfmt ?? "", "--check", "--output-file=/dev/null", path])
      #expect(check.status == 0, "msgfmt --check \(path): \(check.output)")
    }
  }

  /// Tests that a Chinese text is in Chinese, except for names, numbers and text to type.
  @Test func noEnglishIsLeftInChinese() {
    #expect(MessageFile.chinese.messages.count > 2000)
    for message in MessageFile.chinese.messages {
      for form in message.forms where Self.isProse(form) {
        Issue.record("zh-Hans.po says English: \(form)")
      }
    }
  }

  /// Returns whether a text is English prose: at least three lower-case words, and no Chinese characters.
  private static func isProse(_ text: String) -> Bool {
    guard !text.unicodeScalars.contains(where: { (0x3000...0x9FFF).contains($0.value) }) else { return false }
    return text.split(separator: " ").filter { $0.count > 1 && $0.allSatisfy { $0.isLowercase && $0.isASCII } }.count
      > 2
  }
}
