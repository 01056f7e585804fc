/// Why there can be no full-screen display; the program prints the plain table instead.
package enum TerminalUnavailable: Error, Hashable, Sendable {
  /// Standard output is not a terminal: a pipe or a file.
  case notATerminal
  /// There are no keys: standard input is not a terminal, and `/dev/tty` cannot be opened.
  case noKeyboard
  /// `TERM` is not set.
  case noTerm
  /// The terminal cannot place its cursor: `TERM=dumb` and the like.
  case tooSimple(term: String)
  /// Neither this terminal nor a common one is known to terminfo.
  case unknown(term: String)
  /// The operating system refused, with its `errno`.
  case refused(errno: Int32)
}
