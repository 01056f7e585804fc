import AppStoreModel
import Core

/// Texts of the other use cases: their results and errors.
enum ActionText {
  static func noAnswerFromAppsServer(_ error: String) -> Words {
    "the app server did not answer: \(error); Till asks again, and the use counts once"
  }
  static var notSignedIn: Words { "no Apple Account is signed in to the App Store; sign in first" }
}
