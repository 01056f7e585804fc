import Texts

/// What commands say of who is signed in and logged in, and of the device.
enum AccountText {
  static var giveNameOrSignOut: Words { "give NAME or --sign-out, not both" }
  static func updatesAre(_ mode: String) -> Words { "updates are \(mode)" }
}
