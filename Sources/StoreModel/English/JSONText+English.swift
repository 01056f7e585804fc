import Texts

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
    case .dateInMilliseconds: "a date in milliseconds"
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
