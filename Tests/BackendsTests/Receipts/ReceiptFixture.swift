import AppStoreModel
import Core
import Foundation
import HTTP
import TestSupport

@testable import Backends

/// Test servers in place of Apple's receipt servers, and a backend whose waits take no time.
struct ReceiptFixture {
  let production: TestServer
  let sandbox: TestServer
  let client: ReceiptClient
  let backend: ReceiptBackend
  let waits = Waits()
  /// The receipt files, by name.
  let files = Mutexed<[String: [UInt8]]>(["receipt": Array("bm90IHBhcnNlZA==".utf8)])
  let secret = Mutexed("0123456789abcdef")

  /// Starts both servers and makes a backend for them.
  ///
  /// - Parameter refresh: The fresh receipt that the app writes on request; nil where no app can be asked.
  init(
    environment: StoreEnvironment = .production, lastSeen: Int64? = nil, refresh: ReceiptBackend.Refresh? = nil,
    production: @escaping @Sendable (TestRequest) -> TestReply,
    sandbox: @escaping @Sendable (TestRequest) -> TestReply = { _ in .json(#"{"status":21008}"#) }
  ) throws {
    self.production = try TestServer(production)
    self.sandbox = try TestServer(sandbox)
    let places = [
      ReceiptServer(
        name: "receipt:production", address: try HTTPAddress(self.production.url), environment: .production,
        isReal: true),
      ReceiptServer(
        name: "receipt:sandbox", address: try HTTPAddress(self.sandbox.url), environment: .sandbox, isReal: true),
    ]
    let isFirst = environment == .production
    let (waits, secret, files) = (waits, secret, files)
    client = ReceiptClient(
      places[isFirst ? 0 : 1], other: places[isFirst ? 1 : 0], secret: { () throws(StoreError) in secret.value },
      transport: HTTPTransport(limits: ReceiptClient.limits), now: { Timestamp(milliseconds: 1_750_000_000_000) },
      pause: { waits.note($0) })
    backend = ReceiptBackend(
      client, bundleId: "com.example",
      source: ReceiptSource(read: { files.value[$0] }, refresh: refresh, lastSeen: { _ in lastSeen }), roots: nil)
  }

  /// Returns a successful answer with these purchases.
  static func answer(
    _ environment: String = "Production", bundleId: String = "com.example", created: Int64 = 1_749_000_000_000,
    entries: [String] = [entry(1)]
  ) -> TestReply {
    .json(
      #"""
      {"status":0,"environment":"\#(environment)","receipt":{"bundle_id":"\#(bundleId)","adam_id":1,
      "request_date_ms":"1750000000000","receipt_creation_date_ms":"\#(created)","in_app":[]},
      "latest_receipt_info":[\#(entries.joined(separator: ","))]}
      """#)
  }

  static func entry(_ id: Int, members: String = "") -> String {
    #"{"quantity":"1","product_id":"plus","transaction_id":"\#(id)","original_transaction_id":"1","#
      + #""purchase_date_ms":"1740000000000","expires_date_ms":"1760000000000"\#(members)}"#
  }
}

/// A value behind a lock.
final class Mutexed<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  var value: Value {
    get { mutex.withLock { $0 } }
    set { mutex.withLock { $0 = newValue } }
  }
}
