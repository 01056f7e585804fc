package import AppStoreModel
import Core
package import HTTP

/// The source of receipts: files, as an app writes them, and a way to have an app refresh its own.
package struct ReceiptSource: Sendable {
  /// The bytes under a name; nil where there are none yet.
  let read: @Sendable (String) -> [UInt8]?
  /// Asks the app for a fresh receipt under a name; nil where that is impossible.
  let refresh: ReceiptBackend.Refresh?
  /// The device's newest receipt of a history: its date, in milliseconds.
  let lastSeen: @Sendable (String) -> Int64?

  package init(
    read: @escaping @Sendable (String) -> [UInt8]?,
    refresh: ReceiptBackend.Refresh? = nil,
    lastSeen: @escaping @Sendable (String) -> Int64? = { _ in nil }
  ) {
    self.read = read
    self.refresh = refresh
    self.lastSeen = lastSeen
  }
}

/// Where receipts are verified.
package struct ReceiptServer: Hashable, Sendable {
  /// Its name in `--backend`, such as `receipt:sandbox`.
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

/// A customer's receipt as support got it.
package struct ReceiptFile: Hashable, Sendable {
  /// As it is sent to Apple.
  package let base64: String
  /// Its content, and whether its own signature is valid; nil for bytes that are no app receipt.
  package let receipt: AppReceipt?

  /// Takes a receipt in DER or BER, or in base64 as an app sends it on.
  ///
  /// - Parameter roots: Whom its signature must lead to.
  package init(_ bytes: [UInt8], roots: TrustedRoots) {
    let content: [UInt8]?
    if bytes.first == 0x30 {
      content = bytes
      base64 = String(decoding: Base64.standard.encode(bytes), as: UTF8.self)
    } else {
      // Mail and editors add line breaks.
      base64 = String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
      content = Base64.standard.decode(base64)
    }
    receipt = content.flatMap { try? AppReceipt($0, roots: roots) }
  }

  /// Whether it can be read here, so that it is no damaged one.
  var isReadable: Bool { receipt != nil }

  /// Why its own signature does not hold; nil where it does, and where it cannot be read.
  var failure: VerificationFailure? { receipt?.failure }
}

/// The last answer, and the notes beside it; shared by the copies of a backend.
final class ReceiptMemory: Sendable {
  private let answers = Mutex<[String: ReceiptAnswer]>([:])
  private let notes = Mutex<[String]>([])

  /// The number of lines kept until they are read.
  private static let limit = 100

  func answer(for name: String) -> ReceiptAnswer? { answers.withLock { $0[name] } }

  func keep(_ answer: ReceiptAnswer, for name: String) { answers.withLock { $0[name] = answer } }

  func note(_ line: String) {
    notes.withLock { if $0.count < Self.limit { $0.append(line) } }
  }

  func takeNotes() -> [String] {
    notes.withLock { notes in
      defer { notes = [] }
      return notes
    }
  }
}
