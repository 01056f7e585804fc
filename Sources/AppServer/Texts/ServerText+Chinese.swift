import Texts

extension ServerText {
  var chinese: String {
    switch self {
    case .signatureDoesNotHold(let failure): "通知的签名无效：\(failure)"
    case .namesNoNotification: "通知未说明自己是哪一条"
    case .enclosedDoesNotHold(let message): "通知中的签名内容无效：\(message)"

    case .noTransaction(let id): "App Store 没有交易 \(id)"
    case .transactionDoesNotHold(let failure): "App 服务器验证其签名无效：\(failure)"
    case .namesNoTransaction: "它未说明是哪笔交易，或属于哪个产品"
    case .isAnotherTransaction(let found, let expected): "它是交易 \(found)，而不是 \(expected)"

    case .appStoreStartedOver: "App Store 刚刚重新开始：请再次查询"

    case .isDownOnPurpose: "App 服务器已停机（预设的故障）"
    case .didNotAnswerOnPurpose: "App 服务器未及时应答（预设的故障）"
    case .appStoreWasNotAsked(let error): "无法查询 App Store：\(error)"
    case .appsServer(let fault): "App 服务器：\(fault)"

    case .transferNeedsMore: "转移需要用户和理由"
    case .hasAlready(let user, let transaction): "\(user) 已拥有 \(transaction)"
    case .transactionIsUnknown(let id): "App 服务器没有见过交易 \(id)：请用 till transactions 查看编号"
    case .noGrant(let id): "没有授予 \(id)：till user --owns 会列出全部授予"
    case .grantEndedEarly(let product, let reason): "\(product) 的授予已提前结束：\(reason)"
    case .recordNeedsMore: "其他平台的购买需要参考号、平台、用户和产品"
    case .mustEndAfterPurchase: "结束日期必须在购买之后：请填写更晚的日期"
    case .wasRecordedFor(let reference, let user): "已为 \(user) 登记购买 \(reference)"
    case .wasBoughtElsewhere(let product, let platform, let reference): "\(product) 购自 \(platform)，参考号 \(reference)"
    case .noUserHasUuid(let token): "没有用户使用 UUID \(token)"

    case .announcedForAnother(let intent): "购买 \(intent) 是为他人预告的"
    case .wasAnnounced(let productId): "已预告购买 \(productId)"
    case .cannotUse(let count, let product): "无法使用 \(count) 个 \(product)：数量至少为 1"
    case .useWasCounted(let id): "使用记录 \(id) 此前已计入其他内容"
    case .wasUsed(let count, let product, let left): "已使用 \(count) 个 \(product)，剩余 \(left)"
    case .consumableNeedsQuantity: "授予消耗型项目需要大于 0 的数量，且没有结束时间"
    case .grantIsAnother(let id): "请求 \(id) 已用于另一次授予：请使用新的请求 ID"
    case .grantHasNoEnd(let id): "授予 \(id) 属于消耗型项目，没有可提前的结束时间"
    case .durationNeedsProduct: "时长需要指定产品"
    case .durationSet(let product, let rules): rules.map { "\(product) 的有效时长：\($0)" } ?? "\(product) 不再有时长"
    case .mustEndAfterBeginning: "授予的结束必须晚于开始：请填写更晚的日期"
    case .grantNeedsMore: "授予需要编号、用户、产品和理由"
    case .wasGranted(let product, let reason): "\(product) 为授予，并非购买：\(reason)"

    case .requestCannotBeRead(let error): "无法读取请求：\(error)"
    case .bodyIsNoObject: "正文必须是 JSON 对象"

    case .requestSignatureDoesNotHold: "请求的签名无效：请检查双方的密钥和时钟"
    case .noSuchCall: "没有这样的调用"

    case .isNoAppServer: "应答者不是 App 服务器：其应答不是 JSON 对象"
    case .answerCannotBeRead(let error): "无法读取 App 服务器的应答：\(error)"

    case .restorePolicy: "恢复策略"
    case .renewalInformation: "续期信息"
    case .transaction: "交易"
    }
  }
}
