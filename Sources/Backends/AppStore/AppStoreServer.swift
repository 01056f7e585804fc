package import AppStoreModel
package import HTTP

/// Which App Store Server API is asked.
package struct AppStoreServer: Hashable, Sendable {
  /// Its name in `--backend`, such as `appstore:sandbox`.
  package let name: String
  package let origin: HTTPAddress
  package let environment: StoreEnvironment
  /// Whether it is Apple's own.
  package let isReal: Bool

  package init(name: String, origin: HTTPAddress, environment: StoreEnvironment, isReal: Bool) {
    self.name = name
    self.origin = origin
    self.environment = environment
    self.isReal = isReal
  }

  /// Apple's server of an environment; sandbox unless it is production.
  package static func apple(_ environment: StoreEnvironment) throws(HTTPError) -> AppStoreServer {
    let isProduction = environment == .production
    return AppStoreServer(
      name: isProduction ? "appstore:production" : "appstore:sandbox",
      origin: try HTTPAddress(
        isProduction ? "https://api.storekit.apple.com" : "https://api.storekit-sandbox.apple.com"),
      environment: isProduction ? .production : .sandbox, isReal: true)
  }
}
