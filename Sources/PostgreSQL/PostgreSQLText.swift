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

// MARK: - English

extension PostgreSQLText {
  var english: String {
    switch self {
    case .noLibpq: "libpq 14 or newer is not installed; `Assets/setup` does it"
    case .noAddress: "this is no address of PostgreSQL"
    case .noPasswordHere:
      "a password does not belong in an address, where everyone on this machine can read it: put "
        + "it in ~/.pgpass"

    case .unknownType(let index, let type): "column \(index) is of PostgreSQL's type \(type)"
    case .isBeyond64Bits(let index): "column \(index) holds a number beyond 64 bits"
    case .isNoWholeNumber(let index): "column \(index) holds no whole number of 64 bits"

    case .otherNumberOfValues(let count, let places):
      "\(English.counted(count, "value")) for \(English.counted(places, "place"))"

    case .changeOutsideTransaction(let prefix): "a change outside a transaction: \(prefix)"

    case .writeInsideRead: "a write inside a read"

    case .noAnswerWithin(let milliseconds): "no answer within \(milliseconds) ms"

    case .outOfMemory: "out of memory"
    }
  }
}
