import Texts

extension ExclusionText {
  var chinese: String {
    switch Optional(self) {
    case .boughtOnAnotherDevice: "在其他设备上或以其他 Apple 账户购买，已记入此用户"
    case .nothingToDo: "无需处理：App 服务器记入的内容跟随用户"
    case .appsServerHadCredited(let minute): "App 服务器曾将其记入此用户；已于 \(minute) 结束"
    case .refundedInPart: "部分退款"
    case .familySharingEnded: "家人共享已结束"
    case .withdrawnByOrganisation: "已由组织收回"
    case .movedToBundle: "已移至套餐"
    case .anotherProductOfGroupTook: "已由群组中的另一产品取代"
    case .itWentOverToAnother: "已转给其他用户"
    case .takenBack: "已收回"

    case .arrivedAndDidNotVerify(let day, let kind): "于 \(day) 到达，未通过验证：\(kind)"
    case .notSignedByAppleXcode: "并非 Apple 签名（Xcode）：此类交易仅在绑定 Xcode 环境的存储中作数"
    case .didNotVerify(let kind): "未通过验证：\(kind)"
    case .ofAnotherEnvironmentThanThis: "与此存储的环境不同：Production 和 Sandbox 从不混用"
    case .hasNoTransactionIdSo: "没有交易编号，无法与其他交易区分"
    case .noLongerInAccountsComplete: "账户的完整历史记录中已没有它，因此不作数；证据予以保留"
    case .appleSignedItAsAnother: "Apple 签名的产品类型与产品目录不同，因此不授予权益"
    case .itMayNotBeWeighed: "它不能在此计入"
    case .notSigned: "未签名"
    case .toldByReceiptServer: "由 Apple 的收据服务器告知，没有签名：仅在绑定该服务器的存储中作数"
    case .listedInAppReceipt: "列在 App 收据中，自身没有签名：以此存储的 App Store 所说为准"
    case .fromUnsignedFile: "来自无人签名、任何人都可编写的文件：仅显示，不授予权益"
    case .itsProductType: "此处不认识其产品类型，因此不授予权益"
    case .receiptDoesNotSayWhat: "收据未说明产品类型，因此不授予权益：请给出产品目录（--catalog）"
    case .itIsLargerThanAny: "它超过签名对象的最大尺寸"
    case .itIsNotWellFormed: "它不是格式正确的签名对象"
    case .itDoesNotCarryExactly: "它没有正好三个证书"
    case .certificateCannotBeRead: "有证书无法读取"
    case .itsCertificatesDoNotLead: "其证书不通向受信任的根证书"
    case .signatureIsNotRight: "签名不正确"
    case .itIsAnotherKind: "它是另一类签名对象"
    case .itIsAnotherApps: "它属于另一个 App"
    case .itIsOfAnotherEnvironment: "它属于另一环境"
    case .appServersPolicy(let words): "；App 服务器的策略：\(words)"
    case .boughtForUser(let what): "为用户 \(what) 购买"
    case .itIsAnotherUsers: "它属于其他用户"
    case .itsTokenIsNobodysHere: "它的令牌不属于这里的任何用户，因此 App 服务器没有记入任何用户"
    case .itWentOverToThem: "它已转给对方"
    case .belongsToUser(let users, let how): "属于用户 \(users)：\(how)"
    case .thisPurchaseBelongsToAnother: "此购买属于本 App 的另一个登录帐号。请用购买时的帐号登录。"
    case .anotherUserHad: "它曾属于其他用户；已按策略转移"
    case .anotherUserHasItToo: "按共享策略，另一用户也拥有它"
    case .nothingToDoGrantedUntil(let minute): "无需处理：已授予至 \(minute)"
    case .purchaseWasMadeForThem: "该购买是为对方发起的"
    case .itsAppAccountTokenIsTheirs: "它的 appAccountToken 属于对方"
    case .earlierTransactionOfSamePurchase: "同一购买的较早交易属于对方"
    case .itCarriesNoAppAccountTokenSo: "它不带 appAccountToken，因此归首次出现时登录的用户"
    case .itsAppAccountTokenIsNobodysHere: "它的 appAccountToken 不属于这里的任何用户，由恢复策略决定"
    case .appsOwnPeopleMoved: "由 App 方人员转移给对方"
    case .itWasBoughtOnAnother: "它是在其他平台购买的"

    case .takenBackForReason: "因此处未知的原因收回"

    case .logInAs(let user): "请顾客以 \(user ?? "其用户") 登录"
    case .logInAsOrMove(let user): "请顾客以 \(user ?? "其用户") 登录，或将此购买转移给当前登录的用户"
    case .grantedByUs(let reason, let date, let isRunning):
      "由我方授予，并非购买：\(reason)；\(isRunning ? "至 \(date)" : "已于 \(date) 结束")"
    case .boughtOnAnotherPlatformCredited: "在其他平台购买，已记入此用户"
    case .cameThroughQueueAndComplete: "它经队列到达，而此 Apple 账户的完整历史记录没有列出：由其他 Apple 账户购买，因此在此不作数；证据予以保留"
    default: english
    }
  }
}
