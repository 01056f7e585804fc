import Backends
import HTTPClient
import SafeText
import StoreModel

/// Which of Apple's servers `--backend appstore:PLACE` or `receipt:PLACE` names.
enum AppStorePlace: Equatable, Sendable {
  case production
  case sandbox
  /// Another server that speaks as Apple's do.
  case url(HTTPAddress)

  /// - Throws: A `UsageError` that names the text.
  init(_ text: Substring, of kind: String) throws(UsageError) {
    switch text {
    case "production": self = .production
    case "sandbox": self = .sandbox
    case _ where text.contains("://"):
      do throws(HTTPError) { self = .url(try HTTPAddress(String(text))) } catch {
        throw UsageError("--backend \(kind):\(error.message)")
      }
    default:
      throw UsageError("--backend \(kind):\(safeText(text)): say \(kind):production, \(kind):sandbox or \(kind):URL")
    }
  }

  /// The end of the name of the directory that belongs to it.
  var directoryName: String {
    switch self {
    case .production: "production"
    case .sandbox: "sandbox"
    case .url(let address): String(address.server.map { $0.isLetter || $0.isNumber ? $0 : "-" })
    }
  }

  /// What it signs for: a server elsewhere is told by `--environment`, sandbox unless it is.
  func environment(_ options: Arguments) -> StoreEnvironment {
    switch self {
    case .production: .production
    case .sandbox: .sandbox
    case .url: options["environment"].map { StoreEnvironment(rawValue: $0) } ?? .sandbox
    }
  }
}
