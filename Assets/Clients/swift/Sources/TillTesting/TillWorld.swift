import Foundation

/// The App Store's answer to a purchase or a renewal.
public struct Purchase: Sendable {
  /// All members of the answer.
  public let answer: JSON

  /// The transaction's id; empty while the purchase waits for a parent's approval.
  public var transactionId: String { answer["transactionId"].string ?? "" }

  /// Whether the purchase waits for a parent's approval.
  public var isPending: Bool { answer["pending"].bool ?? false }

  /// The id that names the subscription: its original transaction's, or its only transaction's before a renewal.
  var subscription: String { answer["originalTransactionId"].string ?? transactionId }
}

/// A separate App Store for one test, with its own port, key and notification receiver.
///
/// All of them end with the last reference.
public final class TillWorld: Sendable {
  /// The address of the App Store Server API, with a port of its own.
  ///
  /// So clients that replace the path of their base URL reach this world too.
  public let url: String
  /// The server's answer about the world, with `keyId`, `issuerId`, `privateKey`, `rootCertificate` and others.
  public let identity: JSON
  /// The receiver of the world's notifications.
  public let receiver: Receiver
  private let server: TillServer
  private let control: Control

  /// Makes a world.
  ///
  /// - Parameters:
  ///   - catalogue: The `.storekit` file with its products; by default it has none.
  ///   - bundleId: The app's bundle id.
  ///   - clock: The date at which its clock stands still, such as `2026-03-01`.
  ///   - options: Further members of `POST /till/v1/worlds`.
  ///   - server: The server; by default the one that all tests share.
  public init(
    catalogue: URL? = nil, bundleId: String? = nil, clock: String? = nil, options: [String: JSON] = [:],
    server: TillServer? = nil
  ) throws {
    self.server = try server ?? TillServer.shared
    receiver = try Receiver()
    var body: [String: JSON] = ["port": 0, "notify": .string(receiver.url)]
    if let catalogue { body["catalogue"] = .string(try String(contentsOf: catalogue, encoding: .utf8)) }
    if let bundleId { body["bundleId"] = .string(bundleId) }
    if let clock { body["clock"] = .string(clock) }
    identity = try self.server.control.call(
      "POST", "/till/v1/worlds", .object(body.merging(options) { _, given in given }))
    url = identity["url"].string ?? ""
    control = Control(url: url)
  }

  deinit {
    _ = try? server.control.call("DELETE", "/till/v1/worlds/\(identity["name"].string ?? "")")
  }

  /// The root certificate for verifying signed data, in DER.
  public var rootCertificate: Data { Data(base64Encoded: identity["rootCertificate"].string ?? "") ?? Data() }

  /// Calls any verb of the control API.
  @discardableResult public func verb(_ name: String, _ members: [String: JSON] = [:]) throws -> JSON {
    try control.call("POST", "/till/v1/verb/\(name)", .object(members))
  }

  /// Buys a product as the customer; `token` becomes the purchase's `appAccountToken`.
  @discardableResult public func buy(_ product: String, token: UUID? = nil, _ members: [String: JSON] = [:]) throws
    -> Purchase
  {
    var body = members
    body["product"] = .string(product)
    if let token { body["token"] = .string(token.uuidString.lowercased()) }
    return Purchase(answer: try verb("buy", body))
  }

  /// Renews a subscription now.
  @discardableResult public func renew(_ subscription: Purchase) throws -> Purchase {
    Purchase(answer: try verb("renew", ["subscription": .string(subscription.subscription)]))
  }

  /// Refunds a purchase as Apple, or a part of it in percent.
  @discardableResult public func refund(_ purchase: Purchase, percentage: Int? = nil) throws -> JSON {
    var body: [String: JSON] = ["transaction": .string(purchase.transactionId)]
    if let percentage { body["percentage"] = .int(percentage) }
    return try verb("refund-approve", body)
  }

  /// Moves the App Store's clock forward, for example by `30d`; events that become due happen.
  @discardableResult public func advance(_ duration: String) throws -> JSON {
    try verb("advance", ["duration": .string(duration)])
  }

  /// Makes the App Store Server API fail below a path; replaces all earlier faults.
  ///
  /// The members are those of `PUT /till/v1/faults`.
  public func fault(_ path: String = "/inApps", _ members: [String: JSON]) throws {
    let fault = members.merging(["path": .string(path)]) { _, path in path }
    _ = try control.call("PUT", "/till/v1/faults", ["faults": .array([.object(fault)])])
  }

  /// Removes all faults of the App Store Server API.
  public func clearFaults() throws { _ = try control.call("DELETE", "/till/v1/faults") }

  /// Waits until every due notification was sent and answered.
  public func waitIdle() throws { _ = try control.call("POST", "/till/v1/wait-idle", [:]) }

  /// Returns the requests to Apple's APIs, with their paths and statuses.
  public func requests() throws -> [JSON] { try control.call("GET", "/till/v1/requests")["requests"].array }
}
