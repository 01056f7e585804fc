import Texts

extension ReceiptText {
  var chinese: String {
    switch self {
    case .noMilliseconds: "不是以毫秒计的日期（公元 1 至 9999 年）"
    case .isGood: "收据有效"
    case .wasNoPOST: "请求未以 POST 方式到达：请检查地址和代理"
    case .isNoLongerSent: "Apple 已不再发送的应答：请检查地址"
    case .appleHasBadMoment: "Apple 暂时出现问题：请稍后重试"
    case .isNoReceipt: "它不是收据，或在传输中损坏：请让 App 以 base64 重新完整发送"
    case .notAuthenticated: "收据无法通过认证：它是伪造的、已损坏，或不来自 App Store"
    case .otherSecret: "共享密钥与 App Store Connect 中该 App 的不符，或未提供：请设置 TILL_RECEIPT_SECRET 或 TILL_RECEIPT_SECRET_FILE"
    case .serverIsNotAvailable: "Apple 的收据服务器不可用：请稍后重试"
    case .isOfIOS6: "iOS 6 样式的收据，其订阅已过期：请让 App 发送 App 收据"
    case .isOfSandbox: "它是沙盒环境的收据"
    case .isOfProduction: "它是生产环境的收据"
    case .appleCannotReachItsData: "Apple 无法访问其数据：请稍后重试"
    case .noAccount: "找不到顾客的账户，或账户已删除"
    case .appleHasTrouble(let isTemporary): isTemporary ? "Apple 的数据出现问题：请稍后重试" : "Apple 的数据出现问题，并表示重试无济于事"
    case .unknownMeaning: "应答的含义未知"

    case .onlyCustomerCanBuy: "只有顾客本人可以在 App 中购买"
    case .onlyCustomerCanAsk: "只有顾客本人可以在 App 中申请退款"
    case .onlyAppCanFinish: "只有顾客的 App 可以完成收据中的交易"
    case .isOldReceipt(let name, let made, let seen): "\(name) 是旧收据，生成于 \(made)；此前已读取过 \(seen) 的收据：请让 App 刷新收据"
    case .isXcodes(let name): "\(name) 由 Xcode 为测试而生成：Apple 没有这样的收据（会应答 21002）"
    case .signatureDoesNotHold(let name, let reason): "\(name)：其自身签名无效（\(reason)）；由 Apple 决定"
    case .isOfAnotherApp(let name, let found, let expected): "\(name) 是 \(found) 的收据，不是 \(expected) 的"
    case .noReceiptYet(let name, let attempt, let of): "尚无收据 \(name)：第 \(attempt) 次查看，共 \(of) 次"
    case .theReceipt(let name): "收据 \(name)"
    case .askingToRefresh(let name, let looks): "查看 \(looks) 次后仍无收据 \(name)：正在请 App 刷新"
    case .entryInAnotherForm(let server, let reason): "\(server) 应答的收据条目格式不同：\(reason)"

    case .answersAskingThere(let environment, let code, let words): "\(environment) 应答 \(code)：\(words)；正在查询该环境"
    case .cancelledWhileWaiting(let what): "等待\(what)时已取消"
    case .attemptFailed(let attempt, let of, let reason): "第 \(attempt) 次尝试，共 \(of) 次：\(reason)"
    case .anotherTry(let server): "再次尝试 \(server)"
    case .answeredStatus(let server, let status): "\(server) 应答 HTTP 状态 \(status)"
    case .noAnswerOfVerifyReceipt: "不是 verifyReceipt 的应答"
    case .receiptInAnotherForm(let error): "收据格式不同（\(error)）"
    case .checkAddress(let server, let answered): "\(server) 应答了\(answered)：请检查地址"

    case .isOfEnvironment(let name, let place, let server, let backend):
      "\(name) 是 \(place) 的收据，不是 \(server) 的：请打开 --backend \(backend)；不同环境从不混用"
    case .noReceipt(let name, let looks, let wasRefreshed):
      "查看 \(looks) 次\(wasRefreshed ? "并刷新" : "")后仍无收据 \(name)：请给出收据文件；若没有，请让顾客的 App 刷新收据"

    case .serverDoesNotVerify(let server, let words): "\(words)，\(server) 不验证此类内容：请给出可以验证的服务器"
    case .openBackend(let backend, let words): "\(words)：请打开 --backend \(backend)"
    }
  }
}
