import Texts

extension CustomerText {
  var chinese: String {
    switch self {
    case .title: "顾客说……"
    case .atDesk: "服务台不会询问 App Store；以下依据已有证据"
    case .notChecked(let why): "未询问 App Store：\(why)"
    case .waitsUntil(let date): "至 \(date)"
    case .copy: "拷贝这句话"
    case .done: "关闭"
    }
  }
}
