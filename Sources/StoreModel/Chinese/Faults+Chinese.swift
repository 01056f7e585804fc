import Texts

/// What it does, in a few plain words.
extension AppStoreFault {
  package var chinese: String {
    switch self {
    case .timeoutAfterPayment: "已扣款，但调用失败"
    case .noCallback: "已扣款，但永无应答"
    case .deliveredTwice: "交易重复送达"
    case .outOfOrder: "交易从最新的开始到达"
    case .late: "已扣款，五分钟后才列出"
    case .missingToken: "购买丢失令牌"
    case .notificationLost: "通知从不发送"
    case .notificationLate: "通知晚五分钟到达"
    case .loadProducts: "载入产品失败"
    case .purchase: "所有购买失败"
    case .verification: "签名无效"
    case .appStoreSync: "读取历史记录失败"
    case .subscriptionStatus: "读取订阅失败"
    case .appTransaction: "无人可以登录"
    case .manageSubscriptions: "订阅无法更改"
    case .refundRequest: "申请退款失败"
    case .offerCodeRedeem: "兑换代码失败"
    }
  }
}

/// The step in plain words.
extension PipelineStep {
  package var chinese: String {
    switch self {
    case .intent: "已保存意向，尚未询问 App Store"
    case .charged: "App Store 已应答，尚未保存"
    case .paid: "已保存签名的交易"
    case .uploaded: "App 服务器已收到订单"
    case .confirmed: "App 服务器已确认订单"
    case .verified: "签名有效，没有服务器"
    case .delivered: "已保存交付"
    case .told: "已告知 App Store，但尚未保存"
    case .finished: "已保存“已告知 App Store”"
    case .closed: "订单已关闭"
    case .history: "已保存一页历史记录"
    case .claimed: "App 服务器已说明购买归属，但尚未保存"
    case .use: "已保存使用，尚未询问 App 服务器"
    }
  }
}

/// What it does, as one line.
extension DeviceFault.Kind {
  package var chinese: String {
    switch self {
    case .network: "无法联系任何一方：App Store 和 App 服务器都不行"
    case .timeoutAfterPayment: "购买已扣款，但应答丢失"
    case .noCallback: "购买已扣款，永无应答，且此故障期间队列不列出它"
    case .appServerRefused: "App 服务器拒绝所有订单"
    case .appServerOverdue: "App 服务器认为所有订单都太旧"
    case .appServerDown: "App 服务器应答错误"
    case .unverifiable: "App Store 签名的内容到达时签名无效"
    case .deliveredTwice: "未完成的交易到达两次，已完成的再次到达"
    case .outOfOrder: "交易以相反的顺序到达"
    case .late: "未完成的交易尚未列出"
    case .missingToken: "购买在途中丢失 appAccountToken"
    case .otherAccount: "队列中还有其他 Apple 账户的交易"
    case .deletedAccount: "队列中有已不存在的 Apple 账户的交易：无法完成"
    case .unexpectedRestored: "购买得到的应答是较早的交易（视为恢复），不扣款"
    case .lateId: "App 服务器查询的交易编号 App Store 尚不认识"
    case .missingReceipt: "购买已扣款，但收据未列出：尝试五次、刷新，之后才有"
    case .appServerForgot: "App 服务器丢失全部数据一次"
    case .slow(let seconds): "App Store 在 \(seconds) 秒后应答"
    case .clockBack: "此设备的时钟慢两天"
    case .clockForward: "此设备的时钟快两天"
    case .diskFull: "此设备无法再保存任何内容"
    case .crash(let step): "程序在此时被终止：\(step.words)"
    }
  }
}
