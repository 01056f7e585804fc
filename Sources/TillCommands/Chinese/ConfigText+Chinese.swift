import Texts
import TillRuntime

extension ConfigText {
  var chinese: String {
    switch self {
    case .noConfigList(let word, let near):
      near.isEmpty
        ? "till config \(word)：可用 till config、till config keys 和 till config schema"
        : "till config \(word)：您是指 till config \(Chinese.list(near, "或")) 吗？"
    case .configurationFile(let path, let isThere): isThere ? "文件 \(path)" : "文件 \(path)（不存在）"
    case .whence(let source):
      switch source {
      case .standard: "默认"
      case .option(let name): "由 \(name)"
      case .environment(let name): "由环境变量 \(name)"
      case .file(let line): "由文件第 \(line) 行"
      }
    case .keysOf(let action, let places): "用于 \(Chinese.list(places)) 中的 \(action)，由文件"
    case .isOn(let isOn): isOn ? "是" : "否"
    }
  }
}
