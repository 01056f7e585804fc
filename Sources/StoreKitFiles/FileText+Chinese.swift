import Texts

extension FileText {
  var chinese: String {
    switch self {
    case .isEmpty: "为空"
    case .noProductType(let text): "\(text) 不是产品类型"
    case .notInThisList(let text): "\(text) 不属于此列表"
    case .noPrice(let text): "不是 4.99 这样的价格：\(text)"
    case .isNegative(let text): "为负数：\(text)"
    case .isTooHigh(let text): "过高：\(text)"
    case .notPositive: "不是 1 或更大"
    case .notUpToThousand: "不是 1 至 1000"
    case .noList: "不是列表"
    case .noPaymentMode(let other): "不是 free、payAsYouGo 或 payUpFront：\(other)"
    case .noPeriod(let text): "不是 P1M 这样的周期：\(text)"

    case .unknownVersion(let version): "未知的格式版本 \(version)；按 5.0 读取"
    case .unknownStorefront(let storefront): "未知的店面 \(storefront)"
    case .unknownTimeRate(let timeRate): "未知的时间速率 \(timeRate)"
    case .idOfAnotherGroup(let id): "\(id) 也是另一群组的编号"
    case .otherGroup: "所指群组不是包含该订阅的群组"
    case .idOfAnotherProduct(let id): "\(id) 也是另一产品的编号"
    case .noPriceOfProduct(let id): "产品 \(id) 没有价格；按 0 计算"

    case .holdsNoObject(let kindName): "其中是\(kindName)，而不是对象"
    case .lacksLists: "缺少版本以及产品和订阅群组的列表"
    case .noSuchFile: "没有这样的文件"
    case .notPermitted: "没有权限"
    case .readingItFailed: "读取失败"
    case .isDirectory: "它是目录"
    case .isNoRegularFile: "它不是普通文件"
    case .isTooLarge: "它大于 64 MiB"
    case .cannotRead(let file, let reason): "无法读取 \(file)：\(reason)；请给出 Xcode 保存的 .storekit 文件"
    case .noConfigurationFile(let file, let reason):
      "\(file) 不是 StoreKit 配置文件：\(reason)；请从 Xcode 导出（File > New > File > StoreKit Configuration File）"
    case .cannotBeUsed(let file, let reason): "无法使用 \(file)：\(reason)；请在 Xcode 中更正并重新保存"

    case .wholeText(let mistake): "文本\(mistake)"
    }
  }
}
