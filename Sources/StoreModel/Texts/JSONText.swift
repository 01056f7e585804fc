import Texts

/// What a member of a document must be.
enum JSONText {
  static var object: Words { "an object" }
}
