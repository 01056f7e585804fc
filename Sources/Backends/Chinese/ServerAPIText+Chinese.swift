import Texts

extension ServerAPIText {
  var chinese: String {
    switch self {
    case .withoutAWord(let status): "HTTP 状态 \(status)，没有说明"
    case .keyMayBeRevoked(let keyId): "密钥 \(keyId) 可能已撤销，或不是 App 内购买密钥"
    case .issuerMayBeOther(let issuerId): "签发者 \(issuerId) 可能属于其他账户"
    case .appMayBeOther(let bundleId): "套装 ID \(bundleId) 可能不是该账户的 App"
    case .clockMayBeWrong: "本机时钟可能不准"
    case .appMayBeUnreleased: "该 App 可能尚未发布任何版本"

    case .onlyCustomerCanBuy: "只有顾客本人可以在 App 中购买"
    case .onlyCustomerCanAsk: "只有顾客本人可以在 App 中申请退款"
    case .ordersAreInProduction: "订单号只能在生产环境中查询：请给出交易编号，或打开 --backend appstore:production"
    case .noOrder(let server, let order): "\(server) 没有订单 \(order)：请核对发票上的号码"
    case .unreadableTransactionOfOrder: "订单中有无法读取的交易"
    case .isOfTheOther(let name, let server, let other): "\(name) 不属于 \(server)，而属于另一环境：请打开 --backend \(other)"

    case .extensionWithoutIdentifier: "批量延长没有 requestIdentifier"
    case .testWithoutToken: "测试没有 testNotificationToken"

    case .transactionWithoutInfo: "交易没有 signedTransactionInfo"
    case .appTransactionWithoutInfo: "App 交易没有 signedAppTransactionInfo"
    case .orderWithoutStatus: "订单没有 status"
    case .statusesInAnotherForm(let error): "订阅状态的格式不同（\(error)）"
    case .historyInAnotherForm(let error): "历史记录的格式不同（\(error)）"
    case .checkAddress(let server, let answered): "\(server) 应答了\(answered)：请检查地址"
    case .notificationsInAnotherForm(let error): "通知历史记录的格式不同（\(error)）"
    case .notificationsRepeat: "通知历史记录出现重复"

    case .cancelledWhileWaiting(let server): "等待再次查询 \(server) 时已取消"
    case .noToken(let key, let reason): "无法用密钥 \(key) 签发令牌：\(reason)"
    case .isNoServerAPI(let server): "\(server) 的应答不是 App Store Server API：请检查地址"

    case .tooManyRequests(let host, let seconds): "\(host) 的请求过多：\(seconds.map { "请在 \($0) 秒后重试" } ?? "请稍后重试")"
    case .refusesKey(let server, let reasons): "\(server) 拒绝了密钥（401，未说明理由）：\(reasons.joined(separator: "；或"))"
    case .noneKnows(let server, let other, let transaction):
      other.map { "\(server) 和 \($0) 都没有交易 \(transaction)" } ?? "\(server) 没有交易 \(transaction)"
    }
  }
}
