import CVTerm
import Foundation

/// The modes of a terminal line, to compare before and after a program.
package struct TerminalModes: Hashable, Sendable {
  private let flags: [UInt64]
  private let controls: [UInt8]

  /// Whether the terminal shows typed text.
  package let echoes: Bool
  /// Whether the program gets the input line by line.
  package let isCanonical: Bool

  init?(of fd: Int32) {
    var modes = termios()
    guard tcgetattr(fd, &modes) == 0 else { return nil }
    flags = [UInt64(modes.c_iflag), UInt64(modes.c_oflag), UInt64(modes.c_cflag), UInt64(modes.c_lflag)]
    controls = withUnsafeBytes(of: modes.c_cc) { Array($0) }
    echoes = modes.c_lflag & tcflag_t(ECHO) != 0
    isCanonical = modes.c_lflag & tcflag_t(ICANON) != 0
  }
}
