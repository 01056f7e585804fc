import SafeText

/// What `--backend` names.
enum BackendSpec: Equatable, Sendable {
  /// The simulated App Store; its ledger lies in the store's directory unless a file is named.
  case simulator(ledger: String?)
  /// No App Store.
  case none

  /// - Throws: A `UsageError` that names the text.
  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("simulator", 1): self = .simulator(ledger: nil)
    case ("simulator", 2) where !parts[1].isEmpty: self = .simulator(ledger: String(parts[1]))
    case ("none", 1): self = .none
    case ("http", _), ("https", _), ("appstore", _), ("receipt", _), ("exec", _):
      throw UsageError(
        "--backend \(safeText(text)): not in this version; there are simulator, simulator:LEDGER and none")
    default:
      throw UsageError("--backend \(safeText(text)): there are simulator, simulator:LEDGER and none")
    }
  }

  /// The name of the directory that belongs to it without `--store`.
  var directoryName: String {
    switch self {
    case .simulator: "simulator-sandbox"
    case .none: "none"
    }
  }
}
