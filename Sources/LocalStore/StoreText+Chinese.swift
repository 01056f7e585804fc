import Texts

extension StoreText {
  var chinese: String {
    switch self {
    case .transactionWithoutId: "签名的交易没有编号"
    case .renewalWithoutOriginalId: "续期信息没有原始交易编号"
    case .transactionIsNoObject: "保存的交易不是 JSON 对象"
    case .transactionCannotBeRead(let error): "无法读取保存的交易：\(error)"

    case .columnsDiffer(let id): "交易 \(id) 的列与签名内容不符"
    case .renewalIsNoObject: "保存的续期信息不是 JSON 对象"
    case .renewalCannotBeRead(let error): "无法读取保存的续期信息：\(error)"

    case .productIsNoObject: "保存的产品不是 JSON 对象"
    case .productCannotBeRead(let error): "无法读取保存的产品：\(error)"

    case .belongsToAnother(let bound, let asked): "此存储属于 \(bound)，不属于 \(asked)：请以前者打开，或用 --store 给出其他目录"

    case .notKeptThen(let since): "未保留：此设备自 UTC \(since) 起保留收到的内容；请使用更晚的日期"

    case .statementIsNoObject: "保存的声明不是 JSON 对象"
    case .statementCannotBeRead(let error): "无法读取保存的声明：\(error)"
    }
  }
}
