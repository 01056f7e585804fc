import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing

@testable import Simulator

/// Tests that Apple's own verifier accepts everything the simulator signs, with the root of `till simulator root`.
@Suite(.enabled(if: ApplesPythonLibrary.isPresent, ApplesPythonLibrary.absence)) struct ApplesVerifierTests {
  /// A script that reads lines of a kind and a signed text.
  ///
  /// It prints a line for each text that is refused, then the number of the accepted ones.
  private static let script = """
    import ssl, sys
    from appstoreserverlibrary.models.Environment import Environment
    from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException
    root = ssl.PEM_cert_to_DER_cert(open(sys.argv[1]).read())
    verifier = SignedDataVerifier([root], False, Environment.SANDBOX, sys.argv[2])
    verify = {
      "transaction": verifier.verify_and_decode_signed_transaction,
      "renewalInfo": verifier.verify_and_decode_renewal_info,
      "notification": verifier.verify_and_decode_notification,
      "appTransaction": verifier.verify_and_decode_app_transaction,
    }
    accepted = 0
    for line in sys.stdin:
      kind, text = line.split()
      try:
        verify[kind](text)
        accepted += 1
      except VerificationException as problem:
        print("refused", kind, problem.status.name)
    print("accepted", accepted)
    """

  private func judge(_ shop: Shop, root: String, _ signed: [(kind: String, text: String)]) throws -> [String] {
    let file = shop.folder.appending(path: "root.pem")
    try Data(root.utf8).write(to: file)
    let lines = signed.map { "\($0.kind) \($0.text)\n" }.joined()
    let answer = try ApplesPythonLibrary.run(
      Self.script, arguments: [file.path(percentEncoded: false), shop.store.bundleId], input: Data(lines.utf8))
    return String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Returns a shop in which every event happened that leaves signed data.
  static func life() throws -> Shop {
    let shareable = String(decoding: DemoCatalogue.bytes, as: UTF8.self).replacing(
      #""familyShareable" : false"#, with: #""familyShareable" : true"#)
    let shop = try Shop(catalogue: Array(shareable.utf8))
    try shop.store.addAccount("child@", storefront: "USA")
    try shop.store.joinFamily("child@", of: Shop.customer)
    let coins = try shop.buy(Shop.coins, quantity: 3)
    let premium = try shop.buy(Shop.premium)
    try shop.buy(Shop.season)
    try shop.buy(Shop.monthly)
    try shop.store.advance(by: 32 * day)
    try shop.store.failBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.advance(by: 50 * day)
    try shop.store.resolveBilling(of: Shop.monthly, account: Shop.customer)
    try shop.store.requestRefund(of: coins, reason: "UNINTENDED_PURCHASE", account: Shop.customer)
    try shop.store.approveRefund(of: coins, percentage: 40)
    try shop.store.approveRefund(of: premium, percentage: 100)
    try shop.store.reverseRefund(of: premium)
    try shop.store.expire(Shop.monthly, account: Shop.customer)
    try shop.buy(Shop.yearly)
    try shop.store.leaveFamily("child@")
    _ = try shop.store.requestTestNotification()
    return shop
  }

  @Test func everyKindOfSignedObject() throws {
    let shop = try Self.life()
    var signed: [(kind: String, text: String)] = []
    for account in [Shop.customer, "child@"] {
      var page = try shop.store.history(of: account)
      signed += page.signedTransactions.map { ("transaction", $0) }
      while page.hasMore {
        page = try shop.store.history(of: account, after: page.revision)
        signed += page.signedTransactions.map { ("transaction", $0) }
      }
      signed += try shop.store.renewalInfos(of: account).map { ("renewalInfo", $0) }
    }
    let notifications = try shop.store.notifications(PageRequest(limit: 1000)).rows
    for notification in notifications {
      signed.append(("notification", notification.signedPayload))
      let data = try ServerNotification(json: json(notification.signedPayload)).data
      if let text = data?.signedTransactionInfo { signed.append(("transaction", text)) }
      if let text = data?.signedRenewalInfo { signed.append(("renewalInfo", text)) }
    }
    let any = try #require(try shop.history().first?.transactionId)
    signed.append(("appTransaction", try shop.store.appTransaction(ofAny: any)))
    #expect(Set(notifications.map(\.notificationType)).count >= 10)
    #expect(try judge(shop, root: shop.store.rootCertificatePEM, signed) == ["accepted \(signed.count)"])
  }

  @Test func aSpoiledSignatureIsRefusedAndAnotherLedgersRootBelievesNothing() throws {
    let shop = try Shop()
    try shop.buy(Shop.premium, outcome: .unverified)
    let spoiled = try shop.store.unfinished(of: Shop.customer).map { (kind: "transaction", text: $0) }
    #expect(
      try judge(shop, root: shop.store.rootCertificatePEM, spoiled)
        == ["refused transaction VERIFICATION_FAILURE", "accepted 0"])
    let good = try shop.store.notifications(PageRequest(limit: 9)).rows.map {
      (kind: "notification", text: $0.signedPayload)
    }
    #expect(try judge(shop, root: shop.store.rootCertificatePEM, good) == ["accepted 1"])
    let other = try Shop().store.rootCertificatePEM
    #expect(try judge(shop, root: other, good).last == "accepted 0")
  }
}
