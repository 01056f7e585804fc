import Core

/// The names of JSON kinds in error messages.
enum JSONText {
  static var object: Words { "an object" }
}
