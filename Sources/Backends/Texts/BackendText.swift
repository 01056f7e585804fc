import Core

/// Why a backend cannot do a call.
enum BackendText {
  static func receiptEntryInAnotherForm(_ error: String) -> Words {
    "unknown format of an app receipt's entry: \(error)"
  }
  static func callOfWasCancelled(_ name: String) -> Words { "the call to \(name) was cancelled" }
}
