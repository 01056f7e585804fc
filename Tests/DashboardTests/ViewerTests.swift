import TerminalUI
import Testing

@testable import AppStoreModel
@testable import Dashboard

/// Tests of the viewer, which shows one item in full.
@Suite struct ViewerTests {
  static let sizes = [(60, 16), (80, 24), (120, 40), (160, 45), (200, 50)]

  /// A refunded purchase with two signed versions.
  static let signedItem = SignedItemDetail(
    .transaction("2000000845420001"), id: "2000000845420001", productId: Fixture.premium.id,
    facts: [.origin(.purchase), .arrived(Fixture.ago(days: 31)), .refundAsked(Fixture.ago(days: 30))],
    documents: [SignedItemDetail.Document(.transaction, [version(isRefunded: true), version(isRefunded: false)])])

  private static func version(isRefunded: Bool) -> SignedItemDetail.Version {
    let signed = Fixture.ago(days: isRefunded ? 30 : 31)
    let members: [(String, SignedItemDetail.Value)] =
      [
        ("transactionId", .text("2000000845420001")), ("productId", .text(Fixture.premium.id)),
        ("price", .number(1_999_999_000)), ("currency", .text("CNY")), ("signedDate", .number(signed.milliseconds)),
        ("appAccountToken", .text("0b8f6a9e-5a0e-4d0e-9c0e-2f9f5a6b7c8d")), ("isUpgraded", .other("true")),
        ("note", .text("a\u{202E}b\u{1B}[2J")),
      ] + (isRefunded ? [("revocationDate", .number(signed.milliseconds)), ("revocationReason", .number(1))] : [])
    return SignedItemDetail.Version(
      signedDate: signed, arrivedDate: signed, members: members.map { SignedItemDetail.Member($0.0, $0.1) },
      json: [
        "{", "  \"transactionId\": \"2000000845420001\",", "  \"note\": \"\(String(repeating: "x", count: 300))\"", "}",
      ],
      jws: "a.b.c", examination: examination(failing: nil))
  }

  static func examination(failing failed: VerificationCheck?) -> TrustExamination {
    let reason = "the signature does not match the content"
    let steps = VerificationCheck.allCases.map { check -> TrustExamination.Step in
      guard let failed, check >= failed else {
        return TrustExamination.Step(check, check == .kind ? .notAsked : .passed)
      }
      return TrustExamination.Step(check, check == failed ? .failed(reason) : .notReached)
    }
    let names: [(CertificateFacts.Role, String, String)] = [
      (.leaf, "Prod ECC Mac App Store and iTunes Store Receipt Signing", "P-256"),
      (.intermediate, "Apple Worldwide Developer Relations Certification Authority", "P-384"),
      (.root, "Apple Root CA - G3", "P-384"),
    ]
    return TrustExamination(
      verdict: failed == nil ? .verified : .failed(VerificationFailure(.signature, reason)), steps: steps,
      chain: names.map { role, subject, key in
        CertificateFacts(
          role: role, subject: subject, issuer: subject, key: key, serial: "01", validFrom: Fixture.ago(days: 400),
          validUntil: Fixture.ahead(days: 400), fingerprint: String(repeating: "63343abf", count: 8), isMarked: true,
          isSignedByNext: true, isTrusted: role == .root)
      }, effectiveDate: Fixture.ago(days: 30))
  }

  private static func opened(_ width: Int = 80, _ height: Int = 24) throws -> Driver {
    var driver = try Driver(width: width, height: height).pressing("1<Enter>")
    driver.answer(.signedItem(signedItem))
    return driver
  }

  @Test(arguments: sizes) func everySection(width: Int, height: Int) throws {
    var driver = try Self.opened(width, height)
    for section in Viewer.Section.allCases.dropFirst() {
      try driver.press("<Tab>")
      #expect(driver.state.viewer?.section == section)
    }
  }

  @Test(arguments: sizes) func nothingIsCutAndAllCanBeReached(width: Int, height: Int) throws {
    var driver = try Self.opened(width, height)
    for section in 1...4 {
      try driver.press("\(section)")
      var seen = ""
      var last: Frame?
      for _ in 0..<40 {
        let frame = driver.frame()
        if frame == last { break }
        last = frame
        #expect(!frame.text.contains("…"), "\(frame.text)")
        seen += frame.lines.map { $0.filter { $0 != " " && $0 != "│" } }.joined()
        try driver.press("<PageDown>")
      }
      let wanted = [
        1: ["¥1,999,999.00", "thousandthsofoneCNY", "b\\x1b[2J"], 2: ["revocationDate", "version1of2", "refunded"],
        3: ["\"transactionId\""], 4: ["AppleRootCA-G3", "thesignaturematchesthecontent", "63343abf"],
      ]
      for text in wanted[section] ?? [] { #expect(seen.contains(text), "\(section): \(text) in \(seen)") }
    }
  }

  @Test func oneLetterBreaksTheChain() throws {
    var driver = try Self.opened(120, 40)
    try driver.press("F")
    #expect(driver.queries.last == .forgery(jws: "a.b.c"))
    driver.answer(
      .forgery(
        SignedItemDetail.Forgery(
          member: "productId", before: "premium", after: "premiun", examination: Self.examination(failing: .signature)))
    )
    try Snapshot.check(driver.frame(), "viewer-forgery-120x40")
    #expect(driver.frame().text.contains("signed by: the chain breaks here"))
    try driver.press("F")
    #expect(driver.state.viewer?.forgery == nil && driver.frame().text.contains("Trusted: every check passed."))
  }

  @Test func itsIdCanBeCopiedAndItCloses() throws {
    var driver = try Self.opened()
    try driver.press("y")
    #expect(driver.effects.last == .copy("2000000845420001"))
    try driver.press("c")
    #expect(driver.effects.last == .copy("a.b.c"))
    try driver.press("<Esc>")
    #expect(driver.state.overlays.isEmpty && driver.state.focus == .tabs)
  }

  @Test func everyRowOpens() throws {
    let cases: [(String, [Loaded], SignedItemDetail.Subject)] = [
      ("1j<Enter>", [], .transaction("2000000845410000")),
      ("2", [.transactions(Fixture.transactions(0..<3))], .transaction("2000000845400000")),
      ("3", [.orders(Fixture.orders)], .order("0b8f6a9e-5a0e-4d0e-9c0e-2f9f5a6b7c8d")),
      ("5", [.journal(Fixture.journal)], .journal(9)),
      ("s<Enter>", [], .storeTransaction("2000000845425339")),
      ("s2<Enter>", [], .subscription("2000000845429000", account: "new@")),
      ("s6<Enter>", [], .notification("6f0c4a3e-7a55-4d3f-8a30-0d9f5f8a9c11")),
      ("s7<Enter>", [], .storeTransaction("2000000845429001")),
    ]
    for (keys, answers, subject) in cases {
      var driver = try Driver().pressing(keys)
      for answer in answers { driver.answer(answer) }
      if !keys.hasSuffix("<Enter>") { try driver.press("<Enter>") }
      #expect(driver.queries.last == .signedItem(subject), "\(keys)")
      #expect(driver.state.overlays.last?.scope == .viewer)
    }
  }

  @Test func whatCannotBeReadClosesWithTheReason() throws {
    var driver = try Driver().pressing("1<Enter>")
    for case .read(let id, .signedItem) in driver.effects { driver.send(.failed(id, Problem("it is gone"))) }
    #expect(driver.state.overlays.isEmpty && driver.state.message?.text.contains("it is gone") == true)
  }
}
