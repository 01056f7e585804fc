import Foundation
import XCTest

@testable import TillTesting

/// Tests with XCTest that make requests as Apple's Swift library does, which replaces the path of its base URL.
final class ApplesPathTests: XCTestCase {
  func testARequestReachesItsWorldThoughThePathIsReplaced() throws {
    let worlds = try (0..<3).map { _ in try TillWorld(catalogue: shop, bundleId: "com.example.shop") }
    for world in worlds {
      let bought = try world.buy("pro")
      let answer = try get("/inApps/v1/transactions/\(bought.transactionId)", in: world)
      XCTAssertEqual(answer.status, 200, String(decoding: answer.body, as: UTF8.self))
      let document = try JSONDecoder().decode(JSON.self, from: answer.body)
      XCTAssertNotNil(document["signedTransactionInfo"].string)
      XCTAssertEqual(try world.requests().count, 1)
    }
    let stranger = try get("/inApps/v1/transactions/\(worlds[0].buy("coins").transactionId)", in: worlds[1])
    XCTAssertEqual(stranger.status, 404)
  }

  func testAFaultStrikesOnce() throws {
    let world = try TillWorld(catalogue: shop, bundleId: "com.example.shop")
    let bought = try world.buy("pro")
    let path = "/inApps/v1/transactions/\(bought.transactionId)"
    try world.fault("/inApps/v1/transactions", ["errorCode": 4_040_010, "times": 1])
    XCTAssertEqual(try get(path, in: world).status, 404)
    XCTAssertEqual(try get(path, in: world).status, 200)
    try world.fault("/inApps", ["status": 500])
    XCTAssertEqual(try get(path, in: world).status, 500)
    try world.clearFaults()
    XCTAssertEqual(try get(path, in: world).status, 200)
  }

  func testTheRootIsACertificate() throws {
    XCTAssertEqual(try TillWorld().rootCertificate.first, 0x30)
  }

  /// Sends a request whose path replaces that of the base URL, as Apple's library does.
  private func get(_ path: String, in world: TillWorld) throws -> (status: Int, body: Data) {
    var components = URLComponents(string: world.url)
    components?.path = path
    return try HTTP.send("GET", XCTUnwrap(components?.string), token: token(of: world))
  }

  /// Returns an App Store Connect token, signed with openssl because the package has no dependencies.
  private func token(of world: TillWorld) throws -> String {
    func part(_ json: JSON) throws -> String { base64URL(try JSONEncoder().encode(json)) }
    let now = Int(Date().timeIntervalSince1970)
    let head = try part(["alg": "ES256", "kid": world.identity["keyId"], "typ": "JWT"])
    let claims = try part([
      "iss": world.identity["issuerId"], "iat": .int(now), "exp": .int(now + 300), "aud": "appstoreconnect-v1",
      "bid": world.identity["bundleId"],
    ])
    let key = FileManager.default.temporaryDirectory.appendingPathComponent("key-\(UUID().uuidString).p8")
    try XCTUnwrap(world.identity["privateKey"].string).write(to: key, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: key) }
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl", "dgst", "-sha256", "-sign", key.path]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    input.fileHandleForWriting.write(Data("\(head).\(claims)".utf8))
    try input.fileHandleForWriting.close()
    let signature = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return "\(head).\(claims).\(base64URL(raw(signature)))"
  }

  /// Converts openssl's DER signature to two numbers of 32 bytes.
  private func raw(_ der: Data) -> Data {
    var (bytes, numbers) = (Array(der.dropFirst(2)), Data())
    while bytes.count > 2 {
      let length = Int(bytes[1])
      let number = bytes[2..<(2 + length)].drop { $0 == 0 }
      numbers += Data(repeating: 0, count: 32 - number.count) + Data(number)
      bytes = Array(bytes.dropFirst(2 + length))
    }
    return numbers
  }

  private func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }
}
