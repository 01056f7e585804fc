package import AppStoreModel
package import Core

/// A signed statement of the App Store, as a receiver of such statements keeps it.
///
/// The JWS is rebuilt exactly from header, payload and signature. The header holds the certificates, nine tenths of a
/// JWS, and is stored once for many.
package struct SignedItem: Hashable, Sendable {
  /// What a statement is about.
  package enum Kind: Int, CaseIterable, DatabaseConvertible {
    /// A transaction, by its id.
    case transaction = 1
    /// The renewal information of an original transaction, by its id.
    case renewalInfo = 2
  }

  /// The item's number in this file.
  package var number: Int64
  /// The id that all versions of the statement share.
  package var subject: String
  package var kind: Kind
  /// What the subject's id is unique in: an environment, an account, or nothing.
  package var scope: String
  /// Whether this is the newest version of the statement.
  package var isNewest: Bool
  package var signedDate: Int64
  var header: Int64
  package var payload: [UInt8]
  var signature: [UInt8]
  package var verdict: Verdict
  var root: Int64?
  /// When it arrived; a copy that differs only in its date of signing takes the place of the version it repeats.
  package var arrivedDate: Timestamp

  // What is searched for, decoded from the payload.
  package var lineage: String
  package var productId: String?
  package var revocationDate: Timestamp?
  package var purchase: String?
  package var token: String?
}

extension SignedItem: StoredRow {
  package static let table = Table<SignedItem>("signed_items")

  package static func columns(_ column: inout Columns<SignedItem>) throws(DatabaseFault) -> SignedItem {
    SignedItem(
      number: try column("id", \.number, .number), subject: try column("subject", \.subject, .fixed),
      kind: try column("kind", \.kind, .fixed), scope: try column("scope", \.scope, .fixed),
      isNewest: try column("is_newest", \.isNewest), signedDate: try column("signed_date", \.signedDate),
      header: try column("header", \.header, .changing, "REFERENCES headers (id)"),
      payload: try column("payload", \.payload), signature: try column("signature", \.signature),
      verdict: try column("verdict", \.verdict),
      root: try column("root", \.root, .changing, "REFERENCES roots (id)"),
      arrivedDate: try column("arrived_date", \.arrivedDate, .fixed), lineage: try column("lineage", \.lineage),
      productId: try column("product_id", \.productId),
      revocationDate: try column("revocation_date", \.revocationDate), purchase: try column("purchase", \.purchase),
      token: try column("token", \.token))
  }
}

extension DatabaseSchema {
  /// The tables of signed items, for the file of each receiver.
  package static let evidence: SQL =
    """
    CREATE TABLE headers(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE roots(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
    """ + SignedItem.table.create + """
      CREATE INDEX signed_items_subject ON signed_items (subject, kind, scope, signed_date);
      CREATE INDEX signed_items_renewals ON signed_items (scope) WHERE kind = 2;
      CREATE INDEX signed_items_taken_back ON signed_items (subject)
        WHERE revocation_date IS NOT NULL AND is_newest = 1;
      """
}

/// A payload of which a receiver keeps the signed versions.
package protocol KeptStatement: Hashable, Sendable {
  static var kind: SignedItem.Kind { get }
  /// The word for it in messages.
  static var name: String { get }
  init(json: JSONObject) throws(JSONError)
  /// The id that all versions share; a statement without one cannot be kept.
  var subject: String? { get }
  var signedDate: Timestamp? { get set }
  /// Whether it replaces another version; the payloads are the bytes that the signatures cover.
  func supersedes(_ other: Self, payload: [UInt8], otherPayload: [UInt8]) -> Bool
  /// Sets what is searched for.
  func describe(_ item: inout SignedItem)
}

extension KeptStatement {
  /// Parses the bytes that the signature covers.
  ///
  /// - Throws: `StoreDamage`.
  package init(storedPayload bytes: [UInt8]) throws {
    do {
      guard case .object(let object) = try JSONValue(parsing: bytes) else {
        throw StoreDamage(what: say("a stored \(Self.name) is not a JSON object"))
      }
      self = try Self(json: object)
    } catch let error as JSONError {
      throw StoreDamage(what: say("a stored \(Self.name) is unreadable: \(error.message)"))
    }
  }

  /// Whether it differs from another version at most in its date of signing.
  ///
  /// Such a copy needs no row of history, but its later date must be stored. A statement signed between the two may
  /// arrive afterwards, and it is older than the copy.
  func statesTheSame(as other: Self) -> Bool {
    var copy = self
    copy.signedDate = other.signedDate
    return copy == other
  }
}

extension Transaction: KeptStatement {
  package static let kind = SignedItem.Kind.transaction
  package static var name: String { say("transaction") }
  package var subject: String? { transactionId }

  package func supersedes(_ other: Transaction, payload: [UInt8], otherPayload: [UInt8]) -> Bool {
    Versions.supersedes(self, payload: payload, over: other, payload: otherPayload)
  }

  package func describe(_ item: inout SignedItem) {
    item.lineage = originalTransactionId ?? transactionId ?? ""
    (item.productId, item.revocationDate) = (productId, revocationDate)
    (item.purchase, item.token) = (purchaseKey ?? transactionId, appAccountToken?.lowercased())
  }
}

extension RenewalInfo: KeptStatement {
  package static let kind = SignedItem.Kind.renewalInfo
  package static var name: String { say("renewal info") }
  package var subject: String? { originalTransactionId }

  package func supersedes(_ other: RenewalInfo, payload: [UInt8], otherPayload: [UInt8]) -> Bool {
    Versions.supersedes(self, over: other)
  }

  package func describe(_ item: inout SignedItem) { (item.lineage, item.productId) = (item.subject, productId) }
}

/// An error for a row that cannot be what was stored: the file is damaged.
package struct StoreDamage: Error, Hashable, Sendable {
  /// The error in one line.
  package let what: String

  package init(what: String) { self.what = what }
}
