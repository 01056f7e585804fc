import Texts

extension JSONText {
  var chinese: String {
    switch self {
    case .holdsNoStrings: "含有不是字符串的名称"

    case .object: "对象"
    case .array: "数组"
    case .mustBe(let expectation, let found): "必须是\(expectation)，而不是\(found)"

    case .string: "字符串"
    case .trueOrFalse: "true 或 false"
    case .wholeNumberOfBits(let bitWidth): "\(bitWidth) 位整数"
    case .dateInMilliseconds: "以毫秒计的日期（公元 1 至 9999 年）"
    case .arrayOf(let expectation): "数组，每个元素为\(expectation)"
    case .value: "值"
    case .wordThatIsKnownHere: "此处认识的词"

    case .isNegative: "为负数"

    case .durationSuchAsP1m: "P1M 这样的时长"

    case .thisNumber: "此数字"
    case .thisText: "此文本"
    }
  }
}
