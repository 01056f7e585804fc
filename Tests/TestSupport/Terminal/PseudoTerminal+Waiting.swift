import CVTerm
import Foundation

extension PseudoTerminal {
  /// The longest time of a wait: far longer than anything takes, however busy the machine is.
  package static let longestWait = Duration.seconds(120)

  /// Presses keys, and waits until all of these texts are on the screen and the program writes nothing more.
  package func send(_ script: String, until texts: String...) throws {
    try send(script)
    try waitFor(texts, timeout: Self.longestWait)
  }

  /// Presses keys, and waits for the program to end.
  package func end(pressing script: String) throws -> ProcessEnd {
    try send(script)
    return try waitForExit()
  }

  /// Waits until all of these texts are on the screen and the program writes nothing more.
  ///
  /// Before the next key, wait for a text that only the end of the last action shows, never for its first sign.
  package func waitFor(_ texts: String..., timeout: Duration = longestWait) throws(PseudoTerminalError) {
    try waitFor(texts, timeout: timeout)
  }

  private func waitFor(_ texts: [String], timeout: Duration) throws(PseudoTerminalError) {
    try waitFor("\(texts.joined(separator: " and ")) on the screen", timeout: timeout) { terminal in
      let screen = terminal.screen
      return texts.allSatisfy(screen.contains)
    }
  }

  /// Waits until a condition holds and the program has written nothing for `quiet` milliseconds.
  package func waitFor(
    _ what: String, timeout: Duration = longestWait, quiet: Int = 30, until holds: (PseudoTerminal) -> Bool
  ) throws(PseudoTerminalError) {
    let deadline = ContinuousClock.now + timeout
    while true {
      let isQuiet = !pump(for: quiet)
      if isQuiet, holds(self) { return }
      if isQuiet, end != nil { throw failure("the program ended (\(end.map { "\($0)" } ?? "")) before \(what)") }
      if ContinuousClock.now > deadline { throw failure("no \(what) within \(timeout)") }
    }
  }

  /// Waits for the program to end, and reads the rest of its output.
  @discardableResult
  package func waitForExit(timeout: Duration = longestWait) throws(PseudoTerminalError) -> ProcessEnd {
    let deadline = ContinuousClock.now + timeout
    while true {
      let isQuiet = !pump(for: 10)
      if isQuiet, let end { return end }
      if ContinuousClock.now > deadline { throw failure("the program did not end within \(timeout)") }
    }
  }

  private func failure(_ what: String) -> PseudoTerminalError {
    PseudoTerminalError(description: "\(what)\n\(framed)")
  }

  var framed: String { lines.map { "|\($0)" }.joined(separator: "\n") }

  /// Reads the program's output, waiting for its first byte; returns whether there was any.
  @discardableResult
  func pump(for milliseconds: Int) -> Bool {
    // Checked before reading, so that everything written before the end is read.
    reap()
    var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, Int32(end == nil ? milliseconds : 0)) > 0, entry.revents & Int16(POLLIN) != 0 else {
      return false
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    let bytes = Array(buffer.prefix(count))
    output += bytes
    emulator.take(bytes)
    let answers = emulator.answers()
    if !answers.isEmpty { _ = answers.withUnsafeBytes { Foundation.write(master, $0.baseAddress, $0.count) } }
    return true
  }

  private func reap() {
    guard end == nil else { return }
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return }
    let signal = status & 0x7F
    end = signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
  }
}
