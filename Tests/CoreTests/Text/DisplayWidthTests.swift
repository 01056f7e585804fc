import Core
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("高级版", 6), ("プレミアム", 10), ("프리미엄", 8), ("¥8.00", 5), ("…", 1),
    ("╭─╮│●○◆◐▸", 9), ("❤️", 1), ("👩‍🚀", 4), ("👍🏽", 4), ("🇩🇪", 2), ("#️⃣", 1), ("\u{3000}", 2), ("ＡＢ", 4), ("ｱ", 1),
    ("नी", 2), ("ไทย", 3), ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("\u{20000}", 2), ("\u{FFFD}", 1), ("€", 1),
  ])
  func countsColumns(text: String, width: Int) {
    #expect(displayWidth(of: text) == width)
    #expect(text.reduce(0) { $0 + displayWidth(of: $1) } == width)
  }

  #if canImport(Glibc)
    private typealias Width = @convention(c) (wchar_t) -> CInt
    private typealias Version = @convention(c) () -> UnsafePointer<CChar>

    /// Whether the system has glibc 2.36, from which the width table was made.
    ///
    /// Another version knows other characters.
    static var hasTheTablesLibrary: Bool {
      guard let symbol = dlsym(nil, "gnu_get_libc_version") else { return false }
      return String(cString: unsafeBitCast(symbol, to: Version.self)()) == "2.36"
    }

    @Test(.enabled(if: hasTheTablesLibrary, "the width table is that of glibc 2.36"))
    func agreesWithTheCLibrary() throws {
      // Swift does not see `wcwidth` in the module, which is compiled without its feature macro.
      let wcwidth = unsafeBitCast(try #require(dlsym(nil, "wcwidth")), to: Width.self)
      let locale = newlocale(CInt(1) << LC_CTYPE, "C.UTF-8", nil)
      let former = uselocale(locale)
      defer {
        uselocale(former)
        freelocale(locale)
      }
      #expect(wcwidth(0x4E2D) == 2)
      for value in UInt32(1)...0x10FFFF {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let width = Int(wcwidth(wchar_t(value)))
        let own = displayWidth(of: Character(scalar))
        if own != (width < 0 ? 1 : width) {
          Issue.record("U+\(String(value, radix: 16)): \(own), the C library says \(width)")
        }
      }
    }
  #endif

  @Test func truncatesAtCharacters() {
    #expect(truncated("abcdef", toWidth: 6) == "abcdef")
    #expect(truncated("abcdef", toWidth: 5) == "abcd…")
    #expect(truncated("高级版", toWidth: 6) == "高级版")
    #expect(truncated("高级版", toWidth: 5) == "高级…")
    #expect(truncated("高级版", toWidth: 4) == "高…")
    #expect(truncated("高级版", toWidth: 1) == "…")
    #expect(truncated("高级版", toWidth: 0) == "")
    #expect(truncated("abc", toWidth: -1) == "")
    #expect(truncated("e\u{301}e\u{301}e\u{301}", toWidth: 2) == "e\u{301}…")
    #expect(truncated("éé", toWidth: 2) == "éé")
  }

  @Test func padsToExactlyTheWidth() {
    #expect(padded("ab", toWidth: 4) == "ab  ")
    #expect(padded("ab", toWidth: 4, alignment: .trailing) == "  ab")
    #expect(padded("高级版", toWidth: 5) == "高级…")
    #expect(padded("高级版", toWidth: 4) == "高… ")
    #expect(padded("abc", toWidth: 0) == "")
    for width in 0...12 {
      for text in ["高级版解锁", "Prémium", "नमस्ते", "a"] { #expect(displayWidth(of: padded(text, toWidth: width)) == width) }
    }
  }
}
