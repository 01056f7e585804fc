import AppStoreModel
import Core
import Storage

/// App receipts: all purchases of a customer in one signed object, as in StoreKit 1.
extension LedgerSession {
  /// Returns the receipt of an account in DER, signed now.
  ///
  /// Apple: PKCS#7 signed data over a set of attributes; in-app purchases are attribute 17. Attribute 15 holds the
  /// account's app transaction id here, by which `verifyReceipt` finds the customer again.
  func receipt(of name: String, environment: StoreEnvironment) throws -> [UInt8] {
    let account = try account(name)
    let created = Self.date(now)
    var attributes = [
      Self.attribute(0, DERWriter.utf8(environment == .production ? "Production" : "ProductionSandbox")),
      Self.attribute(2, DERWriter.utf8(identity.bundleId)), Self.attribute(3, DERWriter.utf8("1.0")),
      Self.attribute(4, Array(identity.ledgerId.utf8.prefix(16))),
      Self.attribute(5, Digest.sha1(Array(identity.ledgerId.utf8) + Array(identity.bundleId.utf8))),
      Self.attribute(12, DERWriter.ia5(created)), Self.attribute(15, DERWriter.integer(account.appTransactionId)),
      Self.attribute(19, DERWriter.utf8("1.0")),
    ]
    for row in try receiptTransactions(of: account) { attributes.append(Self.attribute(17, inApp(row))) }
    return try identity.signer.identity().signedData(DERWriter.set(attributes))
  }

  /// Returns the account, the environment and the creation date of a receipt; nil if this App Store did not sign it.
  func owner(
    ofReceipt der: [UInt8]
  ) throws -> (account: AccountRow, environment: StoreEnvironment, created: Timestamp)? {
    guard let content = try identity.signer.identity().content(ofSignedData: der) else { return nil }
    var outer = DERReader(content)
    guard let set = outer.next(), set.tag == 0x31 else { return nil }
    var (environment, appTransactionId): (StoreEnvironment, Int64?) = (.sandbox, nil)
    var created: Timestamp?
    var elements = DERReader(set.content)
    while let element = elements.next() {
      var members = DERReader(element.content)
      guard let type = members.next().flatMap({ DERReader.integer($0.content) }), members.next() != nil,
        let value = members.next()
      else { return nil }
      var inner = DERReader(value.content)
      if type == 15 { appTransactionId = inner.next().flatMap { DERReader.integer($0.content) } }
      if type == 12 { created = inner.next().flatMap { Timestamp(utc: String(decoding: $0.content, as: UTF8.self)) } }
      if type == 0, inner.next()?.content == Array("Production".utf8) { environment = .production }
    }
    guard let appTransactionId, let created else { return nil }
    let row = try connection.first(AccountRow.self, "WHERE app_transaction_id = ?", appTransactionId)
    return row.map { ($0, environment, created) }
  }

  /// Returns the transactions of a receipt: all except finished consumables.
  func receiptTransactions(of account: AccountRow) throws -> [TransactionRow] {
    try connection.all(
      TransactionRow.self,
      """
      WHERE account = ? AND (finished = 0 OR type <> 'Consumable') ORDER BY purchase_date, id
      """, account.name)
  }

  /// Returns the newest renewal information of each of an account's subscriptions.
  func renewals(of name: String) throws -> [RenewalInfo] {
    try renewalInfos(of: name).map { try RenewalInfo(json: CompactJWS($0.utf8).claims()) }
  }

  private func inApp(_ row: TransactionRow) -> [UInt8] {
    func date(_ milliseconds: Int64?) -> [UInt8] { DERWriter.ia5(milliseconds.map(Self.date) ?? "") }
    var attributes = [
      Self.attribute(1701, DERWriter.integer(Int64(row.quantity))),
      Self.attribute(1702, DERWriter.utf8(row.productId)), Self.attribute(1703, DERWriter.utf8(String(row.id))),
      Self.attribute(1704, date(row.purchaseDate)), Self.attribute(1705, DERWriter.utf8(String(row.originalId))),
      Self.attribute(1706, date(row.originalPurchaseDate)), Self.attribute(1708, date(row.expiresDate)),
      Self.attribute(1712, date(row.revocation?.date)),
    ]
    if let id = row.webOrderLineItemId { attributes.append(Self.attribute(1711, DERWriter.integer(id))) }
    return DERWriter.set(attributes)
  }

  /// Encodes an attribute: its type, the version 1, and a value inside an octet string.
  private static func attribute(_ type: Int64, _ value: [UInt8]) -> [UInt8] {
    DERWriter.sequence([DERWriter.integer(type), DERWriter.integer(1), DERWriter.octets(value)])
  }

  /// Formats a date as RFC 3339 in UTC, to the second.
  private static func date(_ milliseconds: Int64) -> String {
    Timestamp(milliseconds: milliseconds).formatted(.second).replacing(" ", with: "T") + "Z"
  }
}

/// An encoder for ASN.1 in DER (X.690), the encoding of an app receipt.
enum DERWriter {
  /// Encodes an integer; negative ones become 0.
  static func integer(_ value: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = UInt64(max(0, value))
    repeat {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    } while rest > 0
    // The highest bit is the sign, so a zero byte keeps the number positive.
    if bytes.last.map({ $0 >= 0x80 }) == true { bytes.append(0) }
    return element(0x02, bytes.reversed())
  }

  static func octets(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }
  static func utf8(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }
  /// Encodes a text of ASCII characters (IA5String).
  static func ia5(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }
  static func sequence(_ elements: [[UInt8]]) -> [UInt8] { element(0x30, elements.flatMap(\.self)) }

  /// Encodes a set; DER sorts its elements by their bytes.
  static func set(_ elements: [[UInt8]]) -> [UInt8] {
    element(0x31, elements.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self))
  }

  /// Encodes an element: a tag, a length in its shortest form, and the content.
  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
    var length: [UInt8] = []
    var rest = content.count
    while rest > 0 {
      length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }
}
