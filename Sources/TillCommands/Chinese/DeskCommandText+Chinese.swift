import Texts

extension DeskCommandText {
  var chinese: String {
    switch self {
    case .limitNumberUp(let text): "--limit \(text)：最大为 10000 的数字"
    case .afterGiveNextOfList(let text): "--after \(text)：请给出上一列表的 \"next\""
    case .isNotSignedByApple(let file, let name):
      "\(file) 自称 \(name)：并非 Apple 签名，不会被验证；若信任它，请先用 till desk init --bundle-id ID --environment \(name) 创建"
    case .nobodyIsKnown(let words): "没有与 \(words) 对应的顾客"
    case .noView(let words): "没有视图 \(words)："
    case .nothingIsInQuarantine: "隔离区为空"
    case .removeEverythingAboutCustomer(let customer): "移除顾客 #\(customer) 的全部内容？此操作无法撤销；散列值会保留，以免 Apple 的下一条通知将其带回。"
    case .nameWhatToImport: "请给出要导入的文件：till desk import FILE..."
    case .stoppedWhileDeriving: "推导已停止；下次查看时继续"
    case .andMore(let failed): "以及另外 \(failed) 个：till desk view quarantine"
    case .stoppedSameCommandGoes: "已停止；同一命令会从此处继续"
    case .noClaim(let file, let error): "\(file)：不是声明：\(error)；未接收任何内容"
    case .linesSecond(let file, let lines, let rate): "\(file)：\(lines) 行，每秒 \(rate) 行"
    case .sLeft(let rate, let left): "，\(rate)%，剩余 \(left) 秒"
    case .derivedOfCustomers(let count, let of): "已推导 \(count) 位顾客，共 \(of) 位"
    case .importedKnownFailed(let imported, let known, let failed, let rate):
      "导入 \(imported)，已知 \(known)，失败 \(failed)；每秒 \(rate)"
    case .notificationsRenewalInformations(let notifications, let renewals): "\(notifications) 条通知，\(renewals) 条续期信息"
    case .claimsOfYourServer(let claims): "您服务器的 \(claims) 条声明"
    case .aboutCustomersWhoWereForgotten(let forgotten): "\(forgotten) 条属于已删除数据的顾客：未保留任何内容"
    case .customersOfThemNew(let customers, let newCustomers): "\(customers) 位顾客，其中 \(newCustomers) 位是新的"
    case .tillDeskListens(let place): "till：客服台正在监听 \(place)；按 Ctrl-C 停止"
    case .tlsNeedsCertificateAndIts: "--tls 需要证书及其密钥，均为 PEM：--tls CERT KEY"
    case .portNumberUp(let text): "--port \(text)：最大为 65535 的数字"
    case .noAppStoreServerNotification: "不是第 2 版的 App Store 服务器通知"
    case .notificationFrom(let client): "来自 \(client) 的通知"
    case .tokenOfTillDeskToken: "需要 TILL_DESK_TOKEN 的令牌"
    case .deskTokenIsTooShort: "TILL_DESK_TOKEN 过短：请至少使用 8 个字符"
    case .hostNeedsToken: "--host 允许其他机器访问：请设置 TILL_DESK_TOKEN，供其发送"
    case .tooManyClaims(let limit): "声明过多：每次最多发送 \(limit) 条"
    case .subjectHasEnoughClaims(let subject, let limit): "关于 \(subject) 的声明过多（每位顾客和每笔购买最多 \(limit) 条）"
    case .claimsFromElsewhereNeedTill: "来自别处的声明需要 TILL_DESK_TOKEN"
    case .tooMuchWaits: "等待的过多：请重新发送"
    case .notStored: "未保存：请重新发送"
    case .noDesk(let name, let near):
      "没有客服台命令 \(name)：" + (near.isEmpty ? "请参阅 till help desk" : "您是指 \(Chinese.list(near, "或")) 吗？")
    case .usageTillDesk: "用法：till desk\u{20}"
    case .directoryOfCould(let place): "无法创建 \(place) 的目录：请检查路径，或用 --db 给出其他路径"
    case .noDeskYet: "尚无客服台：till desk init --bundle-id ID，或 till desk import FILE"
    case .nameApp: "请指明 App：till desk init --bundle-id ID"
    case .everythingIsKept: "全部保留"
    case .keptFrom(let day, let months): "保留 \(day) 以来的内容（\(months) 个月及当月）"
    case .wentOfTable(let table, let rows, let months): "\(table)：删除 \(rows) 行，整月移除 \(months) 个"
    case .monthsAreNumber(let text): "--older-than 需要月数（例如 13mo）或 never，而不是 \(text)"
    case .deskFor(let bundleId, let environment): "\(environment) 中 \(bundleId) 的客服台"
    case .anotherWorker: "另一个工作进程正在运行：同一时间只能有一个持有凭据"
    case .askOnlyApple: "客服台只询问 App Store Server API：--backend appstore:production、appstore:sandbox 或 appstore:URL"
    case .commandFailed(let command): "--run 的命令失败：\(command)"
    case .extendNeedsDays: "可延长 1 至 90 天：till desk request extend SUBSCRIPTION DAYS"
    case .fromIsDay(let text): "--from \(text)：请写 2026-01-31 这样的日期"
    case .noFormat(let format): "--format \(format)：csv、markdown 或 json"
    case .bytesAreHeld: "另一程序正在读取文件并占用旧页：待其结束后运行 till desk retain 以擦除"
    case .noRoles: "未创建客服台的角色：请由可创建角色者再次运行 till desk init"
    case .noRules(let file, let error): "\(file)：不是规则：\(error)"
    case .nothingWasAsked: "没有向工作进程提出请求"
    case .notificationsInAnotherForm(let error): "Apple 的通知历史记录格式不同（\(error)）"
    case .otherEnvironment(let server, let environment):
      "\(server) 不属于此客服台的环境 \(environment)：请给出其他 --backend 或 --environment"
    case .rateIsNumber(let text): "--rate \(text)：每秒调用次数，最多 1000"
    case .refreshed(let customer, let new, let known, let calls):
      "顾客 #\(customer)：新增 \(new) 条声明，\(known) 条已知；调用 \(calls) 次"
    case .requestOneOf: "用法：till desk request refresh CUSTOMER、extend SUBSCRIPTION DAYS 或 hold TRANSACTION"
    case .requested(let kind, let customer): "顾客 #\(customer) 的 \(kind) 正等待工作进程：till desk worker"
    case .swept(let read, let filled, let undelivered, let until):
      "已读取 \(read) 条通知，截至 \(until)，其中 \(filled) 条从未到达；\(undelivered) 条 Apple 未能送达"
    case .usagesOfYourServer(let count): "\(count) 条新的同意和使用记录"
    case .worked(let kind, let customer, let subject, let outcome, let detail):
      "顾客 #\(customer) 的 \(kind)\(subject.isEmpty ? "" : "（\(subject)）")：\(Self.said(outcome: outcome))\(detail.isEmpty ? "" : "：\(detail)")"
    }
  }

  /// What became of a piece of the worker's work.
  private static func said(outcome: String) -> String {
    switch outcome {
    case "wouldSend": "将会发送"
    case "noConsent": "未应答，因为没有同意的记录"
    case "held": "留给人处理"
    case "later": "无法询问 Apple；稍后重试"
    default: outcome
    }
  }
}
