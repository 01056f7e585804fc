import Texts

/// What is wrong with a JSON text or a member of it.
enum MistakeText: Sentence {
  case isNotJSON5, isNoNumberToKeep, breaksLineInString

  case isMissing, atLine(line: Int, column: Int)

  case string, trueOrFalse, number, isNotInt64, isNotInt32, isOutOfRange, isNotDate, object, array
  case mustBe(expected: String, found: String)

  case isTooLarge(Int), hasTooManyValues(Int), isTooDeep(Int), startsWithMark, isNotUTF8, hasHalfOfPair, isEmpty,
    endsTooEarly, isFollowed
  case hasControlCharacter, hasUnknownEscape, isNoNumber, isGivenTwice, isNotJSON
}

// MARK: - English

extension MistakeText {
  var english: String {
    switch self {
    case .isNotJSON5: "is not JSON5: this character cannot stand here"
    case .isNoNumberToKeep: "is not a number that can be kept"
    case .breaksLineInString: "has a line break or control character in a string: end a line with \\ to go on"

    case .isMissing: "is missing"
    case .atLine(let line, let column): " (line \(line), column \(column))"

    case .string: "a string"
    case .trueOrFalse: "true or false"
    case .number: "a number"
    case .isNotInt64: "is not a whole number of 64 bits"
    case .isNotInt32: "is not a whole number of 32 bits"
    case .isOutOfRange: "is out of range"
    case .isNotDate: "is not a date of the years 1 to 9999"
    case .object: "an object"
    case .array: "an array"
    case .mustBe(let expected, let found): "must be \(expected), not \(found)"

    case .hasTooManyValues(let count): "has more than \(English.counted(count, "value"))"
    case .isTooLarge(let bytes): "is larger than \(English.counted(bytes, "byte"))"
    case .isTooDeep(let levels): "is nested deeper than \(English.counted(levels, "level"))"
    case .startsWithMark: "starts with a byte order mark, which JSON does not have"
    case .isNotUTF8: "is not UTF-8"
    case .hasHalfOfPair: "has half of a surrogate pair as an escape"
    case .isEmpty: "is empty"
    case .endsTooEarly: "ends too early: the text is cut off"
    case .isFollowed: "is followed by more text"
    case .hasControlCharacter: "has a raw control character in a string"
    case .hasUnknownEscape: "has an unknown escape in a string"
    case .isNoNumber: "is not a number in JSON's form"
    case .isGivenTwice: "is given twice"
    case .isNotJSON: "is not JSON"
    }
  }
}
