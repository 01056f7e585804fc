import AppStoreModel
import Device
import TestSupport
import Testing

/// Tests that credits don't depend on the order in which messages arrive, nor on how often.
///
/// The messages are uploads, claims, refunds and reversed refunds.
@Suite struct OrderOfArrivalTests {
  /// A message to the app server.
  enum Message {
    case upload(OrderUpload)
    case claim(OwnershipClaim)
  }

  @Test(arguments: 0..<12) func doesNotChangeTheCredits(_ seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed) + 1)
    let backend = try Backend()
    let messages = try messages(of: backend, using: &generator)
    var totals: Set<[String: Int]> = []
    for _ in 0..<3 {
      let fresh = try Backend(signer: backend.signer)
      let server = try fresh.server()
      for user in ["ann", "bob"] { _ = try await server.account(of: user) }
      var sequence = messages + messages.filter { _ in Bool.random(using: &generator) }
      sequence.shuffle(using: &generator)
      for message in sequence {
        switch message {
        case .upload(let upload): try await server.upload(upload)
        case .claim(let claim): _ = try await server.claim(claim)
        }
      }
      totals.insert(
        [
          "ann": try await server.balance(Backend.coins, of: "ann"),
          "bob": try await server.balance(Backend.coins, of: "bob"),
        ])
    }
    #expect(totals.count == 1, "seed \(seed): \(totals)")
  }

  /// Returns the messages of both devices about purchases of coins.
  ///
  /// Some purchases are ann's, some bob's. Some are refunded, and some of those refunds are reversed.
  private func messages(
    of backend: Backend, using generator: inout SeededGenerator
  ) throws -> [Message] {
    var messages: [Message] = []
    for id in 1...5 {
      let owner = Bool.random(using: &generator) ? "ann" : "bob"
      let bought = Transaction.coins(
        id, quantity: Int32.random(in: 1...10, using: &generator), token: token(of: owner))
      var versions = [bought]
      if Bool.random(using: &generator) {
        versions.append(bought.refunded(at: 20, percentage: Bool.random(using: &generator) ? 30_000 : nil))
        if Bool.random(using: &generator) { versions.append(bought.signed(at: 30)) }
      }
      for version in versions {
        for user in ["ann", "bob"] {
          messages.append(.upload(try backend.upload(version, order: "\(user)-\(id)", current: user)))
          messages.append(.claim(try backend.claim(version, by: user, isRestore: Bool.random(using: &generator))))
        }
      }
    }
    return messages
  }
}
