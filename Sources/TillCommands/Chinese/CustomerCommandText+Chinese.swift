import Texts

extension CustomerCommandText {
  var chinese: String {
    switch self {
    case .unknownCase(let name, let known): "未知的情况“\(name)”；可用：\(known)"
    case .title(let words): "顾客说：“\(words)”"
    case .notChecked(let why): "无法询问 App Store：\(why)"
    case .until(let date): "至 \(date)"
    }
  }
}
