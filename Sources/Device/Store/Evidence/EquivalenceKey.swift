import AppStoreModel
import Entitlements
import Storage

/// The fields of a transaction that rules use, except its dates, its ids and its owner.
///
/// The resolver treats transactions of one product and lineage with the same key alike. So the newest of them are
/// enough for an answer, however many there are.
struct EquivalenceKey: Hashable {
  /// The key as text: `+` or `-` for whether the account's history still lists the transaction, then the signed fields.
  let text: String

  init(_ transaction: Transaction, _ verdict: Verdict, isAbsent: Bool = false) {
    var parts = [
      transaction.type?.rawValue ?? "", "\(verdict.databaseValue)", transaction.environment?.rawValue ?? "",
      transaction.inAppOwnershipType?.rawValue ?? "", transaction.revocationCause?.rawValue ?? "",
      transaction.isUpgraded == true ? "upgraded" : "", transaction.price == nil ? "" : "priced",
    ]
    // A consumable's token decides nothing, and may differ each time.
    if transaction.type != .consumable { parts.append(transaction.appAccountToken?.lowercased() ?? "") }
    text = (isAbsent ? "-" : "+") + parts.joined(separator: "|")
  }

  /// Returns the signed product type in a key's text; nil where none was signed.
  static func type(of text: String) -> ProductType? {
    let type = text.dropFirst().prefix { $0 != "|" }
    return type.isEmpty ? nil : ProductType(rawValue: String(type))
  }
}
