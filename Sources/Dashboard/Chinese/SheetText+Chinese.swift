import SafeText
import StoreModel
import Texts

extension SheetText {
  var chinese: String {
    switch self {
    case .realAppStore: "App Store"
    case .simulatedAppStore: "App Store（模拟）"
    case .purchase: "购买"
    case .payer(let account, let storefront): "Apple 账户 \(account)" + (storefront.map { "，店面 \($0)" } ?? "")
    case .per(let period):
      period.value == 1 ? "每\(period)".replacing("1 个", with: "").replacing("1 ", with: "") : "每 \(period)"
    case .ownedAlready: "您已拥有此项目：不会扣款。"
    case .passRuns(let end): "请注意：已有一个正在生效\(end.map { "，至 \($0)" } ?? "")，再买一个不会延长时间。"
    case .changesAnothersPlan(let name): "请注意：此 Apple 账户正在为另一用户的 \(name) 付款，购买会更改该用户的方案。"
    case .sharedByFamily(let name): "请注意：家人已与此账户共享 \(name)。"
    case .hadAlready(let user): "请注意：\(user.map { "用户 \($0)" } ?? "未登录者")已拥有它，再次购买会另行付款。"
    case .charges(let price, let times, let account, let isSubscription):
      "将向 \(account) 收取 \(price)\(times > 1 ? " × \(times)" : "")" + (isSubscription ? "，此后每个周期收取，直到取消。" : "。")
    case .previewIsComing: Chinese.closed(ReasonText.previewIsComing.text)
    case .userToken(let user): "appAccountToken：用户 \(user ?? "（无）") 的 UUID"
    case .orderToken: "appAccountToken：订单自身的 UUID"
    case .ownToken(let uuid): "appAccountToken：\(uuid)"
    case .offer(let type, let id, let words): "\(word(for: type))\(id.map { " \($0)" } ?? "")：\(words)"
    case .eligible(let byItself): byItself ? "您可享受，自动生效" : "您可享受"
    case .offersTitle: "使用哪个优惠？"
    case .noOffer: "都不使用"
    case .noOfferNote: "自动适用的优惠"
    case .waysToFail: "付款如何失败？"

    case .use: "使用"
    case .using(let count, let balance): "使用 \(count) 个；将剩余 \(balance - count) 个。已使用的不会退还。"
    case .refundList: "请 Apple 对哪笔购买退款？"
    case .refundReason: "向 Apple 申请退款"
    case .nothingRefundable: "此设备上该 Apple 账户没有可退款的购买：没有已付款且未退款的购买，或已向 Apple 申请。"
    case .filedIsNotRefunded: "提交不等于退款：由 Apple 决定，通常在两天之内。"
    case .turnsRenewalOff: "请先了解：申请退款还会关闭该订阅的自动续期。"
    case .reasonLabel: "理由（可选）："

    case .order: "订单"
    case .orderJournal: "经过"
    case .nextTry(let when): "\(when)再次尝试"
    case .dropTitle: "放弃此订单？"
    case .dropWhat(let product, let transaction): "\(product)，交易 \(transaction)"
    case .dropFollows: "将告知 App Store 该交易已完成，不会交付任何内容。已签名的内容作为证据保留在此；顾客可以向 Apple 申请退款。"
    case .dropWaitingTitle: "不再等待此购买？"
    case .dropWaitingFollows: "此举不会扣款或收回任何内容，也不会告知 App Store。若之后仍然付款或获得批准，它仍会到达并交付。"
    case .dropLabel: "理由："
    case .logInTitle: "哪个用户登录 App？"
    case .anotherUser: "其他用户"
    case .byName: "按名称"
    case .logOut: "退出登录"
    case .of(let name): "属于 \(name)"
    case .transferTitle(let product): "将“\(product)”转移给哪个用户？"
    case .transferFollows(let user): "此后归 \(user) 所有，原登录账号不再拥有。不会扣款。理由会被保留。"
    case .newUserTitle: "登录 App"
    case .newUserText: "从现在起的购买归此用户；付款的 Apple 账户保持登录。"
    case .newUserLabel: "用户："

    case .signInTitle: "登录哪个 Apple 账户？"
    case .signOut: "退出登录"
    case .newDeviceTitle: "换用新设备？"
    case .newDeviceKeeps: "此设备的存储会移到一旁而不删除，并从空存储开始。"
    case .newDeviceStays: "Apple 账户和用户保持登录。App Store 没有变化；恢复购买（\(key(.restore))）可取回其中的内容。"
    case .quitTitle: "购买正在进行，确定退出？"
    case .quitKeeps: "已付款的不会丢失：下次启动会查明结果。"

    case .walkthroughs: "选择哪个演练？它在自己的文件中运行。"
    case .help(.main): "按键"
    case .help(.paymentSheet): "付款单的按键"
    case .help(.appStore): "App Store 一侧的按键"
    case .help: "此处的按键"
    }
  }

  private func word(for type: OfferType?) -> String {
    switch type {
    case .introductoryOffer: "推介促销优惠"
    case .promotionalOffer: "促销优惠"
    case .offerCode: "优惠代码"
    case .winBackOffer: "赢回优惠"
    case nil: "账单方案"
    default: "优惠"
    }
  }
}
