import Texts

/// Why PostgreSQL gave no answer, or another than was asked for.
enum PostgreSQLText: Sentence {
  case noLibpq, noAddress, noPasswordHere

  case unknownType(index: Int, type: String), isBeyond64Bits(Int), isNoWholeNumber(Int)

  case otherNumberOfValues(count: Int, places: Int)

  case changeOutsideTransaction(String)

  case writeInsideRead

  case noAnswerWithin(String)

  case outOfMemory
}
