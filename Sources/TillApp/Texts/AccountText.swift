import Core

/// Texts of the commands about accounts, users and the device.
enum AccountText {
  static var giveNameOrSignOut: Words { "NAME and --sign-out exclude each other; use one" }
  static func updatesAre(_ mode: String) -> Words { "updates are \(mode)" }
}
