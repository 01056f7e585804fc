import AppStoreModel
import Core
import Entitlements
import Libc
package import Serve
package import Simulator

/// The exam of a team's app server: plays every case in worlds of its own and compares the answers with the ledger.
package struct ExamRun: Sendable {
  private let server: ExaminedServer
  /// The ledger whose certificates sign everything that the server is expected to trust.
  private let identity: SimulatedAppStore
  private let files: EmulatorFiles
  /// The folder for the worlds' files.
  private let directory: String
  private let jobs: Int
  /// The port on which a served world answers the App Store Server API.
  private let port: UInt16
  /// The seed of the worlds' ids, random so that the server does not know the ids from an earlier run.
  private let seed = UInt64.random(in: 0...UInt64.max)
  private let truth: ExamTruth

  /// How many cases may time out before the exam skips the rest.
  private static let silences = 3

  /// The contents of the `.storekit` file with the products that every world sells.
  package static var catalogue: [UInt8] { BuiltIn.bytes("Catalogues/Exam.storekit") ?? [] }

  /// Creates an exam of one server.
  ///
  /// - Parameters:
  ///   - identity: The ledger whose certificates sign in every world.
  ///   - files: The files with the API key that the App Store Server API of every world accepts.
  ///   - directory: An empty folder for the files of the worlds.
  ///   - jobs: How many worlds play at the same time; with 1, every world serves the App Store Server API.
  ///   - port: The port on which a served world answers that API.
  package init(
    _ server: ExaminedServer, identity: SimulatedAppStore, files: EmulatorFiles, directory: String, jobs: Int,
    port: UInt16
  ) throws {
    self.server = server
    self.identity = identity
    self.files = files
    self.directory = directory
    self.jobs = jobs
    self.port = port
    truth = ExamTruth(
      verifier: Verifier(
        roots: try TrustedRoots(files: [Array(identity.rootCertificatePEM.utf8)]),
        expecting: ExpectedClaims(bundleId: identity.bundleId, environment: identity.environment),
        now: { .machine }),
      environment: identity.environment)
  }

  /// Examines the server in some cases; returns the outcomes in the order of the cases.
  ///
  /// Worlds that serve the App Store Server API share one address, so they play one after the other.
  package func run(_ cases: [ExamCase]) async -> [ExamOutcome] {
    let work = Mutex(ExamWork(cases, servesAll: jobs == 1))
    await withTaskGroup { group in
      for lane in 0..<max(1, jobs) {
        group.addTask {
          while let index = work.withLock({ $0.next(isServing: lane == 0) }) {
            let isServed = jobs == 1 || cases[index].needsHistory
            let silences = work.withLock { $0.silences }
            let outcome =
              silences < Self.silences
              ? await outcome(of: cases[index], index, isServed: isServed) : Self.notTried(cases[index])
            work.withLock { $0.end(index, outcome) }
          }
        }
      }
    }
    let outcomes = work.withLock { $0.outcomes }
    return cases.indices.compactMap { outcomes[$0] }
  }

  private static func notTried(_ examCase: ExamCase) -> ExamOutcome {
    var outcome = ExamOutcome(examCase: examCase)
    outcome.failure = ExamFailure(
      message: say("not tried: the server did not answer in \(silences) cases before; check that it runs"))
    return outcome
  }

  private func outcome(of examCase: ExamCase, _ index: Int, isServed: Bool) async -> ExamOutcome {
    var outcome = ExamOutcome(examCase: examCase)
    let start = ContinuousClock.now
    do {
      for (number, part) in examCase.parts.enumerated() {
        let world = try world(for: examCase, part, "\(index)-\(number)")
        let emulator = isServed ? try serve(world.store) : nil
        defer {
          outcome.record(world)
          emulator?.stop()
        }
        try await world.play(part)
      }
    } catch let failure as ExamFailure {
      outcome.failure = failure
    } catch {
      outcome.failure = ExamFailure(message: say("the case could not be played: \(safeText("\(error)", limit: 300))"))
    }
    outcome.seconds = start.duration(to: .now) / .seconds(1)
    return outcome
  }

  // MARK: Worlds

  private func world(for examCase: ExamCase, _ part: ExamCase.Part, _ name: String) throws -> ExamWorld {
    var contents = LedgerContents(
      bundleId: identity.bundleId, catalogue: Self.catalogue, catalogueName: "Exam.storekit",
      accounts: ExamCase.people.map { LedgerContents.NewAccount(name: $0 + "@") }, seed: seed(of: name),
      signedBy: examCase.sender == .stranger ? nil : identity.path)
    (contents.environment, contents.appAppleId) = (identity.environment, identity.appAppleId)
    contents.clock = Timestamp.machine.subtracting(milliseconds: part.age)
    switch examCase.sender {
    case .appStore, .stranger: break
    case .otherApp: contents.bundleId = identity.bundleId + ".other"
    case .otherEnvironment: contents.environment = identity.environment == .production ? .sandbox : .production
    }
    let folder = directory + "/" + name
    guard mkdir(folder, 0o700) == 0 else { throw ExamFailure(message: say("\(safeText(folder)) cannot be made")) }
    let store = try SimulatedAppStore(path: folder + "/appstore.db", contents: contents)
    return ExamWorld(examCase, store: store, server: server, truth: truth)
  }

  /// Returns a seed of its own for each world, so that two worlds never draw the same ids.
  private func seed(of name: String) -> UInt64 {
    name.utf8.reduce(seed) { ($0 &* 31) &+ UInt64($1) }
  }

  private func serve(_ store: SimulatedAppStore) throws -> Emulator {
    var options = EmulatorOptions()
    options.credentials = EmulatorCredentials(
      keyId: files.key.keyId, issuerId: identity.ledgerId, keyFile: files.privateKeyFile)
    options.patience = 0
    let folder = store.path.lastIndex(of: "/").map { String(store.path[..<$0]) } ?? directory
    do throws(HTTPServerError) {
      return try Emulator(store, directory: folder, settings: HTTPServerSettings(port: port), options: options)
    } catch {
      throw ExamFailure(
        message: say("the App Store Server API cannot be served: \(error.description); take another --serve-port"))
    }
  }
}

