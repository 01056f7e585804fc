import CCurses
import SafeText
import Texts

/// The reason as the end of a sentence.
extension TerminalUnavailable {
  package var chinese: String {
    switch self {
    case .notATerminal: "标准输出不是终端"
    case .noKeyboard: "没有键盘：标准输入不是终端"
    case .noTerm: "未设置 TERM"
    case .tooSimple(let term): "终端 \(safeText(term)) 无法定位光标"
    case .unknown(let term): "本机不认识终端 \(safeText(term))"
    case .refused(let code): "终端被拒绝（\(String(cString: strerror(code)))）"
    }
  }
}
