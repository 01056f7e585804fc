import Core
import Foundation
import Testing

@Suite struct SafeTextTests {
  @Test(arguments: [
    ("a\u{0}b\tc\r\nd\u{1B}[31m", #"a\x00b\x09c\x0d\x0ad\x1b[31m"#),
    ("\u{7F}\u{80}\u{9B}31m\u{9F}", #"\x7f\x80\x9b31m\x9f"#),
    ("soft\u{AD}hyphen", #"soft\xadhyphen"#),
    ("\u{61C}a\u{200B}b\u{200F}c", #"\u{61C}a\u{200B}b\u{200F}c"#),
    ("\u{2028}\u{2029}\u{202A}\u{202E}", #"\u{2028}\u{2029}\u{202A}\u{202E}"#),
    ("\u{2060}\u{2066}\u{2069}\u{206F}\u{FEFF}", #"\u{2060}\u{2066}\u{2069}\u{206F}\u{FEFF}"#),
    ("\u{FFF9}x\u{FFFB}", #"\u{FFF9}x\u{FFFB}"#),
    ("\u{115F}\u{1160}\u{3164}\u{FFA0}", #"\u{115F}\u{1160}\u{3164}\u{FFA0}"#),
    ("a\u{E0041}\u{E0100}\u{E007F}", #"a\u{E0041}\u{E0100}\u{E007F}"#),
    ("\u{2764}\u{FE0F}", "\u{2764}"), ("\u{FE0F}a", #"\u{FE0F}a"#), ("\u{7}\u{FE0F}", #"\x07\u{FE0F}"#),
    ("\u{E000}\u{F8FF}\u{F0000}\u{10FFFD}", #"\u{E000}\u{F8FF}\u{F0000}\u{10FFFD}"#),
    ("\u{378}\u{FFFF}\u{1FFFE}", #"\u{378}\u{FFFF}\u{1FFFE}"#),
    ("e\u{301}\u{302}\u{303}\u{304}x", "e\u{301}\u{302}x"), ("\u{301}x", #"\u{301}x"#),
    ("👩‍🚀", "👩"), ("👩‍❤️‍💋‍👨", "👩"), ("👍🏽", "👍"), ("🏳️‍🌈", "\u{1F3F3}"), ("🇩🇪", "🇩🇪"), ("#️⃣", "#\u{20E3}"),
    ("a\u{200D}b", #"a\u{200D}b"#), ("🏽", #"\u{1F3FD}"#), ("👩\u{200D}", #"👩\u{200D}"#),
    ("高级版 解锁 · プレミアム · 프리미엄 · Prémium", "高级版 解锁 · プレミアム · 프리미엄 · Prémium"),
    ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}"), ("नमस्ते", "नमस्ते"), ("ไทย", "ไทย"), ("שלום", "שלום"),
    ("", ""),
  ])
  func treatsEachRow(text: String, expected: String) {
    let safe = safeText(text)
    #expect(safe.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(safe.debugDescription)")
  }

  @Test func replacesInvalidUTF8() {
    let text = String(decoding: [0x61, 0xED, 0xA0, 0x80, 0xFF, 0x62], as: UTF8.self)
    #expect(safeText(text).unicodeScalars.allSatisfy { $0 == "a" || $0 == "b" || $0 == "\u{FFFD}" })
  }

  @Test func keepsTheFormOfNormalisation() {
    for text in ["e\u{301}", "\u{E9}"] {
      #expect(safeText(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }
  }

  @Test func cutsByColumns() {
    #expect(safeText("abcdef", limit: 6) == "abcdef")
    #expect(safeText("abcdefg", limit: 6) == "abcde…")
    #expect(safeText("高级版解锁", limit: 10) == "高级版解锁")
    #expect(safeText("高级版解锁", limit: 9) == "高级版解…")
    #expect(safeText("高级版解锁", limit: 8) == "高级版…")
    #expect(safeText("abc", limit: 0) == "")
    #expect(safeText("abc", limit: 1) == "…")
    #expect(safeText("e\u{301}e\u{301}", limit: 2).unicodeScalars.count == 4)
    #expect(safeText(String(repeating: "x", count: 1_000_000)).count == 256)
  }

  @Test func takesLongClustersApart() {
    let marks = "a" + String(repeating: "\u{301}", count: 200_000)
    #expect(safeText(marks).unicodeScalars.count == 3)
    for piece in ["\u{600}", "\u{93E}", "\u{1112}"] {
      let safe = safeText(String(repeating: piece, count: 10_000))
      #expect(safe.allSatisfy { displayWidth(of: $0) <= 10 })
    }
  }

  /// Tests a former defect: a combining mark with a width of its own joined the last letter of the escape before it.
  @Test func marksJoinNoEscape() {
    #expect(safeText("\n\u{302E}") == "\\x0a\\u{302E}" && safeText("\u{FF9E}") == "\\u{FF9E}")
    #expect(safeText("か\u{302E}") == "か\u{302E}" && safeText("कि") == "कि")
    let found = Array("IOOA44CuzLbMvMyA44CuzLbMzLzMtmUV44CuzLbMvOOArsy244CuzLbMvOOArswxMyk=".utf8)
    let safe = safeText(String(decoding: Data(base64Encoded: Data(found)) ?? Data(), as: UTF8.self), limit: 40)
    #expect(safeText(safe, limit: 40) == safe)
  }

  /// Tests a defect that the fuzzer found: making text safe twice changed an escape.
  ///
  /// The escape followed a character that joins the next one.
  @Test func anEscapeStaysAsItIs() {
    let joining = String(repeating: "\u{600}", count: 4)
    #expect(safeText(joining + "\u{FFFD}") == joining + "\\u{FFFD}")
    for text in [joining + "\\u{FFFD}", joining + "a\u{301}"] { #expect(safeText(text) == text) }
  }

  /// Returns random text from all of Unicode, with more of the characters that cause trouble.
  private func randomText(_ generator: inout some RandomNumberGenerator) -> String {
    let pools: [ClosedRange<UInt32>] = [
      0...0xFF, 0x300...0x36F, 0x600...0x6FF, 0x900...0x97F, 0x1100...0x11FF, 0x2000...0x206F, 0x4E00...0x4FFF,
      0xAC00...0xAD00, 0xFE00...0xFEFF, 0xFFF0...0xFFFF, 0x1F1E6...0x1F1FF, 0x1F300...0x1F6FF, 0x200D...0x200D,
      0xE0000...0xE01FF, 0x302A...0x302F, 0x600...0x605, 0x20...0x7E, 0xFF9E...0xFF9F, 0...0x10FFFF,
    ]
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...40, using: &generator) {
      let pool = pools[Int.random(in: 0..<pools.count, using: &generator)]
      if let scalar = Unicode.Scalar(UInt32.random(in: pool, using: &generator)) { scalars.append(scalar) }
    }
    return String(scalars)
  }

  @Test func whatIsLeftOutJoinsNothingToALargerCharacter() {
    // Without the variation selector, an Arabic sign belongs to the flag after it.
    let safe = safeText("\u{603}\u{FE0F}🇶🇺\u{FF9F}\u{FF9F}")
    #expect(safe.unicodeScalars.elementsEqual("\u{603}🇶🇺\u{FF9F}\\u{FF9F}".unicodeScalars))
    #expect(safeText(safe).unicodeScalars.elementsEqual(safe.unicodeScalars))
  }

  @Test func neverLetsAnythingThrough() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let text = randomText(&generator)
      let limit = Int.random(in: 0...60, using: &generator)
      let safe = safeText(text, limit: limit)
      let hidden = safe.unicodeScalars.filter {
        $0.properties.isDefaultIgnorableCodePoint || $0.properties.isBidiControl
          || [.control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate]
            .contains($0.properties.generalCategory)
      }
      #expect(hidden.isEmpty, "\(text.debugDescription)")
      #expect(displayWidth(of: safe) <= limit, "\(text.debugDescription)")
      #expect(safe.allSatisfy { displayWidth(of: $0) > 0 }, "\(text.debugDescription)")
      let again = safeText(safe, limit: limit)
      #expect(again.unicodeScalars.elementsEqual(safe.unicodeScalars), "\(text.debugDescription)")
    }
  }
}
