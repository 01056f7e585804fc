import Texts

extension CustomerText {
  var chinese: String {
    switch self {
    case .wasTakenAlready(let uuid): "\(uuid) 已被接收：已送达的通知不会丢失"
    case .needsNotificationType: "载荷需要 notificationType，例如 {\"notificationType\": \"TEST\"}"
    case .holdsControlCharacter: "载荷含有控制字符 U+0001，Apple 的载荷不会有"
    case .notificationIsThere(let uuid): "通知 \(uuid) 已存在：till simulator notifications resend 可再次发送"

    case .noPlaceInHistory(let token): "\(token) 不是通知历史记录中的位置：请从头读取"

    case .noSuchNotification(let uuid): "此 App Store 没有发送过通知 \(uuid)；`till simulator notifications` 会列出全部通知"
    case .listedFromNewest: "通知从最新的开始列出，每次至少一条"
    case .noPlaceInList(let key): "\(key) 不是此列表中的位置：请使用上一页的 `next`"

    case .renewalCannotBeRead: "账本中有无法读取的续期信息"

    case .needsConsent: "customerConsented 必须为 true：未经顾客同意，不会发送任何内容"
    case .sampleMustBeSaid: "sampleContentProvided 必须为 true 或 false"
    case .noPercentageForSubscriptions: "consumptionPercentage 不适用于自动续期订阅：请去掉它，Apple 以已过去的时间为准"
    case .noPercentageUndelivered: "未交付的内容，consumptionPercentage 必须为 0 或省略"
    case .proratedNeedsPercentage: "GRANT_PRORATED 需要大于 0 且小于 100000 的 consumptionPercentage"
    case .noRefundPreference: "refundPreference 必须为 DECLINE、GRANT_FULL 或 GRANT_PRORATED"
    case .percentageRange: "consumptionPercentage 必须为 0 至 100000：50000 即 50%"
    case .percentageIsWhole: "consumptionPercentage 必须为 0 至 100000 的整数"
    case .mustBeNumber(let name, let most): "\(name) 必须为 0 至 \(most) 的数字"
    case .tokenMustBeUUID: "appAccountToken 必须为 UUID 或留空"

    case .version1IsForOthers(let transaction, let type): "\(transaction) 是\(type)：第 1 版仅适用于消耗型项目和自动续期订阅，第 2 版适用于全部类型"
    case .tellOfBuyersTransaction(let row): "\(row) 由家人共享而来：请提供购买者的交易"

    case .cannotBeApproved(let product, let transaction): "\(product) 已不在产品目录中：请拒绝 \(transaction)，或重新导入该产品"
    case .ownsItByNow(let account, let product, let transaction): "\(account) 现已拥有 \(product)：请拒绝 \(transaction)"
    case .hasLapsed(let transaction, let product): "对 \(product) 的请求 \(transaction) 已失效：顾客可以再次请求"
    case .isInterrupted: "已中断"
    case .waitsForParent: "正在等待家长"
    case .noPurchase(let text, let what): "没有\(what)的购买 \(text)；`till simulator pending` 会列出全部"
    case .wasDecidedAlready(let row, let decision): "购买 \(row) 已有决定：\(decision)"

    case .billingFails(let productId): "\(productId) 扣款失败：`till simulator billing resolve \(productId)` 可让它续期"
    case .cannotRenew(let renewingProductId): "\(renewingProductId) 已不在产品目录中：无法续期"
    case .isOver(let product, let account, let state): "\(account) 的订阅 \(product) 处于 \(state)：请先重新购买"

    case .notInCatalogue(let productId): "\(productId) 不在此 App Store 的产品目录中：请导入包含它的目录"
    case .purchaseFailed(let product, let reason): "购买 \(product) 失败：\(reason)"
    case .hasNoOffers(let product): "\(product) 不是订阅：没有优惠"
    case .soldOneAtATime: "每次只能购买 1 个"
    case .soldUpTo(let most): "每次可购买 1 至 \(most) 个"
    case .otherQuantity(let product, let allowed, let quantity): "\(product) \(allowed)，不能购买 \(quantity) 个"

    case .nothingToRefund(let account, let id): "\(account) 没有可申请退款的交易 \(id)"
    case .isRefundedAlready(let row): "\(row) 已经退款"
    case .didNotPay(let account, let transaction): "\(transaction) 并非由 \(account) 付款：它由家人共享而来"
    case .refundWaitsAlready(let row): "\(row) 的退款已经申请，正在等待 Apple 的决定"
    case .noSuchShare(let percent): "无法退款 \(percent)%：请填写 1 至 100"
    case .refundWherePaid(let row): "\(row) 由家人共享而来：请对付款者的购买退款"
    case .isNotRefunded(let row): "\(row) 没有退款：没有可撤回的内容"
    case .nobodyAsked(let row): "没有人为 \(row) 申请退款：请用 `till ask-refund \(row)` 申请"
    case .refundIsDecided(let transaction, let decision): "\(transaction) 的退款已有决定：\(decision)"

    case .noHistory(let name): "\(name) 不是模拟 App Store 的历史记录"
    case .noDatesExtended: "该请求没有延长该产品的任何续期日期"

    case .noTestToken: "这不是测试通知的令牌"
    case .notSentYet: "测试通知尚未发送：请稍后再查询"

    case .deliveryStatusIsOneOf(let known): "deliveryStatus 必须为以下之一：\(known.joined(separator: "、"))"
    case .hasNoLineItem(let id): "\(id) 没有可供确认两者相同的行项目：请使用订阅的交易"
    }
  }
}
