package import AppStoreModel
import Core
import Device
import Storage

/// A signed statement about a purchase, divided into the parts in which it is stored.
///
/// It is a class because a struct with fifty members would be copied at each call, which took a fifth of the time for
/// storing one.
package final class SignedStatement: Sendable {
  /// The decoded payload, which copies share: a transaction alone has thirty-five members.
  package indirect enum Content: Hashable, Sendable {
    case transaction(Transaction)
    case renewal(RenewalInfo)
  }

  package let content: Content
  let verdict: Verdict
  let rootFingerprint: String?
  let header: HeaderSegment
  let payload: [UInt8]
  let signature: [UInt8]
  /// The transaction id, or a renewal info's lineage.
  let id: Int64
  let lineage: Int64
  let appTransaction: Int64?
  let signed: Int64
  /// A hash of the payload without `signedDate`: it differs between statements with different content.
  let digest: Int64

  /// - Returns: nil if the payload names no purchase.
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
    // An attested transaction has no signature.
    if case .attested = verdict { signature = [] } else { signature = (try? jws.signature()) ?? [] }
    self.id = DeskID.number(id)
    self.lineage = DeskID.number(lineage)
    appTransaction = ids.app.map(DeskID.number)
    signed = ids.signed?.milliseconds ?? 0
    digest = DeskID.hash(Self.withoutSignedDate(payload))
    kind = if case .transaction = content { 0 } else { 1 }
  }

  /// Returns the columns of the statement in a row of evidence, from `signed` on.
  func columns(arrived: DatabaseValue, batch: Int64?) -> [DatabaseValue] {
    [
      .integer(signed), .integer(digest), .integer(header.id), .blob(payload), .blob(signature), verdict.databaseValue,
      .integer(rootFingerprint.map { DeskID.hash(Array($0.utf8)) }), arrived, .integer(batch),
    ]
  }

  /// The kind's number in a row: 0 for a transaction, 1 for renewal information.
  let kind: Int64
  var isTransaction: Bool { kind == 0 }

  var transaction: Transaction? {
    guard case .transaction(let transaction) = content else { return nil }
    return transaction
  }

  /// Returns the payload without the digits of its `signedDate`, because a copy that was only signed again is not new.
  static func withoutSignedDate(_ payload: [UInt8]) -> [UInt8] {
    let name = Array("\"signedDate\":".utf8)
    guard let start = payload.place(of: name).map({ $0 + name.count }) else { return payload }
    let end = payload[start...].firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? payload.endIndex
    return Array(payload[..<start]) + payload[end...]
  }
}

/// A notification, divided into the parts in which it is stored.
package final class NotificationStatement: Sendable {
  package let notification: ServerNotification
  let uuid: String
  let header: HeaderSegment
  /// The payload in compressed form: a zero byte and a header's number stand for the header of each nested JWS.
  let payload: [UInt8]
  let signature: [UInt8]
  /// The id of the transaction in it.
  let transaction: Int64?

  init(
    notification: ServerNotification, uuid: String, header: HeaderSegment, payload: [UInt8], signature: [UInt8],
    transaction: Int64?
  ) {
    (self.notification, self.uuid, self.header) = (notification, uuid, header)
    (self.payload, self.signature, self.transaction) = (payload, signature, transaction)
  }
}

/// The header segment of signed data, which contains the certificates, with its number.
package final class HeaderSegment: Sendable {
  let bytes: [UInt8]
  let id: Int64

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    id = DeskID.hash(bytes)
  }
}

/// The content of one line of a file, or of one request.
package struct DeskImportItem: Sendable {
  /// The source, for messages.
  let place: String
  var statements: [SignedStatement] = []
  var notification: NotificationStatement?
  var refusals: [Refusal] = []
  /// Whether all statements belong to one customer, as in a history or a receipt.
  var isOneCustomers = false

  init(place: String) { self.place = place }

  /// A refused item, with the transaction id that it names without proof.
  struct Refusal: Sendable {
    let body: [UInt8]
    let failure: VerificationFailure
    let transactionId: String?
  }
}
