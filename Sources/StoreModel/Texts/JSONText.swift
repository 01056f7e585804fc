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
