import Texts

extension PurchaseWords {
  package var chinese: String {
    switch self {
    case .goesOnByItself: "会自动继续；till retry 可立即继续"
    case .isNotDelivered: "已扣款，尚未交付：会自动重试，也可用 till retry 立即重试"
    case .appStoreIsTold: "会自动告知 App Store；till retry 可立即告知"
    case .lookAtWhyThenRetry: "请查明原因，然后 till retry，或放弃：till order close ORDER --reason TEXT"
    case .haveItSignedAnew: "till restore 可让 App Store 重新签名（若支持）；否则请放弃：till order close ORDER --reason TEXT"
    case .isTooOld: "太旧而无法记入：已完成并关闭，证据予以保留"

    case .nothingToDo: "无需处理"

    case .presentPlan: "当前方案"
    case .isOwnedAlready: "已拥有：不会扣款"
    case .runsAlready: "已在生效：不会扣款"
    case .changeIsTakenBack(let productId): "取消所选的变更：\(productId) 继续，不会扣款"
    case .wasChosenAlready: "此前已选择在下次续期时生效：不会扣款"
    case .upgradeAtOnce(let charged, let current): "立即升级：现在 \(charged)，\(current) 结束"
    case .changeAtOnce(let charged, let current): "立即变更：现在 \(charged)，\(current) 结束"
    case .changeAtRenewal(let current): "下次续期时变更：现在不扣款，\(current) 持续到那时"
    case .downgradeAtRenewal(let current): "下次续期时降级：现在不扣款，\(current) 持续到那时"
    case .comesBack(let refund): "剩余时间退还 \(refund)"
    case .takesPlace(let effectiveDate): "生效日期 \(effectiveDate)"
    case .thenUntilCancelled(let renewal): "之后 \(renewal)，直到取消"
    case .introductoryWasUsed: "此群组的推介促销优惠此前已使用"

    case .isAnotherAccounts: "由另一个 Apple 账户付款：已保留，不记入此设备的任何用户"
    case .lookAtWhy: "请查明未通过验证的原因；下次操作会再次询问 App Store"
    case .isTakenIn: "下次操作会处理；till retry 可立即处理"
    case .chargedNow(let charged): "现在 \(charged)"
    case .givenUp: "已放弃：till explain PRODUCT 会说明还需做什么"
    case .chargedNotDeliveredYetPutRightWhyApps: "已扣款，尚未交付：请排除 App 服务器不接收的原因，然后 till retry"
    }
  }
}
