import Foundation
import TerminalUI
import Testing

struct RecordingTerminalTests {
  @Test func framesAreKeptAndKeysComeOneBatchEach() {
    let terminal = RecordingTerminal(size: Size(width: 4, height: 1))
    terminal.send(keys: [.up, .enter])
    terminal.send([.resize(Size(width: 5, height: 2)), .paste("x")])
    #expect(terminal.waitForInput(or: nil, timeout: nil) == .input)
    #expect(terminal.readInput() == [.key(.up)])
    #expect(terminal.readInput() == [.key(.enter)])
    #expect(terminal.readInput().count == 2)
    #expect(terminal.size == Size(width: 5, height: 2))
    terminal.draw(Frame(terminal.size))
    #expect(terminal.frames.map(\.size) == [terminal.size])
    #expect(terminal.waitForInput(or: nil, timeout: nil) == .hangup)
  }

  @Test func withoutInputItWaitsForTheWakeUpAndForTheTime() throws {
    let terminal = RecordingTerminal(size: Size(width: 4, height: 1))
    let pipe = Pipe()
    let end = pipe.fileHandleForReading.fileDescriptor
    #expect(terminal.waitForInput(or: end, timeout: 0) == [])
    try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
    #expect(terminal.waitForInput(or: end, timeout: nil) == .wake)
    terminal.close()
    #expect(terminal.waitForInput(or: end, timeout: nil) == .hangup)
  }

  @Test func withoutATerminalTheReasonIsTyped() throws {
    // The standard output of a test run is a pipe or a file.
    try #require(isatty(STDOUT_FILENO) == 0)
    #expect(throws: TerminalUnavailable.notATerminal) { try CursesTerminal() }
  }
}
