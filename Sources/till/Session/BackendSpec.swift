import HTTPClient
import SafeText

/// What `--backend` names.
enum BackendSpec: Equatable, Sendable {
  /// The simulated App Store; its ledger lies in the store's directory unless a file is named.
  case simulator(ledger: String?)
  /// The simulated App Store of a running `till serve`.
  case remote(HTTPAddress)
  /// The App Store Server API.
  case appStore(AppStorePlace)
  /// No App Store.
  case none

  private static let forms =
    "simulator, simulator:LEDGER, http://127.0.0.1:PORT, appstore:production|sandbox|URL and none"

  /// - Throws: A `UsageError` that names the text.
  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("simulator", 1): self = .simulator(ledger: nil)
    case ("simulator", 2) where !parts[1].isEmpty: self = .simulator(ledger: String(parts[1]))
    case ("none", 1): self = .none
    case ("http", 2), ("https", 2):
      do {
        self = .remote(try HTTPAddress(text))
      } catch {
        throw UsageError("--backend \(error.message)")
      }
    case ("appstore", 2): self = .appStore(try AppStorePlace(parts[1], of: "appstore"))
    case ("appstore", _), ("receipt", _), ("exec", _):
      throw UsageError("--backend \(safeText(text)): not in this version; there are \(Self.forms)")
    default:
      throw UsageError("--backend \(safeText(text)): there are \(Self.forms)")
    }
  }

  /// The name of the directory that belongs to it without `--store`.
  var directoryName: String {
    switch self {
    case .simulator: "simulator-sandbox"
    case .remote(let address):
      "serve-" + String(address.server.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
    case .appStore(let place): "appstore-" + place.directoryName
    case .none: "none"
    }
  }
}