/// The queue of the exam: the cases still to play, and the outcomes of the others.
private struct ExamWork {
  /// The remaining cases that need a server for the App Store Server API, the next one last; they run one at a time.
  private var served: [Int]
  private var free: [Int]
  private(set) var outcomes: [Int: ExamOutcome] = [:]
  private(set) var silences = 0

  init(_ cases: [ExamCase], servesAll: Bool) {
    served = cases.indices.filter { servesAll || cases[$0].needsHistory }.reversed()
    free = cases.indices.filter { !servesAll && !cases[$0].needsHistory }.reversed()
  }

  mutating func next(isServing: Bool) -> Int? { (isServing ? served.popLast() : nil) ?? free.popLast() }

  mutating func end(_ index: Int, _ outcome: ExamOutcome) {
    outcomes[index] = outcome
    if outcome.failure?.isSilence == true { silences += 1 }
  }
}

extension ExamOutcome {
  /// Adds the answers and notifications of one world.
  fileprivate mutating func record(_ world: ExamWorld) {
    answers += world.answers
    notifications = world.posted
  }
}

/// The correct answers: what the resolver derives from the ledger's verified transactions and renewal infos.
struct ExamTruth: Sendable {
  /// The verifier, which trusts the root that the server was given, for its app and environment.
  let verifier: Verifier
  let environment: StoreEnvironment

  /// Returns the products that each user is entitled to, by the user's token.
  ///
  /// A lineage (originalTransactionId) belongs to the user whose token its newest transaction carries.
  func rights(in store: SimulatedAppStore) throws -> [String: Set<String>] {
    let ids = try store.transactions(PageRequest(limit: 10_000)).rows.compactMap(\.transactionId)
    let transactions = try ids.compactMap { id -> StoredTransaction? in
      guard let text = try store.signedTransaction(id) else { return nil }
      let result = verifier.verify(text, as: .transaction)
      guard result.verdict == .verified, let transaction = result.payload?.transaction else { return nil }
      return StoredTransaction(transaction: transaction, verdict: .verified, origin: .history)
    }
    let (products, now) = (try store.products(for: nil), try store.clock().now)
    var rights: [String: Set<String>] = [:]
    for (lineage, members) in Dictionary(grouping: transactions, by: { $0.transaction.originalTransactionId ?? "" }) {
      let newest = members.map(\.transaction).filter { $0.appAccountToken != nil }
        .max { ($0.purchaseDate ?? .distantPast) < ($1.purchaseDate ?? .distantPast) }
      guard let token = newest?.appAccountToken else { continue }
      let renewals = try store.subscriptionStatuses(ofAny: lineage)
        .filter { $0.originalTransactionId == lineage }
        .compactMap { verifier.verify($0.signedRenewalInfo, as: .renewalInfo).payload?.renewalInfo }
      let evidence = EvidenceSet(
        environment: environment, account: lineage, products: products, transactions: members, renewalInfos: renewals)
      let entitled = Resolver.resolve(evidence, at: now).filter(\.entitled).map(\.product.id)
      rights[token, default: []].formUnion(entitled)
    }
    return rights
  }
}
