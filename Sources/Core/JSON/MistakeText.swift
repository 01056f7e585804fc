/// The texts of errors in a JSON text or in one of its members.
enum MistakeText {
  static var string: Words { "a string" }
  static var trueOrFalse: Words { "true or false" }
  static var number: Words { "a number" }
  static var isOutOfRange: Words { "is out of range" }
  static var object: Words { "an object" }
  static var array: Words { "an array" }
  static func mustBe(expected: String, found: String) -> Words { "must be \(expected), not \(found)" }
}
