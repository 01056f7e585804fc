import Texts

extension AppServerText {
  var chinese: String {
    switch self {
    case .noJournalNumber(let text): "--after \(text)：请给出上一页所示的数字"
    case .moreJournal(let next): "更多：till server-journal --after \(next)"
    case .restorePolicy(let policy, let age): "恢复策略 \(policy)，\(age)"
    case .nothingIsOverdue: "没有因太旧而无法记入的购买"
    case .overdueAfter(let count, let unit): "购买后超过 \(count)\(unit) 才首次出现的，视为逾期"

    case .transferToWhom: "转移给谁？--to USER"
    case .transferNeedsReason: "转移需要理由，理由会被保留：--reason TEXT"
    case .isTransferred(let transaction, let user, let reason): "交易 \(transaction) 及其后续从现在起属于 \(user)：\(reason)"
    case .recordNeedsPlatform: "在哪里购买的？--platform NAME"
    case .recordNeedsReference: "其他平台的购买在那里有参考号：--reference ID"
    case .recordNeedsUser: "没有用户登录 App：请说明归属，--user NAME"
    case .withoutEnd: "没有结束日期"
    case .isRecorded(let user, let product, let end, let platform, let reference):
      "\(user) 拥有 \(product)，\(end)，购自 \(platform)（\(reference)）"
    case .endedByHand: "手动结束"
    case .grantHasEnded(let grant, let reason): "授予 \(grant) 已结束：\(reason)"
    case .noUserAtServer(let user): "App 服务器没有用户 \(user)：till user --list"
    case .notEntitledExpired: "否：已过期"
    case .notEntitledGrantEnded: "否：授予已结束"
    case .noDay(let text): "--until \(text)：请写 UTC 日期或时刻，例如 2027-01-01 或 \"2027-01-01 12:00\""

    case .endNamesGrant: "--end 以编号指明授予，不带产品"
    case .grantNeedsProduct: "授予什么？till grant PRODUCT --until DATE --reason TEXT"
    case .grantNeedsEnd: "授予需要结束日期：--until 2027-01-01"
    case .grantNeedsReason: "授予需要理由：--reason TEXT"
    case .grantNeedsUser: "没有用户登录 App：请先 till user NAME，再授予"
    case .isGrantedForGood(let user, let count, let product, let reason):
      "已授予 \(user) \(count) × \(product)，并非购买：\(reason)"
    case .grantedCount(let count): "已授予 \(count) 个"
    case .accessHasNoQuantity: "只有消耗型项目有数量：请去掉 --quantity，并用 --until 指定结束时间"
    case .consumableHasNoEnd: "消耗型项目为永久授予：请去掉 --until，并用 --quantity 指定数量"
    case .noQuantity(let text): "无效的数量“\(text)”；请使用大于 0 的整数"
    case .waitsForServer(let why): "正在等待无法连接的 App 服务器（\(why)）；下一次操作会发送"
    case .isGranted(let user, let until, let reason): "已授予 \(user) 至 UTC \(until)，并非购买：\(reason)"
    case .noRestorePolicy(let name, let known): "没有恢复策略 \(name)：可用 \(known)"

    case .giveRotateOrTake: "请给出 --rotate 或 --take，不能两者都给"
    case .secretIsInNoFile: "密钥不在文件中：请在双方以 TILL_APP_SERVER_SECRET_FILE 指定文件，然后轮换"
    case .holdsNoSecret(let name): "\(name) 中没有密钥"
    case .noSecretIsSet: "未设置密钥：App 服务器仅供本机使用"
    case .cannotBeWritten(let file): "无法写入 \(file)"

    case .secretIsSet(let previous): previous.map { "已设置密钥；之前的密钥有效至 UTC \($0)" } ?? "已设置密钥"
    case .whatUserHas(let user): "App 服务器中 \(user ?? "无用户") 所拥有的内容"
    case .notEntitledEnded(let why, let date): "否：\(why) \(date)"
    case .left(let count): "剩余 \(count)"
    case .bought(let count): "已购买 \(count)"
    case .granted: "授予"
    case .yes: "是"
    }
  }
}
