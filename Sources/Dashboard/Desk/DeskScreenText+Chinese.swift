import SafeText
import StoreModel
import Texts

extension DeskScreenText {
  var chinese: String {
    switch self {
    case .part(.customers): "顾客"
    case .part(.views): "视图"
    case .part(.health): "状况"
    case .part(.trends): "趋势"
    case .reading: "正在读取…"
    case .nobodyFound: "没有找到任何人：请给出任一编号的前三位以上、产品或状态。"
    case .emptyDesk: "此客服台还没有顾客：till desk import FILE，或 till desk listen。"
    case .emptyView: "此视图中没有顾客。"
    case .emptyList: "客服台没有此顾客的此类内容。"
    case .searchFor: "输入编号、产品或状态"
    case .silent(let message): "客服台的数据库没有应答；这是此前读取的内容。\(message)"
    case .silentShort: "客服台的数据库没有应答"
    case .notOpened(let message): "未打开顾客：\(message)"
    case .nothingToOpen: "此处没有可打开的内容"
    case .noWalkthroughs: "演练在自己的设备旁运行：till walkthrough"
    case .readOnly: "只读：要写入请不带 --readonly 打开客服台"
    case .held(let customers, let transactions): "\(customers) 位顾客，\(transactions) 笔交易"
    case .newestNotification(let type, let seconds): "\(type)，\(PaneText.span(seconds: seconds))前"
    case .neverNotified: "尚无通知"
    case .wait(let count, let hasMore): "\(count)\(hasMore ? "+" : "") 位等待"
    case .customerTitle(let number): "顾客 #\(number)"
    case .tokenLabel: "用户"
    case .productsLabel: "产品"
    case .spentLabel: "付款"
    case .refundedLabel: "退款"
    case .lastEventLabel: "最近事件"
    case .asSigned: "按签名内容，并非收入"
    case .opens: "\(ActionTable.key(of: .open)) 显示原因和下一步。"
    case .deadline(let seconds): seconds <= 0 ? "已结束" : "剩余\(PaneText.span(seconds: seconds))"
    case .figure(let figure): Self.named(figure)
    case .delay(let half, let most, let count):
      "半数在 \(Self.span(half)) 内，百分之 99 在 \(Self.span(most)) 内（最近 \(count) 条）"
    case .noDelay: "尚未收到"
    case .counted(let count, let hasMore): hasMore ? "超过 \(count)" : "\(count)"
    case .calls(let made, let left): "本小时 \(made) 次" + (left.map { "，客服台的份额还剩 \($0) 次" } ?? "")
    case .newestByType: "各类型的最新通知"
    case .arrived(let seconds, let delay): "\(PaneText.span(seconds: seconds))前，延迟 \(Self.span(delay))"
    case .trend(.purchases, let count): "购买 \(count)"
    case .trend(.renewals, let count): "续期 \(count)"
    case .trend(.refunds, let count): "退款 \(count)"
    case .days(let from, let to): "\(from) 至 \(to)，每列一天（UTC）"
    case .refundRate(let rate): "退款率 \(rate.map { "\($0 / 10).\($0 % 10)%" } ?? "未知")"
    case .active(let count): "有效订阅 \(count)"
    case .nothingCounted: "这些天没有可统计的内容。"
    case .notes(let number): "关于 #\(number) 的备注"
    case .noNotes: "尚无备注"
    case .note(let text, let author, let date): "\(date) \(author)：\(text)"
    case .newestNote(let text, let author, let count):
      "\(author)：\(text)" + (count > 1 ? "（共 \(count) 条，\(ActionTable.key(of: "notes"))）" : "")
    case .noteTitle(let number): "关于 #\(number) 的备注"
    case .noteText: "备注随顾客保存，附您的姓名和时间；顾客不会看到。"
    case .noteLabel: "备注："
    case .doing(.note): "备注"
    case .doing(.request): "对工作进程的请求"
    case .failed(.note): "备注未保存"
    case .failed(.request): "未向工作进程提出请求"
    case .done(.note): "已记录。"
    case .done(.request(.refresh, _)): "已请求：工作进程运行时会读取此顾客在 Apple 的历史记录。"
    case .done(.request(.extend(_, let days), _)): "已请求：工作进程运行时会将续期推迟 \(days) 天。"
    case .done(.request(.hold, _)): "已保留：工作进程的规则不会就此购买应答 Apple。"
    case .done(.request(.answer, _)): "已请求：工作进程运行时会将应答发送给 Apple。"
    case .answerTitle(let product): "Apple 询问 \(product)：是否已交付？"
    case .shareTitle: "用掉了多少？"
    case .wishTitle: "希望 Apple 如何决定？"
    case .recorded: "与您的服务器记录一致"
    case .delivery(let word): Self.named(delivery: word)
    case .share(let share): share.map { "已用 " + Self.percent($0) } ?? "不予说明"
    case .preference(let word): Self.named(wish: word)
    case .reply(let reply):
      ["顾客已同意", Self.named(delivery: reply.delivery), reply.share.map { "已用 " + Self.percent($0) }]
        .compactMap { $0 }.joined(separator: "，")
    case .partNeedsShare: "部分退款需要 0 至 100% 之间的使用比例"
    case .noConsent: "没有顾客同意的记录：不得告知（till desk import --usage）"
    case .answeredAlready: "已应答"
    case .tooLate: "Apple 的十二小时已过"
    case .noSubscription: "只有自动续期订阅可以延长"
    case .nothingAsked: "Apple 没有就此购买询问"
    case .extendTitle(let product): "推迟 \(product) 的续期？"
    case .extendText: "Apple 免费给予顾客这些天，每年最多两次，每次最多 90 天；由工作进程发送。"
    case .extendLabel: "天数："
    case .noDays(let text): "\(text) 不是 1 至 90 的天数"
    }
  }

  private static func percent(_ share: Int) -> String {
    share % 1000 == 0 ? "\(share / 1000)%" : "\(Double(share) / 1000)%"
  }

  private static func named(delivery word: String) -> String {
    switch word {
    case "DELIVERED": "已交付"
    case "UNDELIVERED_QUALITY_ISSUE": "未交付：质量问题"
    case "UNDELIVERED_WRONG_ITEM": "未交付：交付了其他内容"
    case "UNDELIVERED_SERVER_OUTAGE": "未交付：服务器故障"
    case "UNDELIVERED_OTHER": "未交付：其他原因"
    default: safeText(word)
    }
  }

  private static func named(wish word: String?) -> String {
    switch word {
    case nil: "由 Apple 决定"
    case "DECLINE"?: "拒绝退款"
    case "GRANT_FULL"?: "全额退款"
    case "GRANT_PRORATED"?: "退还未使用部分"
    case let word?: safeText(word)
    }
  }

  private static func named(_ figure: Figure) -> String {
    switch figure {
    case .engine: "数据库"
    case .customers: "顾客"
    case .transactions: "交易"
    case .notifications: "通知"
    case .delay: "延迟"
    case .waiting: "等待推导"
    case .poisoned: "无法推导"
    case .quarantined: "隔离区中"
    case .gaps: "补上的缺口"
    case .calls: "向 Apple 查询"
    }
  }

  /// A short length of time, in milliseconds.
  private static func span(_ milliseconds: Int64) -> String {
    milliseconds < 1000 ? "\(milliseconds) 毫秒" : PaneText.span(seconds: milliseconds / 1000).text
  }
}
