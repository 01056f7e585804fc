import Texts

extension KeyText {
  var chinese: String {
    switch self {
    case .withoutEnd: "按键：有“<”而没有“>”；“<”本身请写成 <lt>"
    case .controlCharacter: "按键：含有控制字符；请写名称，例如 <Enter> 或 <Tab>"

    case .noKey(let name, let known):
      "按键：没有名为 <\(name)> 的键；可用 \(known.joined(separator: " ")) <F1> 至 <F12> <Ctrl-A> 至 <Ctrl-Z>"
    }
  }
}
