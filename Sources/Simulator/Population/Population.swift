package import AppStoreModel

/// A large set of customers with realistic purchase histories, generated from a seed.
///
/// A customer is the same on every run. Each is generated independently, so that none has to stay in memory.
package struct Population: Sendable {
  /// An event of a customer: the transaction, the renewal information and the notification's type.
  package struct Event: Sendable {
    package var date: Timestamp
    package var type: NotificationType
    package var subtype: NotificationSubtype?
    package var transaction: Transaction
    package var renewal: RenewalInfo?
    package var uuid: String
  }

  package let customers: Int
  package let transactions: Int
  package let seed: UInt64
  package let bundleId: String
  /// The earliest date on which a customer can make a purchase.
  package let start: Timestamp
  /// The percentage of app users who pay with several Apple Accounts.
  package let sharing: Int

  package init(
    customers: Int, transactions: Int, seed: UInt64, bundleId: String = "com.example.piglet",
    start: Timestamp = Timestamp(milliseconds: 1_704_067_200_000), sharing: Int = 0
  ) {
    self.sharing = sharing
    self.customers = max(1, customers)
    self.transactions = max(customers, transactions)
    self.seed = seed
    self.bundleId = bundleId
    self.start = start
  }

  /// The time span of the histories, in milliseconds: two years from the start.
  package static let length: Int64 = 730 * Timestamp.millisecondsPerDay

  /// Returns a customer's events, oldest first.
  package func life(of customer: Int) -> [Event] {
    var life = PopulationLife(number: customer, of: self)
    life.live(transactions: count(of: customer))
    return life.events.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
      .map(\.element)
  }

  /// Returns how many transactions a customer has; all customers together have exactly the requested number.
  ///
  /// Two neighbours share theirs unevenly, so that some customers have more than others.
  package func count(of customer: Int) -> Int {
    let share = share(of: customer)
    let partner = customer ^ 1
    guard partner < customers else { return share }
    var generator = SeededNumbers(seed: seed &+ UInt64(customer / 2) &* 0xD1B5_4A32)
    let (even, odd) = (self.share(of: customer & ~1), self.share(of: customer | 1))
    let given = Int.random(in: 0..<max(1, min(even, odd)), using: &generator)
    return customer.isMultiple(of: 2) ? share - given : share + given
  }

  /// Returns the first of the customers who are the same app user, and so have one account token.
  ///
  /// Users with several Apple Accounts have neighbours in a block of sixteen, which is the most that one user has.
  package func leader(of customer: Int) -> Int {
    let block = 16
    var first = customer / block * block
    guard sharing > 0 else { return customer }
    var generator = SeededNumbers(seed: seed &+ UInt64(first) &* 0xA24B_AED4)
    while true {
      let isShared = generator.chance(sharing)
      let size = isShared ? generator.chance(3) ? block : Int.random(in: 2...4, using: &generator) : 1
      if customer < first + size { return first }
      first += size
    }
  }

  /// The generator of a customer's life.
  func generator(of customer: Int) -> SeededNumbers {
    SeededNumbers(seed: seed &+ UInt64(customer) &* 0x9E37_79B9)
  }

  private func share(of customer: Int) -> Int {
    let (whole, rest) = transactions.quotientAndRemainder(dividingBy: customers)
    return whole + (customer < rest ? 1 : 0)
  }
}

extension SeededNumbers {
  mutating func uuid() -> String {
    UUIDText.text(of: (0..<16).map { _ in UInt8.random(in: 0...255, using: &self) })
  }
}

extension Population.Event {
  /// Returns the transaction as a signed JWS.
  package func signedTransaction(by identity: SigningIdentity) throws -> String { try identity.sign(transaction.json) }

  /// Returns the renewal information as a signed JWS; nil if there is none.
  package func signedRenewal(by identity: SigningIdentity) throws -> String? {
    try renewal.map { try identity.sign($0.json) }
  }

  /// Returns the notification with both as a signed JWS.
  package func signedNotification(by identity: SigningIdentity) throws -> String {
    let (transaction, renewal) = (try signedTransaction(by: identity), try signedRenewal(by: identity))
    let event = self
    return try identity.sign(
      ServerNotification {
        $0.notificationType = event.type
        $0.subtype = event.subtype
        $0.notificationUUID = event.uuid
        $0.version = "2.0"
        $0.signedDate = event.date
        $0.data = NotificationData {
          $0.environment = .sandbox
          $0.bundleId = event.transaction.bundleId
          $0.bundleVersion = "1"
          $0.signedTransactionInfo = transaction
          $0.signedRenewalInfo = renewal
        }
      }.json)
  }
}
