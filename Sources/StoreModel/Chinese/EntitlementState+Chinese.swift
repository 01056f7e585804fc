import Texts

/// The state in plain words, as lists and reports print it.
extension EntitlementState {
  package var chinese: String {
    switch self {
    case .notPurchased: "未购买"
    case .pending: "待批准"
    case .purchased: "已购买"
    case .subscribed: "已订阅"
    case .gracePeriod: "宽限期"
    case .billingRetry: "扣款重试"
    case .expired: "已过期"
    case .refundAsked: "已申请退款"
    case .refunded: "已退款"
    case .revoked: "已撤销"
    case .upgraded: "已升级"
    case .unconfirmed: "未确认"
    case .verificationFailed: "验证失败"
    case .grantedByUs: "我方授予"
    case .renewalAwaited: "待续期"
    case .creditedToUser: "已记入用户"
    case .paidNotDelivered: "已付款未交付"
    case .chargeUnknown: "扣款未知"
    case .interrupted: "已中断"
    case .notInCatalogue: "不在目录中"
    }
  }
}
