import AppStoreModel
import Entitlements

/// The fields of a transaction that rules use, beside its dates, its ids and its owner.
///
/// Transactions of one product and lineage that are of one class are weighed alike, so that the newest of them are
/// enough to know the answer, however many there are.
struct EquivalenceKey: Hashable {
  /// A sign for whether the account's history still lists it (`+`) or not (`-`), and what was signed.
  let text: String

  init(_ transaction: Transaction, _ verdict: Verdict, isAbsent: Bool = false) {
    var parts = [
      transaction.type?.rawValue ?? "", "\(verdict.databaseValue)", transaction.environment?.rawValue ?? "",
      transaction.inAppOwnershipType?.rawValue ?? "", transaction.revocationCause?.rawValue ?? "",
      transaction.isUpgraded == true ? "upgraded" : "", transaction.price == nil ? "" : "priced",
    ]
    // A consumable's token decides nothing, and may be another one each time.
    if transaction.type != .consumable { parts.append(transaction.appAccountToken?.lowercased() ?? "") }
    text = (isAbsent ? "-" : "+") + parts.joined(separator: "|")
  }

  /// The type that was signed, by the text of a class; nil where none was.
  static func type(of text: String) -> ProductType? {
    let type = text.dropFirst().prefix { $0 != "|" }
    return type.isEmpty ? nil : ProductType(rawValue: String(type))
  }
}
