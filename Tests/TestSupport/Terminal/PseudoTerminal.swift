import CVTerm
import Foundation
package import Screen

/// What went wrong in a terminal, with the screen as it was.
package struct PseudoTerminalError: Error, CustomStringConvertible {
  /// What was waited for, and what stood on the screen instead.
  package let description: String
}

/// How a program ended.
package enum ProcessEnd: Hashable, Sendable {
  /// By itself, with a status.
  case exited(Int32)
  /// By a signal.
  case signaled(Int32)
}

/// A program in a real terminal: a pseudo terminal behind which libvterm shows what it draws and answers what it asks.
///
/// Everything happens on the calling thread. Waiting ends when a predicate holds and the program has gone quiet; nothing
/// sleeps for a fixed time. The program is killed with its terminal.
package final class PseudoTerminal {
  /// The environment that programs get unless a test says otherwise: nothing of the caller's but `PATH`.
  package static let environment = [
    "TERM": "xterm-256color", "TZ": "UTC", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
  ]

  /// The modes of the line before the program started.
  package let initialModes: TerminalModes
  /// All bytes that the program wrote, as they came.
  package private(set) var output: [UInt8] = []
  /// How the program ended; nil while it runs.
  package private(set) var end: ProcessEnd?

  private let emulator: TerminalEmulator
  private let master: Int32
  // Held open, so that the line keeps its modes when the program has gone.
  private let slave: Int32
  private let process: pid_t

  /// Starts a program.
  ///
  /// `environment` adds to the standard one; nil takes a variable away.
  package init(
    _ program: String, _ arguments: [String] = [], size: Size = Size(width: 80, height: 24),
    environment changes: [String: String?] = [:], folder: String = "/"
  ) throws(PseudoTerminalError) {
    emulator = try TerminalEmulator(size: size)
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    let failure = pty_open(Int32(size.height), Int32(size.width), &ends.master, &ends.slave)
    guard failure == 0, let modes = TerminalModes(of: ends.slave) else {
      throw PseudoTerminalError(description: "no pseudo terminal: \(String(cString: strerror(failure)))")
    }
    (master, slave, initialModes) = (ends.master, ends.slave, modes)
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    var environment = Self.environment
    for (name, value) in changes { environment[name] = value }
    process = Self.spawn(
      program, [program] + arguments, environment.map { "\($0.key)=\($0.value)" }, folder: folder, on: slave)
    guard process > 0 else { throw PseudoTerminalError(description: "cannot start \(program)") }
  }

  deinit {
    if end == nil {
      kill(-process, SIGKILL)
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(master)
    close(slave)
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String], folder: String, on slave: Int32
  ) -> pid_t {
    let words = arguments.map { strdup($0) }
    let variables = environment.map { strdup($0) }
    defer { for word in words + variables { free(word) } }
    return pty_spawn(slave, program, words + [nil], variables + [nil], folder)
  }
}

// MARK: What is on the screen

extension PseudoTerminal {
  /// The size of the terminal.
  package var size: Size { emulator.size }
  /// The rows as text, without trailing blanks.
  package var lines: [String] {
    (0..<size.height).map { row in
      let line = (0..<size.width).map { emulator.cell(at: Point(x: $0, y: row)).text }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
  /// The rows joined by line feeds.
  package var screen: String { lines.joined(separator: "\n") }
  /// Whether the alternate screen is shown.
  package var isAlternateScreen: Bool { emulator.isAlternate }
  /// Where the cursor is; nil when it is hidden.
  package var cursor: Point? { emulator.isCursorVisible ? emulator.cursor : nil }
  /// The modes of the line now.
  package var modes: TerminalModes? { TerminalModes(of: slave) }
  /// How many bytes the program has written, to count those of one key.
  package var byteCount: Int { output.count }
  /// Whether the program has left the alternate screen.
  package var sawAlternateScreenLeave: Bool { hasWritten("\u{1B}[?1049l") }

  /// A cell with its colours and attributes.
  package func cell(at point: Point) -> EmulatedCell { emulator.cell(at: point) }

  /// The cells of a text where it first stands on the screen; empty when it is not there.
  package func cells(of text: String) -> [EmulatedCell] {
    for row in 0..<size.height {
      let cells = (0..<size.width).map { emulator.cell(at: Point(x: $0, y: row)) }
      for start in cells.indices where cells[start...].lazy.map(\.text).joined().hasPrefix(text) {
        var length = 0
        while cells[start..<(start + length)].map(\.text).joined().count < text.count { length += 1 }
        return Array(cells[start..<(start + length)])
      }
    }
    return []
  }

  /// Whether the program has written these bytes, at or after an earlier `byteCount`.
  package func hasWritten(_ text: String, since mark: Int = 0) -> Bool {
    output[min(mark, output.count)...].contains(Array(text.utf8))
  }
}

// MARK: What happens to the program

extension PseudoTerminal {
  /// Presses keys as a script writes them, such as `b<Enter>`.
  package func send(_ script: String) throws {
    for key in try Key.parse(script: script) { emulator.press(key) }
    try write(emulator.answers())
  }

  /// Sends bytes as they are.
  package func send(bytes: [UInt8]) throws { try write(bytes) }

  /// Pastes text.
  package func paste(_ text: String) throws {
    emulator.paste(text)
    try write(emulator.answers())
  }

  /// Makes the terminal larger or smaller.
  package func resize(to size: Size) {
    emulator.resize(to: size)
    var new = winsize()
    new.ws_row = UInt16(clamping: size.height)
    new.ws_col = UInt16(clamping: size.width)
    _ = ioctl(master, UInt(TIOCSWINSZ), &new)
  }

  /// Sends a signal to the programs in the foreground of the terminal.
  package func signal(_ number: Int32) {
    let group = tcgetpgrp(master)
    kill(group > 0 ? -group : process, number)
  }

  private func write(_ bytes: [UInt8]) throws(PseudoTerminalError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(master, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        pump(for: 10)
      } else if errno != EINTR {
        throw PseudoTerminalError(description: "the terminal is gone\n\(framed)")
      }
    }
  }
}

// MARK: Waiting

extension PseudoTerminal {
  /// Waits until a text stands on the screen and the program has gone quiet.
  package func waitFor(_ text: String, timeout: Duration = .seconds(30)) throws(PseudoTerminalError) {
    try waitFor("'\(text)' on the screen", timeout: timeout) { $0.screen.contains(text) }
  }

  /// Waits until something holds and the program has written nothing for `quiet` milliseconds.
  package func waitFor(
    _ what: String, timeout: Duration = .seconds(30), quiet: Int = 30, until holds: (PseudoTerminal) -> Bool
  ) throws(PseudoTerminalError) {
    let deadline = ContinuousClock.now + timeout
    while true {
      let isQuiet = !pump(for: quiet)
      if isQuiet, holds(self) { return }
      if isQuiet, end != nil { throw failure("the program ended (\(end.map { "\($0)" } ?? "")) before \(what)") }
      if ContinuousClock.now > deadline { throw failure("no \(what) within \(timeout)") }
    }
  }

  /// Waits for the program to end, and reads the rest of what it wrote.
  @discardableResult
  package func waitForExit(timeout: Duration = .seconds(30)) throws(PseudoTerminalError) -> ProcessEnd {
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

  private var framed: String { lines.map { "|\($0)" }.joined(separator: "\n") }

  /// Takes in what the program writes, waiting for its first byte; whether there was any.
  @discardableResult
  private func pump(for milliseconds: Int) -> Bool {
    // Asked before reading: what the program wrote before it ended is then read for certain.
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
