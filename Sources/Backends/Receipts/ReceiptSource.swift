package import AppStoreModel
import Core
package import HTTP

/// The source of receipts: files that an app writes, and a way to have the app refresh its receipt.
package struct ReceiptSource: Sendable {
  /// Reads the receipt with a name; nil if there is none yet.
  let read: @Sendable (String) -> [UInt8]?
  /// Asks the app for a new receipt under a name; nil if that is impossible.
  let refresh: ReceiptBackend.Refresh?
  /// Returns the creation date, in milliseconds, of the newest receipt that this device has read under a name.
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

/// A server that verifies receipts.
package struct ReceiptServer: Hashable, Sendable {
  /// The server's name in `--backend`, such as `receipt:sandbox`.
  package let name: String
  /// The full address of `verifyReceipt`.
  package let address: HTTPAddress
  package let environment: StoreEnvironment
  /// Whether it is Apple's own server.
  package let isReal: Bool

  /// Returns Apple's server of an environment: production's, or sandbox's for every other environment.
  package static func apple(_ environment: StoreEnvironment) throws(HTTPError) -> ReceiptServer {
    let isProduction = environment == .production
    let host = isProduction ? "https://buy.itunes.apple.com" : "https://sandbox.itunes.apple.com"
    return ReceiptServer(
      name: isProduction ? "receipt:production" : "receipt:sandbox",
      address: try HTTPAddress(host).appending(["verifyReceipt"]), environment: isProduction ? .production : .sandbox,
      isReal: true)
  }

  /// Returns the server of an environment at a `till serve`, which simulates both environments.
  package static func simulated(_ environment: StoreEnvironment, at origin: HTTPAddress) -> ReceiptServer {
    let isProduction = environment == .production
    return ReceiptServer(
      name: "receipt:\(origin) --environment \(isProduction ? "Production" : "Sandbox")",
      address: origin.appending(isProduction ? ["production", "verifyReceipt"] : ["verifyReceipt"]),
      environment: isProduction ? .production : .sandbox, isReal: !origin.isLocal)
  }
}

/// A customer's receipt as support received it.
package struct ReceiptFile: Hashable, Sendable {
  /// The receipt in base64, as it is sent to Apple.
  package let base64: String
  /// The parsed receipt, with the result of checking its signature, or nil if the bytes are not an app receipt.
  package let receipt: AppReceipt?

  /// Reads a receipt in DER or BER, or in base64 as an app sends it.
  ///
  /// - Parameter roots: The trusted roots for its signature.
  package init(_ bytes: [UInt8], roots: TrustedRoots) {
    let content: [UInt8]?
    if bytes.first == 0x30 {
      content = bytes
      base64 = String(decoding: Base64.standard.encode(bytes), as: UTF8.self)
    } else {
      // E-mail programs and editors add line breaks.
      base64 = String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
      content = Base64.standard.decode(base64)
    }
    receipt = content.flatMap { try? AppReceipt($0, roots: roots) }
  }

  /// Whether Till can read the receipt, which means that it is not damaged.
  var isReadable: Bool { receipt != nil }

  /// The reason why the receipt's own signature is invalid, or nil if it is valid or the receipt cannot be read.
  var failure: VerificationFailure? { receipt?.failure }
}

/// The last answers and the notes about them, shared by the copies of a backend.
final class ReceiptMemory: Sendable {
  private let answers = Mutex<[String: ReceiptAnswer]>([:])
  private let notes = Mutex<[String]>([])

  /// The maximum number of notes kept until they are read.
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
