package import SignedData
import StoreModel

/// A customer's receipt as somebody handed it over.
package struct ReceiptFile: Hashable, Sendable {
  /// As it is sent to Apple.
  package let base64: String
  /// What it says itself, and whether its own signature holds; nil for one that is no app receipt.
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
      // Line breaks are what mail and editors add.
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
