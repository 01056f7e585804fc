import Texts

extension CustomerText {
  package var chinese: String {
    switch self {
    case .fine(let product): "一切正常：“\(product)”可以使用。"
    case .fineUntilChange(let product, let next, let date): "一切正常：“\(product)”可以使用，将于\(date)改为“\(next)”。"
    case .left(let count, let product): "一切正常：您还有 \(count) 个“\(product)”。"
    case .usedUp(let product): "您的“\(product)”已用完。"
    case .refundedAfterUse(let product): "Apple 告知“\(product)”在使用后已退款。"
    case .cancelled(let date): "自动续订已关闭，您可使用至\(date)。"
    case .refundDeclined(let date): "Apple 未批准您的退款申请，您可使用至\(date)。"
    case .sharedUntil(let product, let date): "一切正常：家人与您共享的“\(product)”可使用至\(date)。"
    case .priceNotice(let product, let price, let date):
      "一切正常：“\(product)”可以使用。自\(date)起价格为 \(price)，Apple 已通知您。"
    case .priceConsent(let product, let price, let date):
      "自\(date)起，“\(product)”的价格为 \(price)，需要您同意。若不同意，届时将停止使用。"
    case .renewalAwaited: "我们正在等待 Apple 确认续订，请勿重新订阅。"
    case .grace(let date): "Apple 未能收取续订款项。您可使用至\(date)，请检查 Apple 账户的付款方式。"
    case .billingRetry: "Apple 未能收取续订款项，使用已暂停。请更新 Apple 账户的付款方式，无需重新订阅。"
    case .expired(let date): "您的订阅已于\(date)结束。"
    case .ended(let product): "您对“\(product)”的使用已结束。"
    case .planBegins(let product, let date): "“\(product)”将于\(date)当前方案结束时开始。"
    case .anotherPlan(let product): "您的订阅已改为其他方案，因此“\(product)”未启用。"
    case .waitingForApproval: "此请求正在等待家长或监护人批准，尚未扣款。"
    case .interrupted: "Apple 需要您先处理某个事项才能继续此购买，请在“设置”中查看您的账户。目前尚未扣款。"
    case .paidNotDelivered(let time): "Apple 已确认您的购买，我们正在开通，请勿重复购买。我们会在\(time)前再次核查。"
    case .notDeliveredFree: "我们已看到 Apple 提供的权限，正在开通，无需购买。"
    case .givenUp:
      "很抱歉，Apple 已确认您的购买，但我们未能开通。请回复我们，或在 reportaproblem.apple.com 申请退款。"
    case .givenUpFree: "很抱歉，我们未能为您开通。此项没有向您收费，请回复我们。"
    case .chargeUnknown(let time): "暂时无法确定购买是否成功。请勿再次购买，我们会在\(time)前再次核查。"
    case .refundAsked: "您的退款申请已提交给 Apple，由 Apple 决定并以电子邮件通知您。"
    case .refunded: "Apple 告知此购买已退款，因此已停用。到账时间请咨询 Apple。"
    case .takenBackFree: "Apple 告知此项已终止，因此已停用。此项没有向您收费。"
    case .familyEnded(let product): "“\(product)”的家人共享已结束，因此您无法继续使用。"
    case .organisationEnded(let product): "您的组织不再提供“\(product)”，因此已停用。"
    case .movedToBundle(let product): "Apple 告知“\(product)”现已并入套装。"
    case .withdrawn: "Apple 告知此购买已撤回，因此已停用。"
    case .anotherLogins: "此购买关联了另一个登录账号。若是您的，请用它登录；否则请联系我们。"
    case .chargedTwice:
      "我们看到两笔重叠的购买。您可在 reportaproblem.apple.com 为其中一笔申请退款；订阅还需取消其中一个。"
    case .aboutThisPurchase: "关于此购买，请回复我们。"
    case .granted(let product, let date): "一切正常：“\(product)”可以使用，我们已为您开通至\(date)。"
    case .unconfirmed(let product): "“\(product)”可以使用。我们会尽快向 Apple 核实。"
    case .notVerified: "我们暂时无法向 Apple 确认此项。请勿再次购买，请回复我们。"
    case .newPhone: "此设备上还看不到您此前的购买。请在 App 中选择“恢复购买”。"
    case .notPurchased(let product): "我们没有在您的 Apple 购买记录中看到“\(product)”。"
    }
  }
}
