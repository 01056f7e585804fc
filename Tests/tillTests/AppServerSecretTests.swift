import AppServer
import AppStoreModel
import Device
import Foundation
import HTTP
import TestSupport
import Testing

/// Tests of which callers `till serve` admits to its app server.
@Suite(.startsPrograms) struct AppServerSecretTests {
  private static let secret = "sesame"
  private let directory = ScratchFolder.url.path + "/till-secret-\(UUID().uuidString)"

  /// Every call except the App Store's own, once; a new call does not compile until it is named here.
  private static let calls = Array(
    sequence(first: AppServerCall.claim(OwnershipClaim(user: nil, signedTransactions: [], isRestore: true))) {
      next(after: $0)
    })

  private static func next(after call: AppServerCall) -> AppServerCall? {
    let (premium, now) = ("com.example.piglet.premium", Timestamp(milliseconds: 1_740_830_400_000))
    switch call {
    case .claim: return .account(user: "one")
    case .account:
      return .login(
        LoginClaim(anonymous: AnonymousUser(token: "11111111-2222-4333-8444-555555555555").name, user: "one"))
    case .login:
      return .register(
        Intent(
          id: "i", account: "", user: "one", productId: premium, quantity: 1, appAccountToken: nil, createdDate: now,
          storeDate: now))
    case .register:
      return .upload(OrderUpload(orderId: "o", currentUser: "one", transactionId: "1", signedTransactionInfo: "a.b.c"))
    case .upload: return .status(orderId: "o")
    case .status: return .close(OrderClosing(orderId: "o", transactionId: nil, reason: "told by mail"))
    case .close: return .reopen(orderId: "o", transactionId: nil, reason: "told by mail")
    case .reopen: return .use(productId: "com.example.piglet.coins100", count: 1, user: "one", id: "u")
    case .use:
      return .grant(
        Grant(
          id: "g", user: "one", productId: premium, reason: "free", grantedDate: now,
          untilDate: now.adding(milliseconds: 1000)))
    case .grant: return .duration(ProductDuration(productId: "com.example.piglet.season", period: .month))
    case .duration: return .endGrant(id: "g", reason: "left")
    case .endGrant: return .transfer(PurchaseTransfer(id: "t", transactionId: "1", user: "two", reason: "wrong user"))
    case .transfer:
      return .record(
        OtherPurchase(reference: "r", platform: "web", user: "one", productId: premium, purchaseDate: now))
    case .record: return .owner(token: "4e2f6d1c-0000-5000-8000-000000000000")
    case .owner, .notification: return nil
    }
  }

  private static let routes = calls.map { Route(method: $0.method, path: $0.path, body: $0.body) }

  /// A request to the app server.
  private struct Route {
    let method: String
    let path: String
    let body: [UInt8]
  }

  /// Returns the status of a request that is signed with a secret, or unsigned.
  private func status(
    _ serve: ServeProgram, _ route: Route, secret: String?
  ) async throws -> Int {
    let body = route.body
    var headers = [HTTPHeader("Content-Type", "application/json")]
    if let secret {
      let value = RequestSignature(secret: Array(secret.utf8)).value(
        method: route.method, path: route.path, body: body,
        at: Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)))
      headers.append(HTTPHeader(RequestSignature.field, value))
    }
    let address = try HTTPAddress(serve.url).appending(route.path.split(separator: "/").map(String.init))
    let request = HTTPRequest(route.method, address, headers: headers, body: route.method == "GET" ? nil : body)
    let response = try await HTTPTransport().send(request)
    // 404 for an unknown order is fine. An unknown route would not show who may call it.
    #expect(!String(decoding: response.body, as: UTF8.self).contains("no such call"), "\(route.path) is no call")
    return response.status
  }

  @Test func everyRouteNeedsTheSecretThatServeWasStartedWith() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let serve = try ServeProgram(store: directory, environment: ["TILL_APP_SERVER_SECRET": Self.secret])
    for route in Self.routes {
      #expect(try await status(serve, route, secret: nil) == 401, "\(route.path) without a secret")
      #expect(try await status(serve, route, secret: "open") == 401, "\(route.path) with another secret")
      #expect(try await status(serve, route, secret: Self.secret) != 401, "\(route.path) with the secret")
    }
  }

  @Test func bothSecretsHoldWhileOneReplacesTheOther() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let file = directory + "/server.secret"
    try Data("sesame\n".utf8).write(to: URL(fileURLWithPath: file))
    let environment = ["TILL_APP_SERVER_SECRET_FILE": file]
    let serve = try ServeProgram(store: directory, environment: environment)
    let account = Self.routes[1]
    #expect(try await status(serve, account, secret: "sesame") == 200)
    let rotated = try TillProgram().run(["secret", "--rotate", "--overlap", "1h"], environment: environment)
    #expect(rotated.status == 0 && rotated.output.contains("valid until"))
    let new = try String(
      decoding: Data(contentsOf: URL(fileURLWithPath: file)).split(separator: UInt8(ascii: "\n"))[0], as: UTF8.self)
    #expect(new != "sesame" && !rotated.output.contains(new), "no secret is printed")
    // `till serve` accepts both secrets without a restart.
    for route in Self.routes {
      #expect(try await status(serve, route, secret: new) != 401, "\(route.path) with the new secret")
      #expect(try await status(serve, route, secret: "sesame") != 401, "\(route.path) with the old secret")
      #expect(try await status(serve, route, secret: nil) == 401, "\(route.path) without a secret")
    }
    // A client that takes the new secret from the server's file keeps the old one as a fallback.
    let client = directory + "/client.secret"
    try Data("sesame".utf8).write(to: URL(fileURLWithPath: client))
    let taken = try TillProgram().run(
      ["secret", "--take", file], environment: ["TILL_APP_SERVER_SECRET_FILE": client])
    #expect(taken.status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: client)).starts(with: new.utf8))
    // When its time is over, the old secret is refused.
    try Data("\(new)\nprevious 1000 sesame\n".utf8).write(to: URL(fileURLWithPath: file))
    for route in Self.routes {
      #expect(try await status(serve, route, secret: "sesame") == 401, "\(route.path) with the old secret, too late")
    }
    #expect(try await status(serve, account, secret: new) == 200)
  }

  @Test func theAppStorePostsWithoutOurSecretAndIsVerified() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let serve = try ServeProgram(store: directory, environment: ["TILL_APP_SERVER_SECRET": Self.secret])
    let call = AppServerCall.notification(signedPayload: "a.b.c")
    let forged = Route(method: call.method, path: call.path, body: call.body)
    #expect(try await status(serve, forged, secret: nil) == 400)
  }

  @Test func aSecretFileThatCannotBeReadServesNothing() throws {
    let run = try TillProgram().run(
      ["serve", "--port", "0"], environment: ["TILL_APP_SERVER_SECRET_FILE": directory + "/absent"])
    #expect(run.status == 1)
    #expect(run.error.contains("TILL_APP_SERVER_SECRET_FILE"))
  }
}
