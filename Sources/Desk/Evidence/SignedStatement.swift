package import AppStoreModel
import Core

/// A signed statement about a purchase in the parts in which it is kept.
///
/// One object, since a value of fifty members is copied wherever it is passed on: a fifth of the cost of storing one.
package final class SignedStatement: Sendable {
  /// The content.
  package enum Content: Sendable {
    case transaction(Transaction)
    case renewal(RenewalInfo)
  }

  package let content: Content
  let verdict: Verdict
  let rootFingerprint: String?
  let header: HeaderSegment
  let payload: [UInt8]
  let signature: [UInt8]
  /// The transaction, or the lineage of a renewal information.
  let id: Int64
  let lineage: Int64
  let appTransaction: Int64?
  let signed: Int64
  /// Tells statements about one thing apart that say something else than when they were signed.
  let digest: Int64

  /// - Returns: Nil for one that names no purchase.
  init?(
    _ content: Content, jws: CompactJWS, header: HeaderSegment, verdict: Verdict, rootFingerprint: String?,
    payload: [UInt8]
  ) {
    let ids: (id: String?, lineage: String?, app: String?, signed: Timestamp?) =
      switch content {
      case .transaction(let it):
        (it.transactionId, it.originalTransactionId ?? it.transactionId, it.appTransactionId, it.signedDate)
      case .renewal(let it): (it.originalTransactionId, it.originalTransactionId, it.appTransactionId, it.signedDate)
      }
    guard let id = ids.id, let lineage = ids.lineage else { return nil }
    self.content = content
    self.verdict = verdict
    self.rootFingerprint = rootFingerprint
    self.header = header
    self.payload = payload
    // An attested transaction has none.
    if case .attested = verdict { signature = [] } else { signature = (try? jws.signature()) ?? [] }
    self.id = DeskID.number(id)
    self.lineage = DeskID.number(lineage)
    appTransaction = ids.app.map(DeskID.number)
    signed = ids.signed?.milliseconds ?? 0
    digest = DeskID.hash(Self.withoutSignedDate(payload))
    kind = if case .transaction = content { 0 } else { 1 }
  }

  /// Which of the two kinds it is, as a row has it.
  let kind: Int64
  var isTransaction: Bool { kind == 0 }

  var transaction: Transaction? {
    guard case .transaction(let transaction) = content else { return nil }
    return transaction
  }

  /// The payload without the digits of its `signedDate`: a copy that was signed anew says nothing new.
  static func withoutSignedDate(_ payload: [UInt8]) -> [UInt8] {
    let name = Array("\"signedDate\":".utf8)
    guard let start = payload.place(of: name).map({ $0 + name.count }) else { return payload }
    let end = payload[start...].firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? payload.endIndex
    return Array(payload[..<start]) + payload[end...]
  }
}

/// A notification in the parts in which it is kept; the header segments inside it stand for themselves once.
package final class NotificationStatement: Sendable {
  package let notification: ServerNotification
  let uuid: String
  let header: HeaderSegment
  /// The payload with each known header segment inside it as a zero byte and its number.
  let payload: [UInt8]
  let signature: [UInt8]
  /// The transaction that it is about.
  let transaction: Int64?

  init(
    notification: ServerNotification, uuid: String, header: HeaderSegment, payload: [UInt8], signature: [UInt8],
    transaction: Int64?
  ) {
    (self.notification, self.uuid, self.header) = (notification, uuid, header)
    (self.payload, self.signature, self.transaction) = (payload, signature, transaction)
  }
}

/// The first part of signed data: the certificates, with the number that stands for them.
package final class HeaderSegment: Sendable {
  let bytes: [UInt8]
  let id: Int64

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    id = DeskID.hash(bytes)
  }
}

/// The content of one line of a file or one request.
package struct DeskImportItem: Sendable {
  /// Where it came from, for messages.
  let place: String
  var statements: [SignedStatement] = []
  var notification: NotificationStatement?
  var refusals: [Refusal] = []
  /// Whether all of it is one customer's: a history, a receipt.
  var isOneCustomers = false
  /// Signed data that tell of no purchase.
  var others = 0

  init(place: String) { self.place = place }

  /// A refused item, with its unproven claims.
  struct Refusal: Sendable {
    let body: [UInt8]
    let failure: VerificationFailure
    let transactionId: String?
  }
}
