import Texts

extension LedgerText {
  var chinese: String {
    switch self {
    case .noCheckpointName(let name): "\(name) 不能作为检查点的名称：请使用最多 128 个普通字符"
    case .statementCannotBeRead: "历史记录中有无法读取的签名声明"

    case .noHistory(let name): "\(name) 不是模拟 App Store 的历史记录"
    case .historyOfAnotherApp(let name, let found, let expected): "\(name) 是 App \(found) 的历史记录，不是 \(expected) 的"
    case .isDamaged(let name, let fault): "\(name) 已损坏：\(fault)"
    case .historyHasNoState: "历史记录中没有状态"
    case .timeOfHistoryIsNone: "历史记录中的时间无效"
    case .catalogueOfHistory: "历史记录的产品目录"
    case .numberWithFraction: "账本中有带小数的数字，而账本的行中不应有"

    case .ledgerHasNoState(let file): "账本 \(file) 没有状态：请将其移开并新建账本"
    case .catalogueInFile(let file): "\(file) 中的产品目录"

    case .theCatalogue: "产品目录"

    case .noRevision(let text): "\(text) 不是此历史记录的版本：请从头读取"
    case .appStoreStartedOver: "自该版本起此 App Store 已重新开始：请从头读取历史记录"

    case .thereIsNone: "没有"

    case .receiptsAreFor(let name): "--environment \(name)：收据只有 Sandbox 或 Production 的"

    case .takeOneOffer: "--offer、--code、--win-back、--billing-plan 和 --introductory 只能选一个"
    case .renewalsGoWithAgo: "--renewals 为 default、cancel 或 until-now，须与 --ago 一起使用"

    case .runsInFilesOfItsOwn(let verb): "till simulator \(verb) 在自己的文件中运行：请去掉 --backend"
    case .moreRows(let name, let next): "\n更多：till simulator \(name) --after \(next)"
    case .listed(let count, let name): "\(name)：\(count) 项"

    case .noAccount(let name, let known): "此 App Store 没有 Apple 账户 \(name)；现有 \(known)"
    case .noAccountName(let name): "\(name) 不能作为 Apple 账户的名称：请使用最多 128 个普通字符"
    case .accountExists(let name): "Apple 账户 \(name) 已存在"
    case .noLocale(let locale): "\(locale) 不是语言区域：请写成 de_DE、zh_CN 或 en_GB"
    case .noStorefront(let code): "\(code) 不是店面：请使用三个字母的 ISO 3166 代码，例如 USA、CHN 或 DEU"

    case .timeRate(let name): "时间速率 \(name)"
    case .billingGracePeriod: "账单宽限期"
    case .interruptedPurchases: "购买中断"
    case .failingRenewals: "续期失败"
    case .paymentWithoutSheet: "不显示付款单直接付款"
    case .theFault(let fault): "故障 \(fault)"
    case .demoCouldNotBeMade(let account, let productId): "无法生成演示数据：\(account) 无法购买 \(productId)"

    case .itIsNotInCatalogue: "它不在此 App Store 的产品目录中"

    case .tooManyRenewals(let product, let most): "\(product) 将续期超过 \(most) 次：请分小步进行"

    case .hasNoKinds(let fault, let kind): "\(fault) 没有类别：请去掉 \(kind)"
    case .doesNotFailSo(let fault, let kind, let kinds): "\(fault) 不会以 \(kind) 失败：请使用以下之一：\(kinds)"

    case .transactionCannotBeRead: "账本中有无法读取的交易"

    case .noSubscription(let account, let name): "\(account) 没有订阅 \(name)：请给出其产品或原始交易编号"
    case .notBefore2001: "时钟不能调到 2001 年之前：证书始于 2000 年"

    case .certificatesChanged: "账本打开期间其证书发生了变化：请重新打开"

    case .listedFromNewest: "交易从最新的开始列出，每次至少一笔"
    case .noPlaceInList(let key): "\(key) 不是此列表中的位置：请使用上一页的 `next`"

    case .onlyForward: "时钟只能前进：请使用正的时长，例如 5m 或 30d"
    case .notPast2098: "时钟不能超过 2098 年：此 App Store 的证书不久后到期"

    case .noNetwork: "此设备与 App Store 之间没有网络：`till simulator network on` 可恢复网络"
    case .noPayments: "此设备不允许付款：`till simulator payments on` 可允许付款"
    case .noAnswer: "App Store 没有应答：是否已扣款，将在下次启动、购买、恢复购买或退款检查时得知"
    case .neverCallsBack: "App Store 已扣款，但永不回调"
    case .noTransaction(let id): "此 App Store 没有交易 \(id)；`till simulator transactions` 会列出全部交易"

    case .failsOnPurpose(let call, let kind, let words):
      "App Store 按设定让 \(call) 失败（\(kind)：\(words)）：`till simulator fault \(call) --off` 可结束它"

    case .noCheckpoint(let name, let known):
      known.isEmpty ? "没有检查点 \(name)：目前没有检查点" : "没有检查点 \(name)：现有 \(known.joined(separator: "、"))"
    }
  }
}
