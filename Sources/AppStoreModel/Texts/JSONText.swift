import Core

/// The names of JSON types in error messages.
enum JSONText {
  static var object: Words { "an object" }
}
