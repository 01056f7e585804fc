import Texts

extension EvidenceText {
  var chinese: String {
    switch self {
    case .nothingInFiles: "文件中没有内容"
    case .readOnlyImport: "只读：没有导入任何内容；要执行操作请去掉 --readonly"
    case .moreFailed(let count): "以及另外 \(count) 个；--json 会列出全部"
    case .isImported(let imported, let known, let failed): "导入 \(imported)，已知 \(known)，失败 \(failed)"
    case .tellOfNoTransaction(let count): "\(count) 条签名数据不含交易"
    case .customerInCase(let account, let name): "顾客 \(account)：till --case \(name) account \(account)"

    case .oneFileAtTime: "每次一个文件：till import FILE.storekit"

    case .needsRealAppStore: "顾客须在真实的 App Store 查询：请用 --backend appstore:PLACE 打开"
    case .historyUnreadable(let id): "无法读取 \(id) 的历史记录"
    case .customerWasRead(let id, let count): "顾客 \(id)：已读取 \(count) 笔交易"

    case .noSupport(let name, let near):
      "没有客服命令 \(name)：" + (near.isEmpty ? "请参阅 till help support" : "您是指 \(Chinese.list(near, "或")) 吗？")
    case .supportTakesNo(let name, let option): "till support \(name) 没有选项 --\(option)"
    case .supportNeedsServerAPI: "客服命令使用 App Store Server API：请用 --backend appstore:PLACE 打开"
    case .nobodyWasLookedUp: "尚未查询任何顾客：till lookup ID，或给出编号"
    case .noDate(let option, let text): "--\(option) \(text)：不是日期：请写 2025-03-01 或 2025-03-01T12:00:00Z"
    case .sayUnlock(let server, let deed): "\(server) 为只读：要\(deed)请加 --unlock"

    case .extendedByDays(let text): "\(text)：续期可延长 1 至 90 天"
    case .extendRenewal(let id, let days): "将 \(id) 的续期延长 \(days) 天"
    case .customerPaysLater: "顾客推迟付款，Apple 每年允许两次。"
    case .isExtended(let date): "已延长：下次续期在 \(date)"
    case .extendEveryRenewal(let product, let days): "将 \(product) 所有订阅者的续期延长 \(days) 天"
    case .allPayLater: "他们都推迟付款，Apple 每年允许两次。"
    case .askedFor: "已请求"
    case .askedForExtension(let product, let identifier):
      "已请求：till support extend-status \(product) \(identifier) 会显示 Apple 的进度"
    case .noConsumptionRequest(let file): "\(file)：不是 Apple ConsumptionRequest 格式的单个 JSON 对象"
    case .customerMustConsent(let file): "\(file)：customerConsented 必须为 true：请先征得顾客同意"
    case .sendConsumption(let id): "发送 \(id) 的使用情况"
    case .appleWeighsIt: "Apple 将据此考虑退款。"
    case .isNoUuid(let text): "\(text) 不是 UUID"
    case .setToken(let id): "设置 \(id) 的 App 账户令牌"
    case .renewalsCarry(let uuid): "其所有续期从此带有 \(uuid)。"
    case .stopsDelivering: "App Store 将停止发送它：请确认顾客已经得到。"
    case .sendTestNotification: "向 App 服务器发送测试通知"
    case .touchesNoCustomer: "不涉及任何顾客。"
    case .askedForTest(let token): "已请求：till support test-result \(token) 会显示结果"

    case .noSubscriptions: "没有订阅"
    case .noNotifications: "没有通知"
    case .noAppTransaction: "没有 App 交易"
    case .isComplete(let date, let done, let failed): "已于 \(date) 完成：延长 \(done) 个，未延长 \(failed) 个"
    case .isNotComplete(let done, let failed): "尚未完成：至今延长 \(done) 个，未延长 \(failed) 个"
    case .noResult: "没有结果"
    case .notSentYet: "尚未发送"
    case .billingRetry: "扣款重试"
    case .gracePeriod: "宽限期"
    case .unknownStatus: "未知状态"
    case .signatureNotVerified: "签名未验证"
    case .noSignedPayload: "没有签名载荷"

    case .nothingWasImported(let reason): "没有导入任何内容：\(reason)"
    case .productsOfFile(let count, let name, let areForSale): "\(name) 的 \(count) 个产品" + (areForSale ? "已上架" : "已列出")
    case .boughtEarlier(let ids, let isForSale): "曾经购买但\(isForSale ? "已不再销售" : "不在文件中")：\(ids)"
    case .warning(let text): "警告：\(text)"
    case .catalogueWasNotLoaded(let reason): "已采用产品目录，但此设备无法载入：\(reason)"
    case .customersProduct(let product, let isEntitled, let state):
      "  \(product)：\(isEntitled ? "有权益" : "无权益")，\(state)"
    case .appTransaction(let id, let bundleId): "\(bundleId) 的 App 交易 \(id ?? "（无编号）")"
    case .firstBought(let date, let version): "首次购买于 \(date)，版本 \(version ?? "未知")"
    case .refused(let reason): "已拒绝：\(reason)"
    case .filesSettings: "文件的设置已打开："
    case .interruptedPurchases: "购买中断"
    case .everyPurchaseFails: "所有购买失败"
    case .everyRenewalFails: "所有续期失败"
    case .billingGracePeriod: "账单宽限期"
    case .noDialogs: "没有对话框"
    }
  }
}
