import CVTerm
import Foundation
package import TerminalUI

/// An error in a terminal, with the screen at that time.
package struct PseudoTerminalError: Error, CustomStringConvertible {
  /// The condition that was waited for, and the screen instead.
  package let description: String
}

/// How a program ended.
package enum ProcessEnd: Hashable, Sendable {
  /// The program exited, with a status.
  case exited(Int32)
  /// A signal ended the program.
  case signaled(Int32)
}

/// A program in a real pseudo terminal, whose output libvterm draws and whose queries it answers.
///
/// Everything happens on the calling thread. A wait ends when its condition holds and the program writes nothing more;
/// nothing sleeps for a fixed time. The program is killed when this object is released.
package final class PseudoTerminal {
  /// The environment of programs unless a test changes it; only `PATH` comes from the caller.
  package static let environment = [
    "TERM": "xterm-256color", "TZ": "UTC", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
    // The programs ignore the settings of the person who runs the tests, and show no hints of a first start.
    "XDG_CONFIG_HOME": "/nonexistent", "TILL_HINTS": "no",
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
  ]

  /// The modes of the line before the program started.
  package let initialModes: TerminalModes
  /// All bytes that the program has written.
  package internal(set) var output: [UInt8] = []
  /// How the program ended; nil while it runs.
  package internal(set) var end: ProcessEnd?

  let emulator: TerminalEmulator
  let master: Int32
  // Kept open, so that the line keeps its modes after the program has ended.
  let slave: Int32
  let process: pid_t

  /// Starts a program.
  ///
  /// `environment` adds variables to the standard ones; nil removes one.
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
    // It is not positive if the program could not be started, and then stands for other processes.
    if end == nil, process > 0 {
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

extension PseudoTerminal {
  /// Presses keys in the notation of key scripts, such as `b<Enter>`.
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

  /// Changes the size of the terminal.
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
