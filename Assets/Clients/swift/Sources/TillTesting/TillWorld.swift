import Foundation

/// What the App Store answered to a purchase or a renewal.
public struct Purchase: Sendable {
  /// All members of the answer.
  public let answer: JSON

  /// The transaction's id; empty while the purchase waits for a parent.
  public var transactionId: String { answer["transactionId"].string ?? "" }

  /// Whether it waits for a parent.
  public var isPending: Bool { answer["pending"].bool ?? false }

  /// What names the subscription: its original transaction, or, before its first renewal, its only one.
  var subscription: String { answer["originalTransactionId"].string ?? transactionId }
}

/// An App Store of a test's own, with a port, a key and a receiver of its notifications; all end with the last reference.
public final class TillWorld: Sendable {
  /// The App Store Server API's address: a port of its own, so that clients that replace the path of their base reach it.
  public let url: String
  /// All that the server said about the world, such as `keyId`, `issuerId`, `privateKey` and `rootCertificate`.
  public let identity: JSON
  /// Where the world's notifications go.
  public let receiver: Receiver
  private let server: TillServer
  private let control: Control

  /// Makes a world.
  ///
  /// - Parameters:
  ///   - catalogue: The `.storekit` file that it sells from; by default it sells nothing.
  ///   - bundleId: The app.
  ///   - clock: The date at which its clock stands still, such as `2026-03-01`.
  ///   - options: More members of `POST /till/v1/worlds`.
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

  /// The root certificate that signed data is verified with: DER.
  public var rootCertificate: Data { Data(base64Encoded: identity["rootCertificate"].string ?? "") ?? Data() }

  /// Calls any verb of the control API.
  @discardableResult public func verb(_ name: String, _ members: [String: JSON] = [:]) throws -> JSON {
    try control.call("POST", "/till/v1/verb/\(name)", .object(members))
  }

  /// A customer buys a product; `token` is the purchase's `appAccountToken`.
  @discardableResult public func buy(_ product: String, token: UUID? = nil, _ members: [String: JSON] = [:]) throws
    -> Purchase
  {
    var body = members
    body["product"] = .string(product)
    if let token { body["token"] = .string(token.uuidString.lowercased()) }
    return Purchase(answer: try verb("buy", body))
  }

  /// A subscription renews now.
  @discardableResult public func renew(_ subscription: Purchase) throws -> Purchase {
    Purchase(answer: try verb("renew", ["subscription": .string(subscription.subscription)]))
  }

  /// Apple refunds a purchase, or a share of it in percent.
  @discardableResult public func refund(_ purchase: Purchase, percentage: Int? = nil) throws -> JSON {
    var body: [String: JSON] = ["transaction": .string(purchase.transactionId)]
    if let percentage { body["percentage"] = .int(percentage) }
    return try verb("refund-approve", body)
  }

  /// Moves the App Store's clock forward, such as by `30d`; what is due happens.
  @discardableResult public func advance(_ duration: String) throws -> JSON {
    try verb("advance", ["duration": .string(duration)])
  }

  /// Lets the App Store Server API fail; replaces the faults before.
  ///
  /// Members are those of `PUT /till/v1/faults`.
  public func fault(_ path: String = "/inApps", _ members: [String: JSON]) throws {
    let fault = members.merging(["path": .string(path)]) { _, path in path }
    _ = try control.call("PUT", "/till/v1/faults", ["faults": .array([.object(fault)])])
  }

  /// Lets the App Store Server API work again.
  public func clearFaults() throws { _ = try control.call("DELETE", "/till/v1/faults") }

  /// Waits until every notification that is due was sent and answered.
  public func waitIdle() throws { _ = try control.call("POST", "/till/v1/wait-idle", [:]) }

  /// The requests to Apple's calls, with their paths and statuses.
  public func requests() throws -> [JSON] { try control.call("GET", "/till/v1/requests")["requests"].array }
}
