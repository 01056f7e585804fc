import AppStoreModel
import Core
import HTTP
import Serve

/// The options that say by which names a server is asked for.
enum GateOptions {
  /// - Throws: a `UsageError` for a name or URL that is none.
  static func policy(_ given: Arguments) throws(UsageError) -> GatePolicy {
    GatePolicy(allowedHosts: Set(try hosts(given)), publicURL: try publicURL(given))
  }

  static func hosts(_ given: Arguments) throws(UsageError) -> [String] {
    let hosts = given.all("allow-host")
    if let wrong = hosts.first(where: { !ServerCertificate.isHost($0) }) {
      throw UsageError(say("invalid --allow-host “\(safeText(wrong))”; use a host name such as till or till.internal"))
    }
    return hosts
  }

  static func publicURL(_ given: Arguments) throws(UsageError) -> HTTPAddress? {
    do throws(HTTPError) {
      guard let url = given["public-url"] else { return nil }
      return try HTTPAddress(url, allowsPlain: true)
    } catch {
      throw UsageError("--public-url \(error.message)")
    }
  }
}
