import AppStoreModel
import Core
import Storage
import Testing

/// Tests of the signed data that every receiver keeps.
struct EvidenceStoreTests {
  private let folder: TestFolder
  private let database: DatabaseConnection
  private var store: EvidenceStore { EvidenceStore(database) }

  init() throws {
    folder = try TestFolder()
    database = try folder.open(
      schema: DatabaseSchema(applicationID: 0x7465_7374, version: 4, script: DatabaseSchema.evidence))
  }

  private func signed<Statement: KeptStatement>(
    _ type: Statement.Type, _ members: JSONObject, _ verdict: Verdict = .verified
  ) throws -> Signed<Statement> {
    let segments = [Array("{}".utf8), JSONValue.object(members).serializedBytes(), [UInt8](repeating: 7, count: 64)]
    let jws = segments.map { String(decoding: Base64.url.encode($0), as: UTF8.self) }.joined(separator: ".")
    return Signed(payload: try Statement(json: members), jws: jws, verdict: verdict, rootFingerprint: "aa")
  }

  private func transaction(_ id: String, at date: Int64, price: Int64 = 1, _ verdict: Verdict = .verified) throws
    -> Signed<Transaction>
  {
    try signed(
      Transaction.self,
      [
        "transactionId": .string(id), "originalTransactionId": "1", "signedDate": .number(JSONNumber(date)),
        "price": .number(JSONNumber(price)),
      ], verdict)
  }

  private func renewal(at date: Int64, _ status: Int64) throws -> Signed<RenewalInfo> {
    try signed(
      RenewalInfo.self,
      [
        "originalTransactionId": "1", "signedDate": .number(JSONNumber(date)),
        "autoRenewStatus": .number(JSONNumber(status)),
      ])
  }

  @discardableResult
  private func keep<Statement: KeptStatement>(
    _ signed: Signed<Statement>, scope: String = ""
  ) throws -> EvidenceOutcome<Statement> {
    try database.transaction { try store.keep(signed, scope: scope, at: Timestamp(milliseconds: 5)) }
  }

  @Test func oneIdInTwoScopesIsTwoStatements() throws {
    let (sandbox, production) = (try transaction("1", at: 10), try transaction("1", at: 20, price: 2))
    #expect(try keep(sandbox, scope: "Sandbox") == .new)
    #expect(try keep(production, scope: "Production") == .new)
    #expect(try store.newest(Transaction.self, "1", scope: "Sandbox")?.statement == sandbox.payload)
    #expect(try store.text(ofNewest: Transaction.self, "1", scope: "Production") == production.jws)
    #expect(try store.newest(Transaction.self, "1", scope: "Xcode")?.item == nil)
  }

  @Test func aWeakerProofNeverReplacesAStrongerOneHoweverNewItIs() throws {
    #expect(try keep(transaction("1", at: 10, .attested(.file))) == .new)
    let strong = try transaction("1", at: 5, price: 2)
    guard case .newVersion = try keep(strong) else {
      Issue.record("the verified version is the newest")
      return
    }
    #expect(try keep(transaction("1", at: 90, price: 3, .attested(.answer))) == .stale)
    #expect(try store.newest(Transaction.self, "1", scope: "")?.statement == strong.payload)
  }

  @Test func olderRenewalInformationIsNotKeptAndOlderTransactionsAre() throws {
    try keep(renewal(at: 20, 1))
    #expect(try keep(renewal(at: 10, 0)) == .stale)
    try keep(transaction("1", at: 20))
    #expect(try keep(transaction("1", at: 10, price: 2)) == .stale)
    let counts: [Int] = try database.values("SELECT count(*) FROM signed_items GROUP BY kind ORDER BY kind")
    #expect(counts == [2, 1])
  }

  @Test func aCopyThatDiffersOnlyInItsDateTakesThePlaceOfTheVersionAndKeepsItsArrival() throws {
    try keep(transaction("1", at: 10))
    let copy = try transaction("1", at: 30)
    let outcome = try database.transaction { try store.keep(copy, scope: "", at: Timestamp(milliseconds: 99)) }
    #expect(outcome == .known)
    let item = try #require(try store.newest(Transaction.self, "1", scope: "")).item
    #expect(item.signedDate == 30 && item.arrivedDate == Timestamp(milliseconds: 5))
    #expect(try store.text(ofNewest: Transaction.self, "1", scope: "") == copy.jws)
  }

  @Test func aLineageIsFoundAndMovesToAnotherScopeWithItsVersions() throws {
    for id in ["1", "2"] { try keep(transaction(id, at: 10)) }
    #expect(try store.newest(Transaction.self, ofLineage: "1", scope: "").count == 2)
    try keep(renewal(at: 10, 1), scope: "one")
    try keep(renewal(at: 20, 0), scope: "one")
    try keep(renewal(at: 15, 1), scope: "two")
    try database.transaction { try store.move(RenewalInfo.self, "1", from: "one", to: "two") }
    #expect(try store.newest(RenewalInfo.self, "1", scope: "one")?.item == nil)
    #expect(try store.newest(RenewalInfo.self, "1", scope: "two")?.item.signedDate == 20)
    var texts: [String] = []
    try store.forEachVerifiedText {
      texts.append($0)
      return true
    }
    #expect(texts.count == 4)
  }
}
