import AppStoreModel
import Backends
import Core
import Device
import Foundation
import Simulator
import TestSupport
import Testing

@Suite struct CaseFileTests {
  private func file(_ text: String, roots: TrustedRoots = .apple) -> CaseFile {
    CaseFile(Array(text.utf8), name: "answer.json", roots: roots)
  }

  private func signed(_ file: CaseFile) -> [String] {
    file.items.compactMap { if case .signed(let text) = $0.content { text } else { nil } }
  }

  @Test func answersOfTheServerAPI() {
    #expect(signed(file(#"{"signedTransactions":["a.b.c","d.e.f"],"hasMore":true,"revision":"r"}"#)).count == 2)
    #expect(signed(file(#"{"signedTransactionInfo":"a.b.c"}"#)) == ["a.b.c"])
    #expect(signed(file(#"{"status":0,"signedTransactions":["a.b.c"]}"#)) == ["a.b.c"])
    let statuses = #"""
      {"data":[{"lastTransactions":[{"status":1,"signedTransactionInfo":"a.b.c","signedRenewalInfo":"d.e.f"}]}]}
      """#
    #expect(signed(file(statuses)) == ["a.b.c", "d.e.f"])
    let notifications = #"{"notificationHistory":[{"signedPayload":"a.b.c","sendAttempts":[]}],"hasMore":false}"#
    #expect(signed(file(notifications)) == ["a.b.c"])
    #expect(signed(file(#"["a.b.c",{"signedPayload":"d.e.f"}]"#)) == ["a.b.c", "d.e.f"])
    // A customer without refunds is not a failure.
    let none = file(#"{"signedTransactions":[],"hasMore":false}"#)
    #expect(none.items.isEmpty && none.failures.isEmpty)
  }

  @Test func signedDataOneALine() {
    let lines = file("a.b.c\r\n\n  d.e.f \n{\"signedPayload\":\"g.h.i\"}\nnonsense\n")
    #expect(signed(lines) == ["a.b.c", "d.e.f", "g.h.i"])
    #expect(lines.failures.map(\.place) == ["answer.json, line 5"])
  }

  @Test func appReceiptsInEitherForm() throws {
    let directory = try ScratchFolder.make("case")
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = try SimulatedAppStore(path: directory.path + "/appstore.db")
    let roots = try TrustedRoots(files: [Array(store.rootCertificatePEM.utf8)])
    let der = try store.receipt(of: "again@")
    let base64 = String(decoding: Base64.standard.encode(der), as: UTF8.self)
    let broken = base64.enumerated().map { $0.offset % 64 == 63 ? "\($0.element)\n" : "\($0.element)" }.joined()
    for bytes in [der, Array(base64.utf8), Array(broken.utf8)] {
      let file = CaseFile(bytes, name: "receipt", roots: roots)
      #expect(file.failures.isEmpty && file.items.count == 2)
      for item in file.items {
        guard case .told(_, let transaction, by: .receipt) = item.content else {
          Issue.record("not told by a receipt: \(item.content)")
          continue
        }
        #expect(transaction.environment == .sandbox && transaction.bundleId == store.bundleId)
        #expect(item.claims?.bundleId == store.bundleId)
      }
    }
    // No trusted root signed the receipt: it is kept, marked as refused.
    let foreign = CaseFile(der, name: "receipt", roots: .apple)
    #expect(
      foreign.items.allSatisfy { if case .refused(_, _, let why) = $0.content { why.kind == .chain } else { false } })
    var changed = der
    let name = Array("premium".utf8)
    let place = try #require(changed.indices.first { changed[$0...].starts(with: name) })
    changed[place] ^= 1
    let forged = CaseFile(changed, name: "receipt", roots: roots)
    #expect(
      forged.items.contains { if case .refused(_, _, let why) = $0.content { why.kind == .signature } else { false } })
  }

  @Test func answersToReceipts() {
    let entry = #"{"transaction_id":"1","product_id":"p","purchase_date_ms":"1740000000000"}"#
    let answer = file(
      #"""
      {"status":0,"environment":"Sandbox","receipt":{"bundle_id":"b","request_date_ms":"1750000000000",
      "receipt_creation_date_ms":"1750000000000","in_app":[\#(entry)]}}
      """#)
    guard case .told(_, let transaction, by: .file)? = answer.items.first?.content else {
      Issue.record("not told by a file")
      return
    }
    #expect(transaction.transactionId == "1" && transaction.environment == .sandbox && answer.failures.isEmpty)
    let refused = file(#"{"status":21007}"#)
    #expect(refused.failures.first?.reason.contains("a sandbox receipt (status 21007)") == true)
  }

  @Test(arguments: [
    "", "  \n", "{", "[1,2]", "{}", #"{"errorCode":4040010,"errorMessage":"No.\u001b[1m"}"#, "MIIB", "a.b",
  ])
  func uselessFilesHaveOneClearLine(text: String) {
    let file = file(text)
    #expect(file.items.isEmpty && file.failures.count == 1)
    let line = file.failures.first?.reason ?? "\n"
    #expect(!line.contains("\n") && !line.contains("\u{1B}") && line.count > 20)
  }

  @Test(.enabled(if: Conformance.isPresent, Conformance.absence))
  func everyModelOfApplesLibraryIsReadWithoutAWordTooMany() throws {
    let folder = try #require(Conformance.folder).appending(path: "apple/models")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".json") {
      let file = CaseFile(Array(try Conformance.data("apple/models/" + name)), name: name, roots: .apple)
      #expect(file.failures.count <= 1, "\(name): \(file.failures)")
      #expect(!file.items.isEmpty || !file.failures.isEmpty, "\(name)")
    }
  }
}
