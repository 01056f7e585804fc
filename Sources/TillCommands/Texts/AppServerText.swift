import Texts

/// What commands say of the app's server.
enum AppServerText {
  static func secretIsSet(previousUntil previous: String?) -> Words {
    previous.map { "a secret is set; the one before it holds until \($0) UTC" } ?? "a secret is set"
  }
}
