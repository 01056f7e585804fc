import Texts

/// What is wrong with a JSON text or a member of it.
enum MistakeText: Sentence {
  case isNotJSON5, isNoNumberToKeep, breaksLineInString

  case isMissing, atLine(line: Int, column: Int)

  case string, trueOrFalse, number, isNotInt64, isNotInt32, isOutOfRange, isNotDate, object, array
  case mustBe(expected: String, found: String)

  case isTooLarge(Int), isTooDeep(Int), startsWithMark, isNotUTF8, hasHalfOfPair, isEmpty, endsTooEarly, isFollowed
  case hasControlCharacter, hasUnknownEscape, isNoNumber, isGivenTwice, isNotJSON
}
