/// A signed item opened in full: its content, every version held, and the checks that each passed.
package struct SignedItemDetail: Hashable, Sendable {
  /// The item, and the place that holds it.
  package enum Subject: Hashable, Sendable {
    /// Of this device, by its id.
    case transaction(String)
    case order(String)
    case quarantined(Int64)
    case journal(Int64)
    /// Of the App Store's side.
    case storeTransaction(String)
    case notification(String)
    /// A lineage, and the Apple Account that has it.
    case subscription(String, account: String)
  }

  package var subject: Subject
  /// The id that a person may want to copy.
  package var id: String
  package var productId: String?
  /// The facts about it beside its signed content.
  package var facts: [Fact]
  /// The signed objects, each with its versions.
  package var documents: [Document]

  package init(_ subject: Subject, id: String, productId: String?, facts: [Fact] = [], documents: [Document] = []) {
    self.subject = subject
    self.id = id
    self.productId = productId
    self.facts = facts
    self.documents = documents
  }

  /// A fact beside the signed content.
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
    /// An attempt to deliver: when, the status of HTTP, and the milliseconds until it was answered.
    case attempt(Timestamp, status: Int64?, milliseconds: Int64?)
    case subscription(Subscription)
    /// Nothing is signed, or held, with the reason.
    case unsigned
  }

  /// The kind of a document.
  package enum Kind: String, Hashable, Sendable {
    case transaction, renewalInfo, notification, appTransaction, unknown
  }

  package struct Document: Hashable, Sendable {
    package var kind: Kind
    /// Newest first.
    package var versions: [Version]

    package init(_ kind: Kind, _ versions: [Version]) {
      self.kind = kind
      self.versions = versions
    }
  }

  package struct Version: Hashable, Sendable {
    package var signedDate: Timestamp?
    /// When this device got it; device time.
    package var arrivedDate: Timestamp?
    package var members: [Member]
    /// The payload as it was signed, a line each.
    package var json: [String]
    /// The signed text; nil where only its content was kept.
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

  /// A member of a payload; one inside another is named by both, as `data.bundleId`.
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
    /// A number that is no whole one, a truth value, null, or a list, as it was written.
    case other(String)
    /// A signed object inside, which is a document of its own.
    case signed(characters: Int)
  }

  /// The result of verifying an object after one letter was changed.
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
  /// The differences between a version and the one before, member by member.
  ///
  /// - Returns: The name with its old and its new value; nil for a value that was absent.
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
