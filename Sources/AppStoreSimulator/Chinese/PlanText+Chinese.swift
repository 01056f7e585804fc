import Texts

extension PlanText {
  var chinese: String {
    switch self {
    case .isShared(let id): "\(id) 由家人共享而来：请延长购买者的订阅"
    case .hasNoRenewalDate(let id, let type): "\(id) 是\(type)：没有续期日期"
    case .noSuchSubscription(let productId): "这里没有名为 \(productId) 的订阅"
    case .extendedByDays(let most, let days): "续期日期可延长 1 至 \(most) 天，不能延长 \(days) 天"
    case .onlyPaidPeriodIsExtended(let productId, let state): "\(productId) 处于 \(state)：只能延长已付款的订阅期"
    case .wasExtendedTwice(let productId): "\(productId) 在过去 365 天内已延长两次：Apple 不允许第三次"

    case .cannotJoinItself(let account): "\(account) 不能加入自己：请给出其他账户"
    case .isInFamily(let account, let organizer): "\(account) 已在 \(organizer) 的家庭中：须先退出"
    case .familyIsFull(let organizer, let most): "\(organizer) 的家庭已满：Apple 最多允许 \(most) 位成员"
    case .isInNoFamily(let account): "\(account) 不在任何家庭中"
    case .cannotBeShared(let productId): "\(productId) 不能共享：产品目录不允许"

    case .hasNoBillingPlan(let product, let type): "\(product) 没有已启用的账单方案 \(type)"
    case .notSoldWithCommitment(let storefront): "在 \(storefront) 不提供承诺期方案"

    case .introductoryWordDoesNotHold(let product): "开发者对 \(product) 推介促销优惠的声明无效"
    case .hasNoIntroductoryOffer(let product): "\(product) 没有推介促销优惠"
    case .hasNoPromotionalOffer(let product, let id): "\(product) 没有促销优惠 \(id)"
    case .notForPromotionalOffers: "促销优惠仅供正在或曾经订阅该群组的顾客使用"
    case .hasNoOfferCode(let product, let name): "\(product) 没有优惠代码 \(name)"
    case .codeIsForOthers(let name, let eligibility, let customer): "代码 \(name) 适用于 \(eligibility) 顾客；此顾客为 \(customer)"
    case .hasRedeemedAlready(let account, let name): "\(account) 已兑换过 \(name)"
    case .offerSignatureDoesNotHold(let offer): "开发者对优惠 \(offer) 的签名无效"

    case .notInCatalogue(let productId): "\(productId) 不在此 App Store 的产品目录中"
    case .withNextRenewal(let words): "随下次续期：\(words)"
    case .thenCode(let offer, let code): "\(offer)，然后使用代码 \(code)"
    case .commitment(let payments, let price): "按月付款 \(payments) 次，共 \(price)，到期前不能取消"
    case .payments(let count, let price, let total): "付款 \(count) 次，每次 \(price)，共 \(total)"
    case .atOnce(let price): "一次付清 \(price)"
    case .usedBefore: "在此群组中已使用过"
    case .onlyWithACharge: "仅限立即扣款的购买"
    case .hasNoId: "它没有编号"
    case .freeForOne(let period): "免费 \(period)"
    case .freeFor(let period): "免费 \(period)"
    case .firstPeriod(let price, let period): "首 \(period) \(price)"

    case .priceRisesInPaidPeriod(let productId, let state): "\(productId) 处于 \(state)：只能在已付款的订阅期内涨价"
    case .hasNoPrice(let productId): "\(productId) 已不在产品目录中：没有价格"
    case .needsHigherPrice: "涨价后的价格须高于现价"
    case .noIncreaseWaits(let productId): "\(productId) 没有等待答复的涨价：`till simulator price-increase` 可发起涨价"
    case .dateMustLieInPast: "购买日期必须早于此 App Store 的时钟"
    case .hadSubscriptionThen(let account): "\(account) 在那时已有该群组的订阅"

    case .hasNoWinBackOffer(let product, let id): "\(product) 没有赢回优惠 \(id)"
    case .notForWinBack: "赢回优惠仅供该群组订阅已过期的顾客使用"
    case .nobodyIsEligible(let id): "文件规定没有人可以使用 \(id)"
    }
  }
}
