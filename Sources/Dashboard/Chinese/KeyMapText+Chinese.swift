import SafeText
import Screen
import Texts

extension KeyMapText {
  var chinese: String {
    switch self {
    case .noAction(let name, let near):
      near.isEmpty
        ? "不是操作的名称：没有 \(safeText(name))；till config keys 会列出操作"
        : "不是操作的名称：没有 \(safeText(name))；您是指 \(Chinese.list(near, "或")) 吗？"
    case .notThere(let name, let place, let places):
      "不是 \(name) 的位置：没有 \(safeText(place))；它可用于 \(Chinese.list(places))"
    case .noKeys: "没有按键：请给出一个或多个，或将其去掉"
    case .escapeLeaves: "使用了 \(Key.escape)，它用于离开所有位置：请选择其他按键"
    case .isTyped: "使用了在那里输入的字符：请选择 \(Key.control("g")) 或 \(Key.function(5)) 这样的按键"
    case .isTaken(let key, let one, let other, let place):
      "造成冲突：在 \(place) 中 \(key) 既是 \(one) 也是 \(other) 的按键；请为其中之一选择其他按键"
    }
  }
}
