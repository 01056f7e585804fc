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

  private static let msgfmt: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { $0 + "/msgfmt" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// GNU's own tool finds nothing to object to, placeholders included: in each language, and in one that is only begun.
  @Test(.enabled(if: msgfmt != nil, "gettext's msgfmt is not here: Assets/setup installs it"))
  func gettextTakesEveryCatalogue() throws {
    let folder = Checkout.root.appending(path: "Assets/Languages")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".po") }
    for path in names.map({ folder.appending(path: $0).path }) + [MessageFile.germanPath] {
      let process = Process()
      process.executableURL = URL(filePath: Self.msgfmt ?? "")
      process.arguments = ["--check", "--output-file=/dev/null", path]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "msgfmt --check \(path)")
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
