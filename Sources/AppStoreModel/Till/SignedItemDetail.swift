/// All data of one signed item for display: its content, all stored versions, and the result of each check.
package struct SignedItemDetail: Hashable, Sendable {
  /// The item, and the database that holds it.
  package enum Subject: Hashable, Sendable {
    /// A transaction on this device, by its id.
    case transaction(String)
    case order(String)
    case quarantined(Int64)
    case journal(Int64)
    /// A transaction in the simulated App Store's ledger, by its id.
    case storeTransaction(String)
    case notification(String)
    /// A subscription in the ledger, by its original transaction id, and the Apple Account that owns it.
    case subscription(String, account: String)
  }

  package var subject: Subject
  /// The id of the item, which a person may want to copy.
  package var id: String
  package var productId: String?
  /// The facts about the item that are not part of its signed content.
  package var facts: [Fact]
  /// The signed objects of the item, each with its versions.
  package var documents: [Document]

  package init(_ subject: Subject, id: String, productId: String?, facts: [Fact] = [], documents: [Document] = []) {
    self.subject = subject
    self.id = id
    self.productId = productId
    self.facts = facts
    self.documents = documents
  }

  /// A fact about the item that is not part of its signed content.
  package enum Fact: Hashable, Sendable {
    case origin(Origin)
    case arrived(Timestamp)
    case absent
    case refundAsked(Timestamp)
    case refused(VerificationFailure)
    case account(String)
    case order(Order)
    case entry(JournalEntry)
    case orderNumber(String)
    case delivery(AppStoreNotification.Delivery)
    /// An attempt to deliver a notification: its date, the HTTP status, and the milliseconds until the answer.
    case attempt(Timestamp, status: Int64?, milliseconds: Int64?)
    case subscription(Subscription)
    /// The device or the App Store holds no signed object for this item.
    case unsigned
  }

  package struct Document: Hashable, Sendable {
    package var kind: SignedKind
    /// The stored versions, newest first.
    package var versions: [Version]

    package init(_ kind: SignedKind, _ versions: [Version]) {
      self.kind = kind
      self.versions = versions
    }
  }

  package struct Version: Hashable, Sendable {
    package var signedDate: Timestamp?
    /// When the object arrived on this device; device time.
    package var arrivedDate: Timestamp?
    package var members: [Member]
    /// The signed payload as JSON text, line by line.
    package var json: [String]
    /// The signed text (JWS); nil if only the content was stored.
    package var jws: String?
    package var examination: TrustExamination?

    package init(
      signedDate: Timestamp?, arrivedDate: Timestamp?, members: [Member], json: [String], jws: String?,
      examination: TrustExamination?
    ) {
      self.signedDate = signedDate
      self.arrivedDate = arrivedDate
      self.members = members
      self.json = json
      self.jws = jws
      self.examination = examination
    }
  }

  /// A member of a payload; a nested member has both names, such as `data.bundleId`.
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: Value

    package init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Int64)
    /// A number with a fraction, a Boolean, null, or a list, as it is written in the payload.
    case other(String)
    /// A nested signed object, which is shown as a document of its own.
    case signed(characters: Int)
  }

  /// The result of verifying an object after one letter of its payload was changed.
  package struct Forgery: Hashable, Sendable {
    package var member: String
    package var before: String
    package var after: String
    package var examination: TrustExamination

    package init(member: String, before: String, after: String, examination: TrustExamination) {
      self.member = member
      self.before = before
      self.after = after
      self.examination = examination
    }
  }
}

extension SignedItemDetail.Document {
  /// Returns the differences between a version and the one before it, by member.
  ///
  /// - Returns: The name of each changed member, with its old and its new value; nil means absent.
  package func changes(
    ofVersion index: Int
  ) -> [(name: String, before: SignedItemDetail.Value?, after: SignedItemDetail.Value?)] {
    guard versions.indices.contains(index), versions.indices.contains(index + 1) else { return [] }
    let (new, old) = (versions[index].members, versions[index + 1].members)
    let after = Dictionary(new.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let before = Dictionary(old.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let names = new.map(\.name) + old.map(\.name).filter { after[$0] == nil }
    return names.filter { before[$0] != after[$0] }.map { ($0, before[$0], after[$0]) }
  }
}
