import Core

/// Texts of the commands about the app's server.
enum AppServerText {
  static func secretIsSet(previousUntil previous: String?) -> Words {
    previous.map { "a secret is set; the previous one is valid until \($0) UTC" } ?? "a secret is set"
  }
}
