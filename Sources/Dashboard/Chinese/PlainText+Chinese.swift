import SafeText
import Screen
import Texts

extension PlainText {
  var chinese: String {
    switch self {
    case .place(let title): "\(title)："
    case .row(let number, let count, let text, let title):
      (title.isEmpty ? "" : "\(title)：") + "\(text)，第 \(number) 行，共 \(count) 行"
    case .listed(let number, let text, let isCurrent): "\(number). \(text)" + (isCurrent ? "（当前）" : "")
    case .moreRows(let count): "以及另外 \(count) 行"
    case .changed(let text, let title): "\(title)：\(text)"
    case .key(let keys, let action, let summary): "\(keys)，\(action)：\(summary)"
    case .howToWrite: "请每行写一个按键、\(Key.escape) 这样的名称或操作的名称；空行为 \(Key.enter)，句点会再次说出全部内容。"
    case .unknown(let text, let near):
      near.isEmpty
        ? "此处没有\(Chinese.quoted(safeText(text, limit: 60)))：\(key(.help)) 列出可做的事"
        : "此处没有\(Chinese.quoted(safeText(text, limit: 60)))：您是指 \(Chinese.list(near, "或")) 吗？"
    }
  }
}
