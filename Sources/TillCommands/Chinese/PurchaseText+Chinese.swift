import Texts

extension PurchaseText {
  var chinese: String {
    switch self {
    case .confirmRefundRequest(let id): "请 Apple 对 \(id) 退款？提交不等于退款，订阅的自动续期会被关闭"
    case .noQuantityToUse(let call): "\(call) 不是数字：till use PRODUCT [N] 的 N 为从 1 起的整数"
    case .isUsed(let count, let product, let left): "已使用 \(count) 个 \(product)：剩余 \(left)"

    case .noOutcome(let text): "--outcome \(text)：可用 success、cancel、pending、unverified 和 fail:KIND，KIND 为以下之一："
    case .takeOneOf: "只能选一个："
    case .noBillingPlan(let text): "--billing-plan \(text)：可用 BILLED_UPFRONT 和 MONTHLY"
    case .needsIntroductoryWord: "此 App Store 需要开发者自己的声明：--introductory JWS"
    case .needsOfferSignature: "此 App Store 的优惠需要开发者的签名：--signature JWS"
    case .noToken(let text): "--token \(text)：可用 user、order，或您自己的 UUID，例如 7389a31a-fb6d-4569-a2a6-db7d85d84813"
    case .isInterrupted(let product, let transaction):
      "\(product) 已中断：交易 \(transaction)（till simulator resolve \(transaction)）"
    case .wasChargedBefore(let product, let transaction, let order): "\(product) 此前已扣款：交易 \(transaction)，订单 \(order)"
    case .isAnotherUsers(let product): "已拥有 \(product)，但不属于此用户：没有扣款"
    case .isOwnedAlready(let product): "已拥有：没有为 \(product) 扣款"
    case .isBought(let product, let transaction): "已购买 \(product)：交易 \(transaction)"
    case .waitsForApproval(let product, let transaction):
      "\(product) 等待批准：交易 \(transaction)（till simulator approve \(transaction)）"
    case .nobodyKnowsYet(let product): "是否已购买 \(product) 尚不清楚"
    case .isNotDeliveredYet(let product, let order): "\(product) 尚未交付：订单 \(order)"
    case .wasNotDelivered(let product, let order): "\(product) 已付款，但未交付：订单 \(order)"
    case .wasNotBought(let product): "未购买 \(product)"
    case .presentPlan: "当前方案"
    case .changeWasTakenBack(let product): "\(product) 继续：变更已取消，没有扣款"

    case .noFault(let name): "没有故障 \(name)：till fault 会列出故障"
    case .giveOnceOrOff: "请给出 --once 或 --off，不能两者都给"
    case .clockIsNeverWrongOnce(let kind): "时钟错一次就会一直错到重新设定：till fault \(kind)，然后 --off"
    case .faultIsOff(let kind): "故障 \(kind) 已关闭"
    case .faultWasOffAlready(let kind): "故障 \(kind) 原本就已关闭"
    case .whichFault: "哪一个？till fault NAME [--once | --off]"
    case .whatCanFail: "此设备可能发生的故障"

    case .moreTillAfter(let name, let next): "更多：till \(name) --after \(next)"
    case .familySharingEnded: "家人共享已结束"
    case .refundedInPart: "部分退款"

    case .noOrder(let words): "此处没有订单或交易 \(words)：till orders 会列出订单"
    case .onThisDevice: "\n在此设备上"
    case .atAppsServer(let verification): "\n在 App 服务器上（\(verification)）"
    case .itsJournalIsNotHere: "\u{20} 其日志不在此处"
    case .toDo: "待办"
    case .noUserWasLoggedIn: "无人：当时没有用户登录"
    case .paidBy: "付款者"
    case .noTokenBeforehand: "此前没有：续期，或在其他设备上购买"
    case .sameToken: "相同令牌"
    case .usersOwnToken: "用户自己的，为其发起的所有购买都带有它"
    case .ordersOwnToken: "此购买自己的，其续期也带有它；以它再次付款的会再次记入"
    case .nobodysToken: "不属于这里的任何用户：由恢复策略决定"
    case .missingToken: "缺失：归首次出现时登录的用户"

    case .nothingWaits: "没有等待的事项"
    case .noOrderCommand(let call): "till order \(call)：可用 till order show ORDER 和 till order close ORDER --reason TEXT"
    case .closingNeedsReason: "关闭订单需要理由：till order close ORDER --reason TEXT"
    case .confirmClosing(let orderId): "不交付订单 \(orderId) 而向 App Store 报告完成？只有理由类别为 other 时，恢复购买才会再交付。"
    case .noGround(let name, let known): "未知的理由类别“\(name)”；请使用 \(known)"
    case .nothingWasClosed: "没有关闭任何订单"

    case .nothingToRestore: "没有可恢复的内容"
    case .notRestored(let product, let reason): "\u{20} 未恢复    \(product)：\(reason)"
    case .otherUsers(let product, let reason): "\u{20} 其他用户  \(product)：\(reason)"
    case .restoredAndKnown(let restored, let known): "\u{20} 新增 \(restored) 笔交易，\(known) 笔已知"
    case .appStoreHasNothingNew: "App Store 没有新内容"
    case .appStoreSent(let count): "App Store 发送了 \(count) 笔交易"
    case .wasRefunded(let product, let transaction): "\u{20} 已退款    \(product)，交易 \(transaction)"
    case .wasReversed(let product, let transaction): "\u{20} 已撤回    \(product)，交易 \(transaction)"
    case .isNowEntitled(let product): "\u{20} 新增权益  \(product)"
    case .wasRemoved(let product): "\u{20} 已移除    \(product)：till explain 会说明原因"
    case .incompleteNothingWasRemoved: "\u{20} 未完成：没有移除任何内容"

    case .beginsLater(let product, let date, let current, let renewal):
      "\(product) 从下次续期开始\(at(date))：\(current) 持续到那时，现在没有扣款" + later(renewal)
    case .wasChosenBefore(let product, let date): "\(product) 从下次续期开始\(at(date))，此前已选择：没有扣款"
    case .runsFromNowOn(let product, let charged, let current, let refund, let renewal):
      "\(product) 从现在起生效，\(charged)：\(current) 已结束" + (refund.map { "，剩余时间退还 \($0)" } ?? "") + later(renewal)
    case .isOn(let kind, let isOnce, let words): isOnce ? "故障 \(kind) 已打开一次：\(words)" : "故障 \(kind) 已打开：\(words)"
    case .checked(let count, let isQuiet):
      "已检查：\(count == 0 ? Self.appStoreHasNothingNew : .appStoreSent(count))\(isQuiet ? "，权益没有变化" : "")"
    case .restored: "恢复"
    case .noLongerListed: "不再列出"
    case .refunded: "已退款"
    case .isEntitled(let product): "\u{20} 有权益    \(product)"
    case .isInactive(let product, let state): "\u{20} 无效      \(product)：\(state)"
    case .isRefused(let transaction, let reason): "\u{20} 已拒绝    \(transaction)：\(reason)"
    case .areUnchanged(let count): "\u{20} 没有变化  \(count) 个产品"

    case .unanswered: "没有应答"
    case .notPaidAsFarAsIsKnown: "就所知尚未付款"
    case .mayHaveBeenCharged: "可能已扣款：till retry 会询问"
    case .familyHasToApprove: "须由家人批准；一天后失效"
    case .customerHasToSettle: "顾客须处理 App Store 的要求；一天后失效"
    case .noTransactionOrOrderHere(let id): "此处没有交易或订单 \(id)：till transactions 会列出交易"
    }
  }

  /// The date of a change, behind what changes.
  private func at(_ date: String?) -> String { date.map { "，\($0)" } ?? "" }

  /// What follows a change, at its end.
  private func later(_ renewal: String?) -> String { renewal.map { "；之后 \($0)，直到取消" } ?? "" }
}
