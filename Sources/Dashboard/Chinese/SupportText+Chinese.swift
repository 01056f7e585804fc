import Texts

extension SupportText {
  var chinese: String {
    switch self {
    case .title(let product): product.map { "客服：\($0)" } ?? "客服"
    case .lookUpTitle: "查询顾客"
    case .lookUpText: "使用顾客的任一交易编号，或发票上的订单号（仅限生产环境）。"
    case .lookUpLabel: "编号或订单号："
    case .testTokenTitle: "测试通知的结果如何？"
    case .testTokenText: "令牌是请求测试时得到的应答。"
    case .testTokenLabel: "令牌："
    case .name(let deed): name(deed)
    case .note(let deed): note(deed)

    case .journalKeeps(let text): "\(text)日志会予以记录。"
    case .extendTitle(let product): "\(product) 的续期推迟多少天？"
    case .days(let days): "\(days) 天"
    case .whyExtended: "为什么延长？"
    case .extensionReason(1): "顾客不满意"
    case .extensionReason(2): "其他原因"
    case .extensionReason(3): "服务中断"
    case .extensionReason: "未说明"
    case .reasonCode(let code): "原因代码 \(code)"
    case .extending(let product, let days): "将 \(product) 延长 \(days) 天？"
    case .extendingFollows(let days): "顾客可继续使用，付款推迟 \(days) 天。Apple 每年允许两次。"

    case .consumptionTitle(let product): "顾客使用了多少 \(product)？请先征得顾客同意。"
    case .telling(let product): "告诉 Apple 有关 \(product) 的情况？"
    case .tellingFollows(let answer, let note): "内容：\(answer)，\(note)；顾客已同意。Apple 将据此考虑退款。"

    case .tokenTitle(let product): "\(product) 属于谁？"
    case .tokenText: "用户的 UUID；执行前会说明结果。"
    case .tokenLabel: "UUID："
    case .settingToken: "设置 App 账户令牌？"
    case .settingTokenFollows(let product, let uuid): "\(product) 及其所有续期从此带有 \(uuid)。"
    case .finishing(let product): "完成 \(product)？"
    case .finishingFollows: "App Store 将停止发送它：请确认顾客已经得到。"
    case .testing: "发送测试通知？"
    case .testingFollows: "App Store 会向 App 服务器发送一条 TEST 通知，不涉及任何顾客。"
    }
  }

  private func name(_ deed: Deed) -> String {
    switch deed {
    case .lookUp: "查询"
    case .statuses: "状态"
    case .notifications: "通知"
    case .testResult: "测试结果"
    case .extend: "延长"
    case .consumption: "使用情况"
    case .setToken: "设置令牌"
    case .finish: "完成"
    case .test: "测试"
    }
  }

  private func note(_ deed: Deed) -> String {
    switch deed {
    case .lookUp: "以交易编号或订单号查询顾客"
    case .statuses: "Apple 对该顾客每个订阅的说明"
    case .notifications: "最近 30 天发给 App 服务器的通知"
    case .testResult: "测试通知是否送达"
    case .extend: "将续期日期推迟若干天，不收费"
    case .consumption: "为退款告诉 Apple 使用了多少"
    case .setToken: "为购买附上用户的 UUID"
    case .finish: "告诉 App Store 已经交付"
    case .test: "请求向 App 服务器发送测试通知"
    }
  }
}
