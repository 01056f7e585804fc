import Core
import Testing

/// Tests that foreign text is made safe for its destination.
@Suite struct DestinationTests {
  /// Hostile texts that may occur in a name, an id or an event's description.
  private static let hostile = [
    "\u{1B}[31mred\u{1B}]0;title\u{7}", "\u{9B}31m", "a\r\nb\u{2028}c\u{85}d", "\u{202E}gpj.exe", "a\u{0}b\u{8}c",
    "<script>alert(1)</script>", "![x](https://evil.example/x.png)", "[x](javascript:alert(1))", "https://evil.example",
    "www.evil.example", "mail me@evil.example", "a|b", "```", "`code`", "=1+1", "＝1+1", "＋1", "－1", "＠SUM(A1)", "\t=1",
    "\r=1", "@SUM(A1)", "-1", "+1", "a,b", "a;=1", "\"quoted\"", "]]>", "<!--", "&amp;", "' onload='x",
    "\u{FFFE}\u{FFFF}",
  ]

  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
      || [0x2028, 0x2029].contains(scalar.value)
  }

  @Test func onATerminalOnlyLineBreaksAct() {
    for text in Self.hostile {
      let safe = Destination.terminal.safe(text)
      #expect(!safe.unicodeScalars.contains { Self.acts($0) && $0 != "\n" }, "\(safe)")
    }
    #expect(Destination.terminal.safe("one\ntwo\n") == "one\ntwo\n")
    #expect(Destination.terminal.safe("a\r\nb") == "a\\x0d\\x0ab")
  }

  @Test func theClipboardTakesOneLine() {
    for text in Self.hostile {
      #expect(!Destination.clipboard.safe(text).unicodeScalars.contains(where: Self.acts), "\(text)")
    }
    #expect(Destination.clipboard.safe("id\nrm -rf /") == "id\\x0arm -rf /")
    let long = String(repeating: "a", count: 20_000)
    #expect(Destination.clipboard.safe(long) == long, "a signed text is copied whole")
  }

  @Test(arguments: ["=1+1", "＝1+1", "+1", "＋1", "-1", "－1", "@A1", "＠A1", " =1", "\u{3000}＝1", "﹦1", "−1"])
  func aCellIsNoFormula(text: String) {
    let cell = Destination.csv.safe(text)
    #expect(cell.hasPrefix("'") || cell.hasPrefix("\"'"), "\(cell)")
  }

  @Test func aCellStaysOneCell() {
    #expect(Destination.csv.safe("a,b") == "\"a,b\"" && Destination.csv.safe("a;=1") == "\"a;=1\"")
    #expect(Destination.csv.safe("say \"x\"") == "\"say \"\"x\"\"\"")
    #expect(Destination.csv.safe("\t=1") == "\\x09=1" && Destination.csv.safe("\r=1") == "\\x0d=1")
    #expect(Destination.csv.safe("com.example.premium") == "com.example.premium" && Destination.csv.safe("") == "")
    for text in Self.hostile {
      #expect(!Destination.csv.safe(text).unicodeScalars.contains(where: Self.acts))
    }
  }

  @Test func aRowHasOneFormInEachFile() {
    #expect(Destination.csv.row(["a", "b,c"]) == "a,\"b,c\"\r\n")
    #expect(Destination.markdown.row(["a", "b"]) == "| a | b |\n")
    #expect(Destination.csv.head(["a", "b"]) == "a,b\r\n")
    #expect(Destination.markdown.head(["a", "b"]) == "| a | b |\n| --- | --- |\n")
  }

  @Test func markdownHasNoHTMLLinkPictureOrTable() {
    #expect(Destination.markdown.safe("<b>&") == "&lt;b&gt;&amp;")
    #expect(Destination.markdown.safe("![x](y) [x](y)") == "!\\[x\\](y) \\[x\\](y)")
    #expect(Destination.markdown.safe("see https://evil.example now") == "see `https://evil.example` now")
    #expect(Destination.markdown.safe("www.evil.example") == "`www.evil.example`")
    #expect(Destination.markdown.safe("me@evil.example new@") == "`me@evil.example` new@")
    #expect(Destination.markdown.safe("`https://x`|") == "`` `https://x`\\| ``")
    #expect(Destination.markdown.safe("a|b") == "a\\|b" && Destination.markdown.safe("# x - y") == "\\# x - y")
    for text in Self.hostile {
      let safe = Destination.markdown.safe(text)
      #expect(!safe.unicodeScalars.contains(where: Self.acts), "\(safe)")
      #expect(!safe.contains("<script") && !safe.contains("<!--"), "\(safe)")
      #expect(safe.hasPrefix("`") || !safe.replacing("\\](", with: "").contains("]("), "\(safe)")
    }
  }

  @Test func aBlockOfCodeIsClosedByItsOwnFenceAlone() {
    #expect(Destination.markdownBlock(["a"]) == "```\na\n```")
    #expect(Destination.markdownBlock(["```", "<b>", "a\nb"]) == "````\n```\n<b>\na\\x0ab\n````")
  }

  @Test func aPictureHasNoForeignTags() {
    #expect(Destination.svg.safe("<a>&'") == "&lt;a&gt;&amp;'")
    #expect(Destination.xml.safe("<a b=\"'\">") == "&lt;a b=&quot;&apos;&quot;&gt;")
    for text in Self.hostile {
      let svg = Destination.svg.safe(text)
      #expect(!svg.contains("<") && !svg.contains(">"))
      #expect(
        !svg.unicodeScalars.contains {
          $0.value < 0x20 && ![0x9, 0xA, 0xD].contains($0.value) || (0x7F...0x9F).contains($0.value)
            || $0.value == 0xFFFE || $0.value == 0xFFFF
        }, "XML has no such character")
    }
  }
}
