import Texts

/// Why the app's server does not do what was asked.
enum ServerText {
  static func noTransaction(_ id: String) -> Words { "the App Store knows no transaction \(id)" }
  static func appsServer(_ fault: String) -> Words { "the app's server: \(fault)" }
  static func durationSet(product: String, rules: String?) -> Words {
    rules.map { "\(product) entitles for \($0)" } ?? "\(product) has no duration any more"
  }
}
