package import AppStoreModel
import Core

// How the values of the App Store's models are stored in columns: dates as milliseconds, enumerations by their raw value.

extension DatabaseConvertible where Self: OpenEnum, RawValue: DatabaseConvertible {
  /// An unknown value.
  package static var example: Self { Self(rawValue: .example) }
}

extension StoreEnvironment: DatabaseConvertible {}
extension ProductType: DatabaseConvertible {}
extension InAppOwnershipType: DatabaseConvertible {}
extension TransactionReason: DatabaseConvertible {}
extension OfferType: DatabaseConvertible {}
extension OfferDiscountType: DatabaseConvertible {}
extension BillingPlanType: DatabaseConvertible {}
extension ExpirationIntent: DatabaseConvertible {}
extension RevocationReason: DatabaseConvertible {}
extension RevocationType: DatabaseConvertible {}
extension RevocationCause: DatabaseConvertible {}
extension NotificationType: DatabaseConvertible {}
extension NotificationSubtype: DatabaseConvertible {}
extension ConsumptionRequestReason: DatabaseConvertible {}
extension FailureKind: DatabaseConvertible {}

extension StoreIdentity.Kind: DatabaseConvertible {}
extension UpdatesMode: DatabaseConvertible {}
extension Origin: DatabaseConvertible {}
extension EntitlementState: DatabaseConvertible {}
extension Attribution: DatabaseConvertible {}
extension PolicyOutcome: DatabaseConvertible {}
extension CloseGround: DatabaseConvertible {}
extension RestorePolicy: DatabaseConvertible {}
extension Intent.State: DatabaseConvertible {}
extension Order.State: DatabaseConvertible {}
extension Subscription.State: DatabaseConvertible {}
extension Subscription.PriceIncrease: DatabaseConvertible {}
extension TimeRate: DatabaseConvertible {}
extension VerificationFailureKind: DatabaseConvertible {}

extension Timestamp: DatabaseConvertible {
  /// The beginning of 1970.
  package static var example: Timestamp { Timestamp(milliseconds: 0) }

  /// The milliseconds since 1970.
  package var databaseValue: DatabaseValue { .integer(milliseconds) }

  /// Reads milliseconds.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self.init(milliseconds: try Int64(row: row, at: index))
  }
}

extension SubscriptionPeriod: DatabaseConvertible {
  /// A month.
  package static var example: SubscriptionPeriod { .month }

  /// The duration as ISO 8601 writes it.
  package var databaseValue: DatabaseValue { .text(iso8601) }

  /// Reads a duration.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    guard let period = SubscriptionPeriod(iso8601: try String(row: row, at: index)) else {
      throw row.unexpected("no SubscriptionPeriod", at: index)
    }
    self = period
  }
}

extension VerificationWay: DatabaseConvertible {
  /// No server.
  package static var example: VerificationWay { .none }

  /// The word of the way, or the server's address.
  package var databaseValue: DatabaseValue { .text(text) }

  /// Reads a word or an address.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self = VerificationWay(try String(row: row, at: index)) ?? .none
  }
}

extension PurchaseOffer: DatabaseConvertible {
  /// An offer code.
  package static var example: PurchaseOffer { .code("") }

  /// The offer as JSON.
  package var databaseValue: DatabaseValue { .text(JSONValue.object(json).serialized()) }

  /// Reads JSON.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    guard let json = try? JSONValue(parsing: try String(row: row, at: index)).objectValue,
      let offer = try? PurchaseOffer(json: json)
    else { throw row.unexpected("no PurchaseOffer", at: index) }
    self = offer
  }
}

extension Verdict: DatabaseConvertible {
  /// The verdict of a signature that Till cannot check.
  package static var example: Verdict { .skipped }

  /// A number: 0 skipped, 1 verified, from 2 on the kind of attestation that replaces a signature.
  ///
  /// What failed has no row among the evidence.
  package var databaseValue: DatabaseValue {
    switch self {
    case .verified: .integer(1)
    case .attested(.answer): .integer(2)
    case .attested(.receipt): .integer(3)
    case .attested(.file): .integer(4)
    case .skipped, .failed: .integer(0)
    }
  }

  /// Reads the number; an unknown one counts as skipped.
  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self =
      switch try Int64(row: row, at: index) {
      case 1: .verified
      case 2: .attested(.answer)
      case 3: .attested(.receipt)
      case 4: .attested(.file)
      default: .skipped
      }
  }
}
