import StoreModel
import Texts

extension ServerJournalText {
  var chinese: String {
    switch self {
    case .wasTakenBack(let product, let cause, let count, let of): "\(product)：\(cause)：已收回 \(count)，共 \(of)"
    case .wasRefunded(let count, let of): "App Store 已退款：已收回 \(count)，共 \(of)"
    case .wasReversed(let count): "退款已撤回：已归还 \(count)"
    case .wasCredited(let product, let told, let byDevice, let others):
      "已记入 \(product)，依据：\(told)\(byDevice ? "" : "；尚无设备报告过")" + (others.map { "；\($0)" } ?? "")
    case .wasCreditedToNobody(let productId): "\(productId) 此前未记入任何用户"
    case .tokenIsOnOthers(let others): "其订单的令牌也在 \(others) 上：每笔都已付款，每笔都会记入"

    case .foundInHistory(let name): "\(name)：在 App Store 的历史记录中找到"
    case .serverLostItsData: "服务器丢失了数据（预设的故障）：重新开始"

    case .uploadedForAnother(let order, let transaction): "订单 \(order) 上传时对应的是交易 \(transaction)"
    case .refusedOnPurpose: "App 服务器拒绝了它（预设的故障）"
    case .overdueOnPurpose: "App 服务器认为它太旧（预设的故障）"
    case .markedAsOverdue: "客服已将其标为逾期"
    case .boughtTooLongAgo: "购买时间过久，无法记入"
    case .tokenIsNobodys: "它的令牌不属于这里的任何用户，恢复策略也不予处理：请让其用户登录一次，或选择其他策略（till restore-policy transfer），然后重试该订单"
    case .creditedBefore: "设备报告了此前已记入的内容"
    case .noOrder(let orderId): "没有上传过订单 \(orderId)"
    case .closedByHand(let reason): "手动关闭：\(reason)"
    case .closingIsVoid(let reason): "未关闭（\(reason)）：此前已记入"
    case .reopened(let reason): "放弃后（\(reason)）重新打开"

    case .hasIt(let attribution): "拥有它，依据：\(attribution)"
    case .hasItInstead(let others, let told): "取代 \(others) 拥有它，依据：\(told)"
    case .byRestorePolicy(let outcome, let others): "恢复策略：\(outcome)，来自 \(others)"

    case .fileHolds(let value, let type): "其文件中的“\(value)”不是有效的\(type)：请用 till doctor 检查"
    case .restorePolicyIsNow(let policy): "恢复策略现为 \(policy)"

    case .wasSwept(let count): "已查看 \(count) 条先前的声明"
    case .wasMoved(let user, let reason): "已从 \(user ?? "无人") 手动转移：\(reason)"

    case .attribution(let attribution):
      told(attribution)
    }
  }

  private func told(_ attribution: Attribution) -> String {
    switch attribution {
    case .intent: "为该用户发起的购买"
    case .token: "它的令牌"
    case .lineage: "同一订阅的较早交易"
    case .missingToken: "仅凭当时登录的用户：它不带令牌"
    case .foreignToken: "恢复策略：它的令牌不属于这里的任何用户"
    case .support: "我方人员"
    case .otherPlatform: "我方人员：它是在其他平台购买的"
    }
  }
}
