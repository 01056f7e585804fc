import Testing

@testable import TerminalUI

/// Tests of a terminal's answer about its background colour, which arrives among typed keys.
struct BackgroundColorQueryTests {
  private func codes(_ text: String) -> [KeyDecoder.Code] { text.unicodeScalars.map { .scalar($0.value) } }

  @Test(arguments: [
    ("rgb:ffff/ffff/ffff", true), ("rgb:0000/0000/0000", false), ("rgb:fdfd/f6f6/e3e3", true), ("rgb:ff/ff/ff", true),
    ("rgb:1d1d/2020/2121", false), ("rgba:eeee/eeee/eeee/ffff", true), ("rgb:f/f/f", true), ("nonsense", false),
    ("rgb:ffff/ffff", false), ("rgb:fffff/ffff/ffff", false),
  ])
  func lightIsToldFromDark(body: String, isLight: Bool) { #expect(BackgroundColorQuery.isLight(body) == isLight) }

  /// Tests that the answer is removed wherever it is split, and that the keys around it remain.
  @Test(arguments: ["\u{7}", "\u{1B}\\"]) func theAnswerIsTakenOutWhereverItIsTorn(end: String) {
    let answer = "\u{1B}]11;rgb:ffff/ffff/ffff" + end
    let now = ContinuousClock.now
    for place in 1..<answer.unicodeScalars.count {
      var question = BackgroundColorQuery()
      question.ask()
      let all = codes("b" + answer + "q")
      let first = question.removeReply(in: Array(all.prefix(place + 1)), at: now)
      let second = question.removeReply(in: Array(all.dropFirst(place + 1)), at: now)
      // An Escape at the end of the input may be the key itself, so it is not held back.
      let escape = place == 1 ? codes("\u{1B}") : []
      #expect(first.rest == codes("b") + escape, "\(place)")
      #expect(second.rest == codes("q") && second.isLight == true && !question.isOpen, "\(place)")
    }
  }

  @Test func whatOnlyBeginsLikeItIsTyped() {
    var question = BackgroundColorQuery()
    question.ask()
    let now = ContinuousClock.now
    #expect(question.removeReply(in: codes("\u{1B}[A\u{1B}"), at: now).rest == codes("\u{1B}[A\u{1B}"))
    // A bracket long after an Escape is a typed bracket.
    #expect(question.removeReply(in: codes("]j"), at: now + .seconds(1)).rest == codes("]j"))
    #expect(question.removeReply(in: codes("\u{1B}]12;x"), at: now).rest == codes("\u{1B}]12;x"))
    #expect(question.removeReply(in: codes("\u{1B}"), at: now).rest == codes("\u{1B}"))
    #expect(question.removeReply(in: codes("]j"), at: now).rest == codes("]j"))
    #expect(question.isOpen)
  }
}
