import TerminalUI
import Testing

struct FrameTests {
  private func frame(_ width: Int, _ height: Int) -> Frame { Frame(Size(width: width, height: height)) }

  @Test func textStandsWhereItIsPutAndTellsItsColumns() {
    var frame = frame(10, 2)
    #expect(frame.put("abc", at: Point(x: 1, y: 0)) == 3)
    #expect(frame.put("高x", at: Point(x: 0, y: 1), style: .good) == 3)
    #expect(frame.lines == [" abc", "高x"])
    #expect(frame.text == " abc\n高x\n")
    #expect(frame[Point(x: 0, y: 1)]?.width == 2)
    #expect(frame[Point(x: 1, y: 1)]?.isContinuation == true)
    #expect(frame[Point(x: 2, y: 1)]?.style == .good)
    #expect(frame[Point(x: 10, y: 1)] == nil)
  }

  @Test func textIsCutAtTheWidthAndAtTheEdges() {
    var frame = frame(5, 1)
    #expect(frame.put("abcdefgh", at: Point(x: 3, y: 0)) == 2)
    #expect(frame.put("xyz", at: Point(x: 0, y: 0), width: 2) == 2)
    #expect(frame.lines == ["xy ab"])
    for point in [Point(x: 5, y: 0), Point(x: 0, y: 1), Point(x: 0, y: -1)] {
      #expect(frame.put("no", at: point) == 0)
    }
    #expect(frame.put("12", at: Point(x: 0, y: 0), width: -1) == 0)
    frame.put("12345", at: Point(x: -3, y: 0))
    #expect(frame.lines == ["45 ab"])
    frame.put("1", at: Point(x: -3, y: 0))
    #expect(frame.lines == ["45 ab"])
  }

  @Test func aWideCharacterIsNeverCutInHalf() {
    var frame = frame(5, 1)
    frame.put("高级解", at: Point(x: 0, y: 0))
    #expect(frame.lines == ["高级"])
    frame.put("x", at: Point(x: 1, y: 0))
    #expect(frame.lines == [" x级"])
    frame.put("y", at: Point(x: 2, y: 0))
    #expect(frame.lines == [" xy"])
    frame.put("高", at: Point(x: -1, y: 0))
    #expect(frame.lines == [" xy"])
    frame.put("a高", at: Point(x: 0, y: 0), width: 2)
    #expect(frame.lines == ["a y"])
  }

  @Test func marksSitOnTheirBaseAtMostTwo() {
    var frame = frame(4, 1)
    #expect(frame.put("e\u{301}\u{302}\u{303}x", at: Point(x: 0, y: 0)) == 2)
    #expect(frame[Point(x: 0, y: 0)]?.scalars == ["e", "\u{301}", "\u{302}"])
    #expect(frame.lines == ["e\u{301}\u{302}x"])
    #expect(frame.put("\u{301}", at: Point(x: 2, y: 0)) == 0)
  }

  @Test func whatHasNotPassedTheSanitiserCannotActEither() {
    var frame = frame(8, 1)
    frame.put("a\u{1B}\n\u{202E}\u{200B}\u{9B}z", at: Point(x: 0, y: 0))
    #expect(frame.lines == ["a???z"])
  }

  @Test func aRectangleClipsItsRows() {
    var frame = frame(8, 4)
    let pane = Rect(x: 2, y: 1, width: 3, height: 2)
    #expect(frame.put("abcdef", in: pane) == 3)
    #expect(frame.put("xyz", in: pane, row: 1, column: 1) == 2)
    #expect(frame.put("no", in: pane, row: 2) == 0)
    #expect(frame.put("no", in: pane, row: 0, column: 3) == 0)
    #expect(frame.lines == ["", "  abc", "   xy", ""])
  }

  @Test func boxesHaveRoundCornersAndATitle() {
    var frame = frame(12, 3)
    frame.box(frame.bounds, title: "产品 long title")
    #expect(frame.lines == ["╭ 产品 lo ─╮", "│          │", "╰──────────╯"])
    frame.box(frame.bounds, title: "ab", glyphs: .ascii)
    #expect(frame.lines == ["+ ab ------+", "|          |", "+----------+"])
    #expect(frame[Point(x: 2, y: 0)]?.style == .title)
    var small = Frame(Size(width: 2, height: 2))
    small.box(small.bounds, title: "x")
    #expect(small.lines == ["╭╮", "╰╯"])
    small.box(Rect(x: 0, y: 0, width: 1, height: 5))
    #expect(small.lines == ["╭╮", "╰╯"])
  }

  @Test func fillingAndRestylingKeepWideCharactersWhole() {
    var frame = frame(6, 1)
    frame.put("高级解", at: Point(x: 0, y: 0))
    frame.restyle(Rect(x: 1, y: 0, width: 2, height: 1), .selected)
    #expect(frame.cells.map(\.style) == [.selected, .selected, .selected, .selected, .normal, .normal])
    #expect(frame.lines == ["高级解"])
    frame.fill(Rect(x: 1, y: 0, width: 2, height: 1))
    #expect(frame.lines == ["    解"])
    #expect(frame.cells.filter(\.isContinuation).count == 1)
  }

  @Test func emptyFramesAndRectanglesAreFine() {
    var empty = frame(0, 0)
    empty.put("x", at: Point(x: 0, y: 0))
    empty.box(empty.bounds)
    empty.fill(Rect(x: -1, y: -1, width: 5, height: 5))
    #expect(empty.text.isEmpty && empty.differences(from: nil).isEmpty)
  }
}
