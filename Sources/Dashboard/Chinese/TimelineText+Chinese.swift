import StoreModel
import Texts

extension TimelineText {
  var chinese: String {
    switch self {
    case .title: "时间线"
    case .nothingBought: "尚未购买任何内容。购买、续期、退款和升级会画在这里。"
    case .happening(.bought): "购买"
    case .happening(.renewed): "续期"
    case .happening(.graceBegan): "宽限期"
    case .happening(.replaced): "变更"
    case .happening(.refunded): "退款"
    case .happening(.refundReversed): "退款撤回"
    case .happening(.revoked): "收回"
    case .happening(.ended): "结束"
    case .now: "现在"
    case .plan(let product, let price): price.isEmpty ? product : "\(product) \(price)"
    case .endsThen: "结束"

    case .past(let date): "过去，截至 \(date)"
    case .isPast: "这是过去，只读；\(key(.close)) 返回现在"
    case .isFixed: "这是过去（--as-of），只读"
    case .isNow: "这是现在；\(key(.earlier)) 回到过去"
    case .asOf(let date, let changes): changes.isEmpty ? "截至 \(date)。" : "截至 \(date)：\(changes.joined(separator: "，"))。"
    case .nothingToUndo: "这里没有可撤销的操作"
    case .undoTitle(let name): "撤销：\(name)？"
    case .undoFollows: "就像从未发生过：App Store、App 服务器和此设备都回到它之前。"
    case .undoStays: "编号仍算已用，发给您服务器的通知也不会收回。"
    case .nothingBefore: "此设备没有保留更早的内容。"
    case .nothingAfter: "此后没有变化。"
    case .backInNow: "已回到现在。"
    }
  }
}
