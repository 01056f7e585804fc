import AppStoreModel
import Entitlements
import Foundation
import Storage
import TestSupport
import Testing

@testable import Device

/// Tests of signed statements and their versions.
struct EvidenceTests {
  @Test func newKnownALaterCopyANewerVersionAndAStaleOne() throws {
    let device = try Device()
    let bought = Transaction.bought(1, at: 10)
    #expect(try device.save(bought) == .new)
    #expect(try device.save(bought) == .known)
    #expect(try device.save(bought.signed(at: 30)) == .known)
    #expect(try device.store.transaction("1")?.versions == 1)
    #expect(try device.store.transaction("1")?.transaction.signedDate == date(30))
    // Signed between the two copies, so it is older than the later copy.
    #expect(try device.save(bought.refunded(at: 20)) == .stale)
    #expect(try device.store.transaction("1")?.transaction.revocationDate == nil)
    #expect(try device.save(bought.refunded(at: 40)) == .newVersion(previous: bought.signed(at: 30)))
    #expect(try device.save(bought.refunded(at: 20)) == .stale)
    #expect(try device.save(bought.signed(at: 50)) == .newVersion(previous: bought.refunded(at: 40)))
    let stored = try #require(try device.store.transaction("1"))
    #expect(stored.transaction.revocationDate == nil && stored.versions == 4)
    #expect(stored.verdict == .verified && stored.origin == .history && !stored.isAbsent)
  }

  @Test func theSignedTextIsRebuiltExactlyAndTheHeaderIsKeptOnce() throws {
    let device = try Device()
    let one = try device.signed(.bought(1, at: 10))
    let two = try device.signed(.bought(2, at: 20))
    for signed in [one, two] {
      _ = try device.store.save(signed, account: Device.buyer, origin: .purchase, at: date(0))
    }
    #expect(try device.store.signedTransaction("1") == one.jws)
    #expect(try device.store.signedTransaction("2") == two.jws)
    #expect(try device.store.signedTransaction("3") == nil)
    let headers: Int? = try device.store.database.value("SELECT count(*) FROM headers")
    #expect(headers == 1)
  }

  @Test func onlyWhatBelongsToTheSignedInAccountIsVisible() throws {
    let device = try Device()
    try device.save(.bought(1, at: 10))
    try device.save(.bought(2, at: 20), account: Device.other)
    #expect(try device.store.wholeEvidence().transactions.map(\.id) == ["1"])
    #expect(try device.store.transactions(PageRequest(limit: 9)).rows.map(\.id) == ["1"])
    try device.store.update { $0.account = Device.other }
    #expect(try device.store.wholeEvidence().transactions.map(\.id) == ["2"])
    try device.store.update { $0.account = nil }
    #expect(try device.store.wholeEvidence().transactions.isEmpty)
    #expect(try device.store.transactions(PageRequest(limit: 9)).rows.isEmpty)
  }

  @Test func whatAWholeHistoryDoesNotListIsAbsentUntilItIsListedAgain() throws {
    let device = try Device()
    try device.save(.bought(1, at: 10))
    try device.save(.bought(2, at: 20))
    let listing = try device.store.beginHistory()
    try device.store.historyLists("2", listing)
    try device.store.endHistory(listing, account: Device.buyer)
    #expect(try device.store.transaction("1")?.isAbsent == true)
    #expect(try device.store.transaction("2")?.isAbsent == false)
    #expect(try device.store.refundable(PageRequest(limit: 9)).rows.map(\.id) == ["2"])
    try device.save(.bought(1, at: 10))
    #expect(try device.store.transaction("1")?.isAbsent == false)
  }

  @Test func evidenceOfOneProductComesWithItsGroup() throws {
    let device = try Device()
    func plan(_ id: String, _ group: String?) -> Product {
      var product = Product(
        id: id, type: .autoRenewableSubscription, displayName: id, price: 1, currency: "USD", displayPrice: "$1")
      product.subscriptionGroupIdentifier = group
      return product
    }
    try device.store.replaceProducts([plan("a", "g"), plan("b", "g"), plan("c", nil)])
    for (index, id) in ["a", "b", "c"].enumerated() { try device.save(.bought(index, id, at: index)) }
    #expect(Set(try device.store.evidence(of: ["a"], at: date(500)).transactions.map(\.id)) == ["0", "1"])
    #expect(try device.store.evidence(of: ["c"], at: date(500)).transactions.map(\.id) == ["2"])
    #expect(try device.store.evidence(of: ["d"], at: date(500)).transactions.isEmpty)
  }

