import TerminalUI
import Testing

struct FrameDifferencesTests {
  private func row(_ text: String, style: Style = .normal) -> Frame {
    var frame = Frame(Size(width: 8, height: 1))
    frame.put(text, at: Point(x: 0, y: 0), style: style)
    return frame
  }

  private func runs(_ old: Frame?, _ new: Frame) -> [Range<Int>] { new.differences(from: old).map(\.columns) }

  @Test func equalFramesHaveNoDifference() {
    #expect(runs(row("abc"), row("abc")).isEmpty)
  }

  @Test func onlyWhatDiffersIsInARun() {
    #expect(runs(row("abcdef"), row("aXcdYZ")) == [1..<2, 4..<6])
    #expect(runs(row("abc"), row("abc", style: .good)) == [0..<3])
  }

  @Test func aRunNeverPartsAWideCharacter() {
    #expect(runs(row("高级"), row("高解")) == [2..<4])
    #expect(runs(row("abcd"), row("a高d")) == [1..<3])
    #expect(runs(row("a高d"), row("abcd")) == [1..<3])
    let new = row("高级")
    for old in ["级高", "x高", "高x", "ab级", "", "xx高x"] {
      for run in new.differences(from: row(old)) {
        let cells = new.cells(of: run)
        #expect(cells.first?.isContinuation == false)
        #expect(cells.reduce(0) { $0 + Int($1.width) } == run.columns.count)
      }
    }
  }

  @Test func withoutAFrameOfTheSameSizeEveryRowIsWhole() {
    #expect(runs(nil, row("a")) == [0..<8])
    #expect(runs(Frame(Size(width: 9, height: 1)), row("a")) == [0..<8])
  }

  @Test func drawingTheRunsOverTheOldFrameGivesTheNewOne() {
    let texts = ["", "abc", "高级解锁", "a高b级", "xxxxxxxx", " 高 高", "e\u{301}高高高"]
    for old in texts {
      for new in texts {
        var shown = row(old).cells
        for run in row(new).differences(from: row(old)) {
          shown.replaceSubrange(run.columns, with: row(new).cells(of: run))
        }
        #expect(shown == row(new).cells)
      }
    }
  }
}
