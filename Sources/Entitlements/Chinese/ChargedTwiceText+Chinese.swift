import Texts

extension ChargedTwiceText {
  var chinese: String {
    switch self {
    case .certain(let first, let isSubscription):
      isSubscription
        ? "重复扣款：同一群组中另有一项付费订阅同时有效（\(first)）"
        : "重复扣款：同一内容另有一笔付费购买（\(first)）"
    case .possible: "可能重复扣款：此前的扣款没有应答时又购买了一次，此后未使用过"
    case .askForRefund(let isSubscription):
      isSubscription ? "顾客付了两次款：为其中一笔申请退款，并取消其中一个订阅" : "顾客付了两次款：为其中一笔申请退款"

    case .owed(let count): "之后购买的 \(count) 个抵扣了使用后被退款的部分"
    case .decideWhatIsOwed(let count): "已付款但未得到 \(count) 个，因为之前的购买在使用后被退款：请决定是否授予"
    case .sayOwed: "Apple 告知之前的一笔购买在使用后已退款，因此本次购买抵扣了该部分。如需我们核查，请回复。"
    case .grantedConsumable(let count, let reason, let compensated):
      "由我方授予 \(count) 个：\(reason)" + (compensated.map { "（补偿 \($0)）" } ?? "")
    case .durationWaits(let period, let since): "\(since) 设定的时长 \(period) 正在等待 App 服务器"
    case .durationEndWaits(let since): "\(since) 要求取消时长，正在等待 App 服务器"
    case .grantWaits(let reason, let since): "\(since) 的授予正在等待 App 服务器：\(reason)"
    }
  }
}
