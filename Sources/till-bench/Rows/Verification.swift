import AppStoreModel
import Foundation

extension Measurement {
  /// The measurement of verifications on one core with a cached chain, as a share of the speed of `openssl speed`.
  ///
  /// It takes the median of three rounds, in each of which one measurement follows the other.
  static let verification = Measurement(
    rows: [BenchRow("verification", unit: "of openssl speed", budget: .atLeast(0.85))]
  ) { _ in
    let workload = try VerificationWorkload()
    var ratios = Samples()
    for _ in 0..<3 {
      let ours = workload.rate(threads: 1)
      ratios.append(ours / (try OpenSSLSpeed.verifications()))
    }
    return [ratios.median]
  }

  /// The measurement of the speed of two cores as a multiple of the speed of one.
  static let verificationOnTwoCores = Measurement(
    rows: [BenchRow("verification on two cores", unit: "of one core", budget: .atLeast(1.8))]
  ) { _ in
    guard ProcessInfo.processInfo.activeProcessorCount > 1 else { throw BenchFailure("there is one core only") }
    let workload = try VerificationWorkload()
    var ratios = Samples()
    for _ in 0..<3 {
      let one = workload.rate(threads: 1)
      ratios.append(workload.rate(threads: 2) / one)
    }
    return [ratios.median]
  }
}

/// Different signed transactions of one App Store, whose certificate chain the verifier has cached.
struct VerificationWorkload: Sendable {
  private let signed: [String]
  private let verifier: Verifier

  init() throws {
    let identity = try SigningIdentity()
    signed = try (0..<256).map { number in
      try identity.sign(
        Transaction {
          $0.originalTransactionId = "3000000000000000"
          $0.transactionId = String(3_000_000_000_000_000 + number)
          $0.bundleId = "com.example.piglet"
          $0.productId = "com.example.piglet.premium"
          $0.purchaseDate = Timestamp(milliseconds: 1_740_830_400_000)
          $0.originalPurchaseDate = Timestamp(milliseconds: 1_740_830_400_000)
          $0.quantity = 1
          $0.type = .nonConsumable
          $0.inAppOwnershipType = .purchased
          $0.signedDate = Timestamp(milliseconds: 1_740_830_400_000)
          $0.environment = .sandbox
          $0.storefront = "CHN"
          $0.storefrontId = "143465"
          $0.transactionReason = .purchase
          $0.currency = "CNY"
          $0.price = 8000
        }.json)
    }
    verifier = Verifier(roots: identity.trustedRoots) { Timestamp(milliseconds: 1_740_830_400_000) }
    guard signed.allSatisfy({ verifier.verify($0, as: .transaction).verdict == .verified }) else {
      throw BenchFailure("a signed transaction does not verify")
    }
  }

  /// Returns the verifications per second of all threads together; each thread verifies 8192 transactions.
  func rate(threads: Int) -> Double {
    let perThread = 8192
    let duration = ContinuousClock().measure {
      DispatchQueue.concurrentPerform(iterations: threads) { _ in
        for number in 0..<perThread { _ = verifier.verify(signed[number % signed.count], as: .transaction) }
      }
    }
    return Double(perThread * threads) / (duration / .seconds(1))
  }
}
