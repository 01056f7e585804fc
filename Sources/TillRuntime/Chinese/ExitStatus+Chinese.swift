import Texts

/// What an exit status says, for the help.
extension ExitStatus {
  package var chinese: String {
    switch self {
    case .done: "完成"
    case .failed: "失败或取消"
    case .usage: "用法错误"
    case .notEntitled: "无权益（check）"
    case .unusable: "存储或账本无法使用"
    }
  }
}
