import Core

/// Why a store, its backend or a file cannot be opened as was asked.
enum OpeningText {
  static var bundleId: Words { "the app's bundle id" }
  static var isNoObject: Words { "is not an object" }
}
