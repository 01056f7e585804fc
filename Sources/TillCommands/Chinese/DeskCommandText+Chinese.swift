import Texts

extension DeskCommandText {
  var chinese: String {
    switch Optional(self) {
    case .limitNumberUp(let text): "--limit \(text)：最大为 10000 的数字"
    case .afterGiveNextOfList(let text): "--after \(text)：请给出上一列表的 \"next\""
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
    case .claimsFromElsewhereNeedTill: "来自别处的声明需要 TILL_DESK_TOKEN"
    case .tooMuchWaits: "等待的过多：请重新发送"
    case .notStored: "未保存：请重新发送"
    case .noDesk(let name): "没有客服台命令 \(name)：请参阅 till help desk"
    case .usageTillDesk: "用法：till desk\u{20}"
    case .directoryOfCould(let place): "无法创建 \(place) 的目录：请检查路径，或用 --db 给出其他路径"
    case .noDeskYet: "尚无客服台：till desk init --bundle-id ID，或 till desk import FILE"
    case .nameApp: "请指明 App：till desk init --bundle-id ID"
    case .deskFor(let bundleId, let environment): "\(environment) 中 \(bundleId) 的客服台"
    default: english
    }
  }
}
