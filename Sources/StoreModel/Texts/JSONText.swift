import Texts

/// What a member of a document must be.
enum JSONText: Sentence {
  case holdsNoStrings

  case object, array, mustBe(expectation: String, found: String)

  case string, trueOrFalse, wholeNumberOfBits(Int), dateInMilliseconds, arrayOf(String), value
  case wordThatIsKnownHere

  case isNegative

  case durationSuchAsP1m

  case thisNumber
  case thisText
}

// MARK: - English

extension JSONText {
  var english: String {
    switch self {
    case .holdsNoStrings: "holds a name that is no string"

    case .object: "an object"
    case .array: "an array"
    case .mustBe(let expectation, let found): "must be \(expectation), not \(found)"

    case .string: "a string"
    case .trueOrFalse: "true or false"
    case .wholeNumberOfBits(let bitWidth): "a whole number of \(bitWidth) bits"
    case .dateInMilliseconds: "a date in milliseconds, of the years 1 to 9999"
    case .arrayOf(let expectation): "an array, each element \(expectation)"
    case .value: "a value"
    case .wordThatIsKnownHere: "a word that is known here"

    case .isNegative: "is negative"

    case .durationSuchAsP1m: "a duration such as P1M"

    case .thisNumber:
      "this number"
    case .thisText:
      "this text"
    }
  }
}
