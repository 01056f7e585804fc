import SafeText
import Texts

extension DeskViewText {
  var chinese: String {
    switch self {
    case .title(let view): Self.named(view)
    case .noView(let name): "没有视图 \(safeText(name))"
    }
  }

  private static func named(_ view: SavedView) -> String {
    switch view {
    case .refunded: "已退款，最近的在前"
    case .refunders: "多次退款"
    case .billingRetry: "Apple 正在重试扣款"
    case .recovered: "最终扣款成功"
    case .grace: "宽限期内"
    case .expiring: "即将结束，续期已关闭"
    case .priceIncrease: "正在询问涨价"
    case .consumption: "Apple 询问使用情况"
    case .disagree: "Apple 与我方服务器不一致"
    case .tokenChanged: "多个用户的令牌"
    case .unknown: "Till 不认识的值"
    case .tokenUnmatched: "购买没有对应的用户"
    case .chargedTwice: "重复扣款"
    case .unfinished: "超过一天未交付"
    }
  }
}
