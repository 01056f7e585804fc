import Texts

extension MistakeText {
  var chinese: String {
    switch self {
    case .isNotJSON5: "不是 JSON5：此处不能有这个字符"
    case .isNoNumberToKeep: "不是可以保存的数字"
    case .breaksLineInString: "字符串中有换行或控制字符：续行请以 \\ 结尾"

    case .isMissing: "缺失"
    case .atLine(let line, let column): "（第 \(line) 行，第 \(column) 列）"

    case .string: "字符串"
    case .trueOrFalse: "true 或 false"
    case .number: "数字"
    case .isNotInt64: "不是 64 位整数"
    case .isNotInt32: "不是 32 位整数"
    case .isOutOfRange: "超出范围"
    case .isNotDate: "不是公元 1 至 9999 年的日期"
    case .object: "对象"
    case .array: "数组"
    case .mustBe(let expected, let found): "必须是\(expected)，而不是\(found)"

    case .hasTooManyValues(let count): "含有超过 \(count) 个值"
    case .isTooLarge(let bytes): "大于 \(bytes) 字节"
    case .isTooDeep(let levels): "嵌套超过 \(levels) 层"
    case .startsWithMark: "以 JSON 所没有的字节顺序标记开头"
    case .isNotUTF8: "不是 UTF-8"
    case .hasHalfOfPair: "转义中只有半个代理对"
    case .isEmpty: "为空"
    case .endsTooEarly: "过早结束：文本被截断"
    case .isFollowed: "之后还有文本"
    case .hasControlCharacter: "字符串中有未转义的控制字符"
    case .hasUnknownEscape: "字符串中有未知的转义"
    case .isNoNumber: "不是 JSON 格式的数字"
    case .isGivenTwice: "出现了两次"
    case .isNotJSON: "不是 JSON"
    }
  }
}
