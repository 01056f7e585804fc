/// Who confirms a device's purchases: how an order goes from paid to delivered.
package enum VerificationWay: Hashable, Sendable {
  /// Nobody but the device itself: paid, verified, delivered.
  case none
  /// The app's own server, as a file beside the ledger.
  case embedded
  /// The app's own server at a URL.
  case url(String)

  /// Reads the word that `--verify-with` takes and the device keeps; nil for one that names no way.
  ///
  /// A URL is taken as it stands; whoever connects to it checks it.
  package init?(_ text: String) {
    switch text {
    case "none": self = .none
    case "embedded": self = .embedded
    default:
      guard text.contains("://") else { return nil }
      self = .url(text)
    }
  }

  /// The word that stands for it: `none`, `embedded`, or the URL.
  package var text: String {
    switch self {
    case .none: "none"
    case .embedded: "embedded"
    case .url(let url): url
    }
  }
}
