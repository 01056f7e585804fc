import Texts

extension SettingText {
  var chinese: String {
    switch self {
    case .noValue(let text, let setting):
      switch (setting.words, text.map { nearest(to: $0, among: setting.words) } ?? []) {
      case ([], _): "必须是名称"
      case (let words, []): "必须是 \(Chinese.list(words, "或"))"
      case (let words, let near): "必须是 \(Chinese.list(words, "或"))：您是指 \(Chinese.list(near, "或")) 吗？"
      }
    case .noSetting(let near, let names):
      near.isEmpty
        ? "不是设置：可用 \(Chinese.list(names))" : "不是设置：您是指 \(Chinese.list(near, "或")) 吗？"
    case .noText: "必须是文本"
    case .noKeys: "必须是按键或按键列表，例如 \"b\" 或 [\"q\", \"<Ctrl-Q>\"]"
    case .noKey(let text): "没有按键 \(text)：请写一个字符，或 <Enter>、<F5>、<Ctrl-G> 这样的名称"
    }
  }
}
