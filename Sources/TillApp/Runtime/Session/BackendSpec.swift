import Core
package import HTTP

/// The backend that `--backend` or `--case` names.
package enum BackendSpec: Equatable, Sendable {
  /// The simulated App Store; its ledger lies in the store's directory unless a file is named.
  case simulator(ledger: String?)
  /// The simulated App Store of a running `till serve`.
  case remote(HTTPAddress)
  /// The App Store Server API.
  case appStore(AppStorePlace)
  /// Apple's legacy endpoint verifyReceipt.
  case receipt(AppStorePlace)
  /// A program that speaks Till's backend protocol over standard input and output.
  case program(String)
  /// No App Store.
  case none
  /// No App Store, only the evidence that was imported into the named case.
  case imported(String)

  /// Reads the backend from the options.
  ///
  /// - Throws: A `UsageError` that names the option.
  package init(_ options: StoreOptions) throws(UsageError) {
    guard let name = options.caseName else {
      try self.init(options.backend ?? "simulator")
      return
    }
    guard options.backend == nil else {
      throw UsageError(say("a case has no App Store; use either --case or --backend"))
    }
    guard !name.isEmpty, name == Self.plain(name), !name.hasPrefix("."), name.utf8.count <= 64 else {
      throw UsageError(say("invalid --case “\(safeText(name))”; use letters, digits, dots and hyphens, 64 at most"))
    }
    self = .imported(name)
  }

  /// Parses the value of `--backend`.
  ///
  /// - Throws: A `UsageError` that names the text.
  package init(_ text: String) throws(UsageError) {
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
    case ("exec", 2) where !parts[1].isEmpty: self = .program(String(parts[1]))
    case ("receipt", 2): self = .receipt(try AppStorePlace(parts[1], of: "receipt"))
    default:
      throw UsageError(say("unknown --backend “\(safeText(text))”; use \(Language.list(Self.forms))"))
    }
  }

  private static let forms = [
    "simulator", "simulator:LEDGER", "http://127.0.0.1:PORT", "appstore:production|sandbox|URL",
    "receipt:production|sandbox|URL", "exec:PROGRAM", "none",
  ]

  /// The ledger's file; nil where the backend names none.
  package var ledger: String? {
    guard case .simulator(let ledger) = self else { return nil }
    return ledger
  }

  /// The name of the backend's directory where `--store` is not given.
  var directoryName: String {
    switch self {
    case .simulator: "simulator-sandbox"
    case .remote(let address):
      "serve-" + Self.plain(address.server)
    case .appStore(let place): "appstore-" + place.directoryName
    case .receipt(let place): "receipt-" + place.directoryName
    case .program(let path): "exec-" + Self.plain(path.split(separator: "/").last.map(String.init) ?? "")
    case .none: "none"
    case .imported(let name): "cases/" + name
    }
  }

  /// Returns a text as part of a file name: any other character than letters, digits and dots becomes a hyphen.
  static func plain(_ text: String) -> String {
    String(text.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
  }
}
