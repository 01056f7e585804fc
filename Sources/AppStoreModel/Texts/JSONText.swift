import Core

/// The expected kinds of a document's members.
enum JSONText {
  static var object: Words { "an object" }
}
