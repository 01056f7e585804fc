import Texts

extension FaultText {
  var chinese: String {
    switch self {
    case .faultStrikes(let kind, let kind2): "故障 \(kind) 发生：\(kind2)"

    case .appStoreDidNotAnswer: "App Store 未及时应答"
    case .appStoreNeverCalledBack: "App Store 没有回调"
    case .networkIsOffAtThis: "此设备的网络已关闭（till fault network）"
    case .receiptDoesNotListIt(let number): "收据未列出该购买：第 \(number) 次尝试，共 5 次"
    case .receiptWasRefreshedAndDoes: "收据已刷新，仍未列出该购买"
    case .chargedButReceiptDoes: "已扣款，但尝试 5 次并刷新后，收据仍未列出该购买"

    case .refusedOnPurpose: "按设定拒绝"
    case .overdueOnPurpose: "按设定逾期"
    case .appStoreDoesNotKnow(let transactionId): "App Store 尚无交易 \(transactionId)（till fault late-id）"
    case .refusedOnPurposeTillFault: "按设定拒绝（till fault app-server-refused）"
    case .overdueOnPurposeTillFault: "按设定逾期（till fault app-server-overdue）"
    case .appsServerIsDown: "App 服务器按设定停机（till fault app-server-down）"
    case .receiptDoesNotListItAtAll: "尝试 5 次并刷新后，收据仍未列出该购买"
    case .lateIdAtServer: "App Store 尚无该交易的编号（till fault late-id）"
    }
  }
}
