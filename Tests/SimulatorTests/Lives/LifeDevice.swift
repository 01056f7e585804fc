import AppStoreModel
import Entitlements

@testable import Simulator

/// A device of one account: it reads what is new since the last time, and asks the resolver.
final class LifeDevice {
  let account: String
  private(set) var transactions: [String: Transaction] = [:]
  private(set) var renewalInfos: [RenewalInfo] = []
  /// The billing cycle with which each lineage must continue.
  var cycles: [String: LifeCycle] = [:]
  /// The transactions that were refunded at some time.
  private(set) var everRevoked: Set<String> = []
  private let shop: Shop
  private let products: [Product]
  private var revision: String?

  init(_ shop: Shop, account: String) throws {
    self.shop = shop
    self.account = account
    products = try shop.store.products(for: account)
  }

  /// Forgets everything and reads it again, as after a transaction was deleted at the App Store.
  func startOver() throws {
    let before = transactions
    transactions = [:]
    revision = nil
    _ = try pull()
    for (id, transaction) in before where transactions[id] == nil {
      cycles[transaction.originalTransactionId ?? ""] = nil
    }
  }

  /// Reads what is new.
  ///
  /// - Returns: The changed transactions, and the new ones, oldest first.
  func pull() throws -> (changed: [Transaction], new: [Transaction]) {
    var changed: [Transaction] = []
    var new: [Transaction] = []
    while true {
      let page = try shop.store.history(of: account, after: revision)
      for text in page.signedTransactions {
        let transaction = try payload(text)
        guard let id = transaction.transactionId else { continue }
        if transaction.revocationDate != nil { everRevoked.insert(id) }
        if transactions.updateValue(transaction, forKey: id) == nil {
          new.append(transaction)
        } else {
          changed.append(transaction)
        }
      }
      revision = page.revision
      if !page.hasMore { break }
    }
    renewalInfos = try shop.store.renewalInfos(of: account).map { try RenewalInfo(json: json($0)) }
    return (changed, new.sorted { ($0.purchaseDate ?? .distantPast) < ($1.purchaseDate ?? .distantPast) })
  }

  /// The newest date that the App Store signed; the device's time is never before it.
  var floor: Int64 {
    let dates = transactions.values.map(\.signedDate) + renewalInfos.map(\.signedDate)
    return dates.compactMap { $0?.milliseconds }.max() ?? 0
  }

  /// Returns the resolver's answer at a time.
  func answer(at now: Int64) -> [ProductStatus] {
    let evidence = EvidenceSet(
      environment: .sandbox, account: account, products: products,
      transactions: transactions.values.map {
        StoredTransaction(transaction: $0, verdict: .verified, origin: .history)
      }, renewalInfos: renewalInfos)
    return Resolver.resolve(evidence, at: Timestamp(milliseconds: now))
  }

  /// Returns the service level of a product in its group.
  func level(of productId: String) -> Int { products.first { $0.id == productId }?.groupLevel ?? .max }

  /// The periods of each lineage, oldest first.
  var lineages: [String: [Transaction]] {
    Dictionary(grouping: transactions.values.filter { $0.expiresDate != nil }) { $0.originalTransactionId ?? "" }
      .mapValues { $0.sorted { ($0.purchaseDate ?? .distantPast) < ($1.purchaseDate ?? .distantPast) } }
  }

  /// Returns the length of a transaction's period: its offer's, else its product's.
  func period(of transaction: Transaction) -> SubscriptionPeriod? {
    transaction.offerPeriod.flatMap { SubscriptionPeriod(iso8601: $0) }
      ?? products.first { $0.id == transaction.productId }?.subscriptionPeriod
  }
}

/// The start of a subscription's billing dates, computed from its transactions only.
struct LifeCycle: Hashable {
  var anchor: Timestamp
  var periods: Int
  var rate: TimeRate
  var period: SubscriptionPeriod

  /// The billing date after the counted periods.
  var end: Timestamp {
    guard let length = rate.duration(of: period) else { return anchor.adding(period, count: periods) }
    return anchor.adding(milliseconds: length * Int64(periods))
  }
}
