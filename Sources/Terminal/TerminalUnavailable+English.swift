import CCurses
import SafeText
import Texts

/// The reason as the end of a sentence.
extension TerminalUnavailable: Sentence {
  package var english: String {
    switch self {
    case .notATerminal: "standard output is not a terminal"
    case .noKeyboard: "there is no keyboard: standard input is not a terminal"
    case .noTerm: "TERM is not set"
    case .tooSimple(let term): "the terminal \(safeText(term)) cannot place its cursor"
    case .unknown(let term): "the terminal \(safeText(term)) is not known to this machine"
    case .refused(let code): "the terminal was refused (\(String(cString: strerror(code))))"
    }
  }
}
