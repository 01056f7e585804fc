import StoreModel
import Texts

/// What the other use cases did, and why they could not.
enum ActionText {
  static func noAnswerFromAppsServer(_ error: String) -> Words {
    "no answer from the app's server: \(error); the use is asked for again and counted once"
  }
  static var nobodyIsSigned: Words { "nobody is signed in to the App Store: sign in first (till account NAME)" }
}
