import StoreModel
import Texts

extension RowText {
  var chinese: String {
    switch self {
    case .reversed: "已撤回"
    case .refunded: "已退款"
    case .revoked: "已撤销"
    case .sharedNoLonger: "不再共享"
    case .refundedInFull: "全额退款"
    case .amountNotStated: "未说明金额"
    case .refundedInPart(let share): "已退款 \(share)"

    case .verdict(.absent): "无"
    case .verdict(.attested): "已证明"
    case .verdict(.byReceipt): "凭收据"
    case .verdict(.unsigned): "未签名"
    case .verdict(.notVerified): "未验证"
    case .origin(let origin, let versions, let isUpgraded):
      "来自 \(origin.rawValue)" + (versions > 1 ? "，\(versions) 个版本" : "") + (isUpgraded ? "，已升级" : "")
    case .paid(let account, let user): (user.map { "为 \($0)，" } ?? "") + "由 \(account) 付款"
    case .transaction(let id): "交易 \(id)"

    case .orderState(let state): Self.orderWord(state)
    case .notPaid: "未付款"
    case .intentState(.open): "App Store 没有应答：可能已扣款，请再次查询"
    case .intentState(.pending): "等待家人批准；一天后失效"
    case .intentState(.interrupted): "等待顾客处理 App Store 的要求；一天后失效"
    case .intentState(.closed): "已结束"
    case .attribution(let attribution): words(attribution)
    case .policyOutcome(.kept): "保留给原用户；客服可授予使用权（till grant），或请顾客登录该用户"
    case .policyOutcome(.transferred): "已转移：原用户不再拥有"
    case .policyOutcome(.shared): "已共享：另一用户也拥有"
    case .policy(let policy): "\(policy.rawValue)：\(policy.words)"
    case .credited(let users, let attribution): "\(Chinese.list(users))：\(RowText.attribution(attribution))"
    case .forNobody: "无人：当时没有用户登录"
    case .anotherAccounts: "其他账户"
    case .tokenMissing: "缺失"
    case .tokenOfThisPurchase(let token): "\(token)，仅用于此次购买"

    case .toDo: "待办"
    case .lastError: "上次错误"
    case .givenUp: "已放弃"
    case .attempts: "尝试次数"
    case .whom: "用户"
    case .creditedLabel: "记入"
    case .policyLabel: "策略"
    case .payer: "付款者"
    case .verified: "验证"
    case .transactionLabel: "交易"
    case .token: "令牌"
    case .order: "订单"
    case .restored: "恢复"
    }
  }

  /// How the app's server told whose it is.
  private func words(_ attribution: Attribution) -> String {
    switch attribution {
    case .intent: "该购买是为此用户发起的"
    case .token: "它的令牌属于此用户"
    case .lineage: "它的较早交易属于此用户"
    case .missingToken: "它不带令牌，首次出现时登录的是此用户"
    case .foreignToken: "它的令牌不属于这里的任何用户，由恢复策略决定"
    case .support: "由我方人员转移给此用户"
    case .otherPlatform: "它是在其他平台购买的"
    }
  }

  /// How far an order is.
  private static func orderWord(_ state: Order.State) -> String {
    switch state {
    case .paid: "已付款"
    case .uploaded: "已上传"
    case .confirmed: "已确认"
    case .verified: "已验证"
    case .halfSuccess: "部分成功"
    case .delivered: "已交付"
    case .finished: "已完成"
    case .closed: "已关闭"
    case .refused: "被拒绝"
    case .overdue: "已逾期"
    }
  }
}
