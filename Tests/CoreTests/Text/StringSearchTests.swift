import Core
import Testing

@Suite struct StringSearchTests {
  @Test(arguments: [
    ("", "a", nil), ("a", "", 0..<0), ("abab", "ab", 0..<2), ("aab", "ab", 1..<3), ("ab", "abc", nil),
    ("ba", "ab", nil), ("xe\u{301}", "\u{E9}", 1..<2), ("xe\u{301}", "e", nil), ("高级版", "级版", 1..<3),
  ])
  func findsWhatStandsFirst(text: String, part: String, place: Range<Int>?) {
    let found = text.firstRange(of: part)
    let offsets = found.map { text.distance(from: text.startIndex, to: $0.lowerBound) }
    #expect(offsets == place?.lowerBound)
    #expect(found.map { text[$0].count } == place?.count)
    #expect(text.contains(part) == (place != nil))
    #expect(Array(text).firstRange(of: Array(part)) == place)
  }

  @Test(arguments: [
    ("", "a", false), ("a", "", true), ("bought 2000000812, verified", "2000000812", true), ("20000", "200001", false),
    ("¥8.00 · 42", "42", true), ("aab", "ab", true), ("¥8", "8.", false),
  ])
  func holdsTheBytesOfAnId(text: String, part: String, holds: Bool) { #expect(text.holds(part) == holds) }

  @Test(arguments: [
    ("it's", "'", "'\\''", "it'\\''s"), ("aaa", "aa", "b", "ba"), ("a|b|", "|", "\\|", "a\\|b\\|"),
    ("abc", "", "x", "abc"),
    ("abc", "b", "", "ac"), ("", "a", "b", ""), ("\\\"", "\\", "\\\\", "\\\\\""),
  ])
  func replacesEachPlace(text: String, part: String, other: String, expected: String) {
    #expect(text.replacing(part, with: other) == expected)
  }
}
