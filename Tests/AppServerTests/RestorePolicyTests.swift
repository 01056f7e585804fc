import AppStoreModel
import Device
import Testing

@testable import AppServer

@Suite struct RestorePolicyTests {
  let backend: Backend
  let server: EmbeddedAppServer

  init() throws {
    backend = try Backend()
    server = try backend.server()
  }

  /// The outcome of a restore policy when bob restores a purchase that was credited to ann.
  struct Case: Sendable, CustomTestStringConvertible {
    let policy: RestorePolicy
    /// The end of the subscription, in seconds on the tests' clock, which is at 100; nil for a non-consumable.
    var expires: Int?
    let users: [String]
    let outcome: PolicyOutcome

    var testDescription: String { "\(policy) \(expires.map(String.init) ?? "for good")" }

    static let all = [
      Case(policy: .keep, users: ["ann"], outcome: .kept),
      Case(policy: .keep, expires: 90, users: ["ann"], outcome: .kept),
      Case(policy: .transfer, users: ["bob"], outcome: .transferred),
      Case(policy: .transfer, expires: 110, users: ["bob"], outcome: .transferred),
      Case(policy: .transferIfInactive, users: ["bob"], outcome: .transferred),
      Case(policy: .transferIfInactive, expires: 101, users: ["ann"], outcome: .kept),
      Case(policy: .transferIfInactive, expires: 100, users: ["bob"], outcome: .transferred),
      Case(policy: .share, users: ["ann", "bob"], outcome: .shared),
      Case(policy: .share, expires: 110, users: ["ann", "bob"], outcome: .shared),
    ]

    var purchase: Transaction {
      guard let expires else { return .bought(1, token: token(of: "ann")) }
      return .period(1, of: 1, from: 10, to: expires, token: token(of: "ann"))
    }
  }

  @Test(arguments: Case.all) func decidesWhenAnotherUserRestores(_ example: Case) async throws {
    try server.setRestorePolicy(example.policy)
    #expect(try await server.account(of: "ann").policy == example.policy)
    try await server.credit(backend.upload(example.purchase, order: "a", intended: "ann", current: "ann"))

    // A claim that the user did not ask for changes nothing.
    let shown = try await server.claim(backend.claim(example.purchase, by: "bob"))
    #expect(shown == [Ownership(originalTransactionId: "1", users: ["ann"], attribution: .intent)])
    // An upload by another user changes nothing either: the token names the owner.
    let uploaded = try await server.credit(backend.upload(example.purchase, order: "b", current: "bob"))
    #expect(uploaded == Credit(users: ["ann"], quantity: 0, attribution: .intent))

    let brought = try await server.claim(backend.claim(example.purchase, by: "bob", isRestore: true))
    let expected = Ownership(
      originalTransactionId: "1", users: example.users,
      attribution: example.outcome == .transferred ? .restore : .intent, policyOutcome: example.outcome)
    #expect(brought == [expected])
    // A second restore has the same result, and the order's status shows it too.
    #expect(try await server.claim(backend.claim(example.purchase, by: "bob", isRestore: true)) == [expected])
    guard case .confirmed(let credit) = try await server.status(of: "a") else {
      Issue.record("the order is no longer confirmed")
      return
    }
    #expect(credit.users == example.users && credit.quantity == 1)
  }

  @Test(
    arguments: [
      (RestorePolicy.keep, nil), (.transfer, .transferred), (.transferIfInactive, .transferred), (.share, .shared),
    ] as [(RestorePolicy, PolicyOutcome?)])
  func decidesAboutAForeignToken(_ policy: RestorePolicy, _ outcome: PolicyOutcome?) async throws {
    try server.setRestorePolicy(policy)
    let purchase = Transaction.bought(1, token: token(of: "stranger"))
    let answer = try await server.order(backend.upload(purchase, order: "a", current: "bob"))
    guard let outcome else {
      guard case .refused(let reason) = answer else {
        Issue.record("credited against the policy")
        return
      }
      #expect(reason.contains("retry"))
      let kept = Ownership(
        originalTransactionId: "1", users: [], attribution: .foreignToken, policyOutcome: .kept)
      #expect(try await server.claim(backend.claim(purchase, by: "bob", isRestore: true)) == [kept])
      // After the token's user has logged in once, the order is confirmed.
      _ = try await server.account(of: "stranger")
      #expect(try await server.credit(backend.upload(purchase, order: "a", current: "bob")).users == ["stranger"])
      return
    }
    let credit = Credit(users: ["bob"], quantity: 1, attribution: .foreignToken, policyOutcome: outcome)
    #expect(answer == .confirmed(credit))
  }

  @Test func anActiveSubscriptionWithAForeignTokenStays() async throws {
    try server.setRestorePolicy(.transferIfInactive)
    let active = Transaction.period(1, of: 1, from: 10, to: 110, token: token(of: "stranger"))
    guard case .refused = try await server.order(backend.upload(active, order: "a", current: "bob")) else {
      Issue.record("an active subscription changed hands")
      return
    }
    backend.setTime(110)
    #expect(try await server.credit(backend.upload(active, order: "a", current: "bob")).users == ["bob"])
  }

  @Test func aConsumableNeverChangesHands() async throws {
    try server.setRestorePolicy(.transfer)
    try await server.credit(backend.upload(.coins(1), order: "a", current: "ann"))
    _ = try await server.claim(backend.claim(.coins(1), by: "bob", isRestore: true))
    #expect(try await server.credit(backend.upload(.coins(1), order: "b", current: "bob")).users == ["ann"])
    #expect(try await server.balance(Backend.coins, of: "bob") == 0)
  }

  @Test func anUploadByAnotherUserChangesHandsWhereNothingSaysWhoseItIs() async throws {
    try server.setRestorePolicy(.transfer)
    try await server.credit(backend.upload(.bought(1), order: "a", current: "ann"))
    let credit = try await server.credit(backend.upload(.bought(1), order: "b", current: "bob"))
    #expect(credit == Credit(users: ["bob"], quantity: 0, attribution: .missingToken, policyOutcome: .transferred))
  }

  @Test func answersOnceForEachOriginalTransaction() async throws {
    let answers = try await server.claim(
      backend.claim(
        .period(1, of: 1, from: 10, to: 20), .bought(5), .period(2, of: 1, from: 20, to: 30, isRenewal: true),
        by: "ann"))
    #expect(answers.map(\.originalTransactionId) == ["1", "5"])
    #expect(answers.allSatisfy { $0.users == ["ann"] })
    let forged = OwnershipClaim(
      user: "ann", signedTransactions: [try backend.signer.sign(Transaction.bought(9).json, isCorrupted: true)],
      isRestore: true)
    #expect(try await server.claim(forged).isEmpty)
  }
}
