import Texts

extension JudgementText {
  var chinese: String {
    switch self {
    case .counts(let delivered, let used, let refunded, let granted, let balance):
      "已交付 \(delivered)，已使用 \(used)，已退款 \(refunded)"
        + (granted == 0 ? "" : "，已授予 \(granted)") + "：余额 \(balance)"
    case .boughtAndNotDeliveredHere(let minute):
      "\(minute) 购买，但没有向此用户交付：消耗型项目只在购买处交付一次"
    case .periodBegins(let date): "订阅期从 \(date) 开始；此前提供群组中的另一产品"
    case .nothingToDo(let minute): "无需处理：\(minute) 开始"
    case .newerTransactionOfSamePurchase: "同一购买的较新交易属于另一产品"
    case .nothingToDoPurchaseIsOtherProducts: "无需处理：该购买现在属于另一产品"
    case .replacedByAnotherProduct: "已由群组中的另一产品取代，而后者也已收回：两者都不再继续"
    case .customerCanSubscribeAgain: "顾客可以重新订阅"
    case .replacedByAnotherProductOfGroup: "已由群组中的另一产品取代，因此无论何时到期都不再提供使用权"
    case .nothingToDoSubscriptionGoes: "无需处理：订阅以群组中的另一产品继续"
    case .periodEnded(let minute): "订阅期已于 \(minute) 结束；之后由群组中的另一产品接续"
    case .customerCanChangeBack: "顾客可以在“设置”中改回此产品"
    case .thatEndsThisTransactionOnly: "：只结束此笔交易"
    case .newestTransactionOfProduct: "该产品的最新交易已收回，只看它的规则会终止使用权；但另一笔购买或家人共享仍然有效"

    case .itHasNoSignature: "它没有自己的签名：Apple 的收据服务器通过 TLS 如此应答"
    case .itHasNoSignatureOfIts: "它没有自己的签名：列出它的 App 收据已签名，但不知道此后的情况"
    case .renewingFailed: "续期失败；Apple 正在重试"
    case .autoRenewIsOff(let end): "自动续期已关闭：使用权于 \(end) 结束"
    case .customerHasNotAgreed: "顾客尚未同意涨价：若不同意，将随订阅期结束"
    case .customerChoseAnotherProduct: "顾客为下个订阅期选择了群组中的另一产品；此前没有变化"
    case .periodBeginsAndWasSigned(let minute): "订阅期从 \(minute) 开始，提前签名；由于没有更早的订阅期在生效，它作数"
    case .notRevoked(let bought, let vouched): "\(bought)，\(vouched)，未撤销"
    case .notRevokedPeriodRunsUntil(let bought, let vouched, let end): "\(bought)，\(vouched)，未撤销；订阅期至 \(end)"
    case .periodEndedButItsGrace(let minute, let end): "订阅期已于 \(minute) 结束，但宽限期至 \(end)"
    case .periodEndedAndItRenews(let minute): "订阅期已于 \(minute) 结束，会自动续期：是否已续期尚不清楚"
    case .notRevokedAppsServerHasCredited(let bought, let vouched): "\(bought)，\(vouched)，未撤销；App 服务器没有记入任何用户"
    case .notRevokedAppsServerDoesNotSay(let bought, let vouched, let why):
      "\(bought)，\(vouched)，未撤销；App 服务器没有说明它属于谁（\(why)）"
    case .notRevokedAppsServerCannot(let bought, let vouched): "\(bought)，\(vouched)，未撤销；无法联系 App 服务器，此存储暂时信任 Apple"
    case .butDateThatItsEnd(let bought): "\(bought)，但决定其结束的日期未知，因此不提供使用权"
    case .periodRunsUntilButAnother(let end): "订阅期至 \(end)，但群组中另一订阅的服务级别更高"
    case .notRevokedDurationThatWasSet(let bought, let vouched, let end): "\(bought)，\(vouched)，未撤销；所设时长于 \(end) 结束"
    case .notRevokedNoDurationWasSet(let bought, let vouched): "\(bought)，\(vouched)，未撤销；没有为产品设定时长，因此无人知道何时结束"
    case .itsSignatureNotChecked: "签名未检查"
    case .itsSignatureBad: "签名无效"
    case .charged(let minute): "\(minute) 已扣款"
    case .confirmedFree(let minute): "Apple 于 \(minute) 确认，无需付款"
    case .wasTakenBackFree(let date): "Apple 于 \(date) 终止；此项没有收费"
    case .wasRefunded(let date): "\(date) 已退款：Apple 退还了款项"
    case .wasRefundedInPart(let date): "\(date) 已退款：Apple 退还了部分款项"
    case .familyShareRevoked(let date): "\(date) 家人共享已撤销"
    case .wasWithdrawn(let date): "\(date) 由分配它的组织收回"
    case .wasMovedToBundle(let date): "\(date) 已移至套餐"
    case .wasTakenBack(let date): "\(date) 因此处未知的原因收回"
    case .durationThatWasSet(let end): "所设时长已于 \(end) 结束"
    case .periodAutoRenewWasOff(let end): "订阅期已于 \(end) 结束：自动续期已关闭"
    case .periodRenewalCould(let end): "订阅期已于 \(end) 结束：续期扣款失败"
    case .periodCustomerDidNotAgree(let end): "订阅期已于 \(end) 结束：顾客未同意涨价"
    case .periodProductCouldNoLonger(let end): "订阅期已于 \(end) 结束：产品已无法购买"
    case .period(let end): "订阅期已于 \(end) 结束"
    case .refundWasAsked(let day): "曾于 \(day) 申请退款，Apple 已拒绝"
    case .refundWasAskedForOnAskedIsNotRefunded(let day): "曾于 \(day) 申请退款；申请不等于退款，由 Apple 决定"
    case .refundWasAskedForAndNoDecision(let day): "曾申请退款，自 \(day) 起未见决定；Apple 会以电子邮件通知顾客"
    case .itsOwnershipIsNotKnown(let type): "此处不认识其所有权“\(type)”：不因此收回任何权益"
    case .unknownMark(let mark): "Apple 将其标为以“\(mark)”收回，此处不认识该标记：不因此收回任何权益"
    case .wasNeverCheckedWithApp: "从未向 App Store 核对"
    case .wasLastChecked(let minute): "上次核对于 \(minute)"
    case .longerAgoThanValidity(let age): "\(age)，已超过所要求的有效时间；不因此收回任何权益"
    case .notInCatalogue: "不在产品目录中；仅由交易得知，权益不受影响"

    case .andMore(let count, let orMore): "另有\(orMore ? "至少" : "") \(count) 项同类"

    case .purchaseIsBeingMadeRight: "正在购买"
    case .purchaseBegunGotNoAnswer(let since): "\(since) 开始的购买没有得到 App Store 的应答：可能已扣款"
    case .purchaseBegunWasInterrupted(let since): "\(since) 开始的购买已中断：顾客须先与 Apple 处理某事"
    case .purchaseWaitsForApprovalSince(let since): "购买自 \(since) 起等待批准"
    case .closedByHand(let reason): "手动关闭：\(reason)"
    case .purchaseBegun(let minute, let closedReason): "\(minute) 开始的购买：\(closedReason)"
    case .chargedAndAppsServerCould(let minute, let why): "\(minute)，但无法联系 App 服务器\(told(why))"
    case .chargedAndAppsServerRefused(let minute, let why): "\(minute)，但 App 服务器拒绝了它\(told(why))"
    case .chargedAnd(let minute, let what): "\(minute)，\(what)"
    case .chargedAndTooOld(let minute, let why): "\(minute)，但 App 服务器认为太旧\(told(why))"
    case .chargedAndItsSignatureDoes(let minute): "\(minute)，但签名无效"
    case .chargedAndAppsServer(let minute): "\(minute)，App 服务器尚未应答"

    case .unknownDay: "未知日期"
    case .unknownTime: "未知时间"

    case .bought(let day, let isShared): isShared ? "\(day) 的家人共享" : "\(day) 购买"
    case .givesNoAccess(let reason): "\(reason)，因此此购买不提供使用权"
    case .billingRetry(let end, let grace):
      "订阅期已于 \(end) 结束；续期失败，Apple 正在重试，" + (grace.map { "宽限期已于 \($0) 结束" } ?? "且没有宽限期")
    case .verified: "已验证"
    case .attested: "已证明"
    case .familySharingEnded(let date): "\(date) 家人共享已结束"

    case .chargedAndNotTaken(let minute, let why): "\(minute)，但 App 服务器不接收\(told(why))"
    case .chargedAndUndecided(let minute, let why): "\(minute)，App 服务器尚未作出决定\(told(why))"
    }
  }

  /// What somebody said of it, where anybody did.
  private func told(_ words: String?) -> String { words.map { "（\($0)）" } ?? "" }
}
