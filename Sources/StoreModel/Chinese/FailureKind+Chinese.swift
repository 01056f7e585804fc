import Texts

/// The kind in plain words.
extension FailureKind {
  package var chinese: String {
    switch self {
    case .networkError: "没有网络"
    case .systemError: "系统故障"
    case .notAvailableInStorefront: "此店面不销售"
    case .notEntitled: "App 没有此权限"
    case .unsupported: "不支持"
    case .invalidQuantity: "不允许的数量"
    case .productUnavailable: "产品不可购买"
    case .purchaseNotAllowed: "此设备不允许付款"
    case .ineligibleForOffer: "不符合优惠条件"
    case .duplicateRequest: "已经申请过"
    case .failed: "App Store 无法受理"
    case .userCancelled: "顾客已取消"
    case .invalidOfferIdentifier: "没有这样的优惠"
    case .invalidOfferPrice: "优惠价格无效"
    case .invalidOfferSignature: "优惠签名无效"
    case .missingOfferParameters: "优惠缺少参数"
    case .noAnswer: "App Store 没有应答"
    default: "App Store 未说明理由"
    }
  }
}
