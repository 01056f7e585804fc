import Texts

extension PostgreSQLText {
  var chinese: String {
    switch self {
    case .noLibpq: "未安装 libpq 14 或更新版本；`Assets/setup` 会安装"
    case .noAddress: "这不是 PostgreSQL 的地址"
    case .noPasswordHere: "密码不应写在地址中，本机上的任何人都能读到：请放入 ~/.pgpass"

    case .unknownType(let index, let type): "第 \(index) 列为 PostgreSQL 的类型 \(type)"
    case .isBeyond64Bits(let index): "第 \(index) 列的数字超出 64 位"
    case .isNoWholeNumber(let index): "第 \(index) 列不是 64 位整数"

    case .otherNumberOfValues(let count, let places): "\(count) 个值对应 \(places) 个位置"

    case .changeOutsideTransaction(let prefix): "在事务之外更改：\(prefix)"

    case .writeInsideRead: "在读取中写入"

    case .noAnswerWithin(let milliseconds): "\(milliseconds) 毫秒内没有应答"

    case .outOfMemory: "内存不足"
    }
  }
}