  @Test func theNewestRenewalInformationCounts() throws {
    let device = try Device()
    func take(_ status: AutoRenewStatus, signed: Int) throws {
      let info = RenewalInfo {
        $0.originalTransactionId = "1"
        $0.productId = "a"
        $0.autoRenewStatus = status
        $0.signedDate = date(signed)
        $0.environment = .sandbox
      }
      let jws = try device.signer.sign(info.json)
      try device.store.save(
        Signed(payload: info, jws: jws, verdict: .verified, rootFingerprint: nil), account: Device.buyer, at: date(0))
    }
    try device.save(.bought(1, at: 5))
    try take(.on, signed: 10)
    try take(.off, signed: 20)
    try take(.on, signed: 15)
    #expect(try device.store.wholeEvidence().renewalInfos.map(\.autoRenewStatus) == [.off])
  }

  @Test func revisionsAreKeptForEachAccountAndList() throws {
    let device = try Device()
    try device.store.setRevision("h", account: "a")
    try device.store.setRefundRevision("r", account: "a")
    #expect(try device.store.revision(account: "a") == "h" && device.store.refundRevision(account: "a") == "r")
    #expect(try device.store.revision(account: "b") == nil)
    try device.store.setRevision(nil, account: "a")
    #expect(try device.store.revision(account: "a") == nil && device.store.refundRevision(account: "a") == "r")
  }

  @Test func theSameRefusedTextIsKeptOnce() throws {
    let device = try Device()
    func item(_ jws: String) -> QuarantinedItem {
      QuarantinedItem(
        transactionId: "1", productId: Device.premium, failure: VerificationFailure(.signature, "it does not hold"),
        account: Device.buyer, date: date(1), jws: jws)
    }
    #expect(try device.store.quarantine(item("a.b.c")))
    #expect(try !device.store.quarantine(item("a.b.c")))
    #expect(try device.store.quarantine(item("a.b.d")))
    let rows = try device.store.quarantine(PageRequest(limit: 9)).rows
    #expect(rows.map(\.jws) == ["a.b.d", "a.b.c"])
    #expect(rows.first?.failure == VerificationFailure(.signature, "it does not hold"))
    #expect(try device.store.wholeEvidence().quarantined.count == 2)
  }

  @Test(
    arguments: [
      "UPDATE signed_items SET product_id = 'com.example.other'", "UPDATE signed_items SET revocation_date = 1",
      "UPDATE signed_items SET payload = x'7b7d'", "UPDATE signed_items SET payload = x'00'",
    ] as [SQL])
  func aColumnThatDiffersFromWhatWasSignedIsNoticed(statement: SQL) throws {
    let device = try Device()
    try device.save(.bought(1, at: 10))
    try device.tamper(statement)
    #expect(throws: StoreDamage.self) { try device.store.transaction("1") }
    #expect(throws: StoreDamage.self) { try device.store.wholeEvidence() }
    #expect(throws: StoreDamage.self) { try device.store.transactions(PageRequest(limit: 9)) }
  }

  /// Tests data signed by Xcode, which Till cannot verify.
  ///
  @Test func onlyWhatThisAccountPaidForIsRefundable() throws {
    let device = try Device()
    var (shared, free, upgraded) = (
      Transaction.bought(1, at: 10), Transaction.bought(2, at: 20), Transaction.bought(3, at: 30)
    )
    shared.inAppOwnershipType = .familyShared
    free.price = 0
    upgraded.isUpgraded = true
    for transaction in [shared, free, upgraded, .bought(4, at: 40)] { try device.save(transaction) }
    #expect(try device.store.refundable(PageRequest(limit: 9)).rows.map(\.id) == ["4"])
  }

  /// It entitles, and can be refunded, only in a store that is bound to Xcode's environment.
  @Test func whatXcodeSignedCanBeRefundedThere() throws {
    for (environment, ids) in [(StoreEnvironment.xcode, ["1"]), (.sandbox, [])] {
      let folder = try ScratchFolder.make("till")
      defer { try? FileManager.default.removeItem(at: folder) }
      let store = try LocalStore(
        path: folder.appending(path: "device.db").path(percentEncoded: false),
        identity: StoreIdentity(
          kind: .external, environment: environment, bundleId: "com.example", rootFingerprint: nil, ledgerId: nil))
      try store.update { $0.account = Device.buyer }
      var signed = try Device().signed(Transaction.bought(1, at: 0))
      signed.verdict = .skipped
      _ = try store.save(signed, account: Device.buyer, origin: .history, at: date(1))
      #expect(try store.refundable(PageRequest(limit: 9)).rows.map(\.id) == ids)
    }
  }
}
