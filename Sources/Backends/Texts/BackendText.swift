import Texts

/// Why a backend cannot do what was asked.
enum BackendText {
  static func receiptEntryInAnotherForm(_ error: String) -> Words {
    "an app receipt with an entry in another form: \(error)"
  }
  static func callOfWasCancelled(_ name: String) -> Words { "the call of \(name) was cancelled" }
}
