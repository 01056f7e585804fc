import Core

/// Why the app's server refuses a request.
enum ServerText {
  static func noTransaction(_ id: String) -> Words { "unknown transaction \(id); the App Store does not have it" }
  static func appsServer(_ fault: String) -> Words { "the app server: \(fault)" }
  static func durationSet(product: String, rules: String?) -> Words {
    rules.map { "the duration of \(product) is now \($0)" } ?? "\(product) no longer has a duration"
  }
}
