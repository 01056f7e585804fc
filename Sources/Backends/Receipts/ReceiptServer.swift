package import HTTPClient
package import StoreModel

/// Where receipts are verified.
package struct ReceiptServer: Hashable, Sendable {
  /// What `--backend` calls it, such as `receipt:sandbox`.
  package let name: String
  /// The address of `verifyReceipt` itself.
  package let address: HTTPAddress
  package let environment: StoreEnvironment
  /// Whether it is Apple's own.
  package let isReal: Bool

  package init(name: String, address: HTTPAddress, environment: StoreEnvironment, isReal: Bool) {
    self.name = name
    self.address = address
    self.environment = environment
    self.isReal = isReal
  }

  /// Apple's server of an environment; sandbox unless it is production.
  package static func apple(_ environment: StoreEnvironment) throws(HTTPError) -> ReceiptServer {
    let isProduction = environment == .production
    let host = isProduction ? "https://buy.itunes.apple.com" : "https://sandbox.itunes.apple.com"
    return ReceiptServer(
      name: isProduction ? "receipt:production" : "receipt:sandbox",
      address: try HTTPAddress(host).appending(["verifyReceipt"]), environment: isProduction ? .production : .sandbox,
      isReal: true)
  }

  /// The server of an environment at a `till serve`, which has both.
  package static func simulated(_ environment: StoreEnvironment, at origin: HTTPAddress) -> ReceiptServer {
    let isProduction = environment == .production
    return ReceiptServer(
      name: "receipt:\(origin) --environment \(isProduction ? "Production" : "Sandbox")",
      address: origin.appending(isProduction ? ["production", "verifyReceipt"] : ["verifyReceipt"]),
      environment: isProduction ? .production : .sandbox, isReal: !origin.isLocal)
  }
}
