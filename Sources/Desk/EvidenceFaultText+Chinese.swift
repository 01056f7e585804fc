import Texts

extension EvidenceFaultText {
  var chinese: String {
    switch self {
    case .noJsonObject: "不是 JSON 对象"
    case .firstOne: "第一个"
    case .nothingItIsNotAsked: "无：此处不要求"
    case .desksColumnHolds(let column, let holds): "客服台的列 \(column) 为 \(holds)：请用 till desk doctor 检查"
    case .noInteger: "不是整数"
    case .noText: "不是文本"
    case .noBytes: "不是字节"
    case .openedForReading: "以只读方式打开"
    case .forApp(let bundleId, let bundleId2): "属于 App \(bundleId)，不是 \(bundleId2)"
    case .fromEnvironment(let environment, let environment2): "来自环境 \(environment)，不是 \(environment2)"
    case .itHasNoTransactionId: "它没有交易编号，无法与其他交易区分"
    case .itHasNoUuidSo: "它没有 UUID，无法与其他通知区分"
    case .numberWithoutSegment: "有数字但没有段"
    case .standardInput: "标准输入"
    case .deskOfEarlierForm(let version): "首次发布之前的旧格式客服台（\(version)）：请新建客服台并重新导入"
    case .noLook: "客服登录只能读取其审计行所列的内容：请先在事务之外登记查看"
    }
  }
}
