package import AppStoreModel
import Core
import Entitlements
import Storage

extension LocalStore {
  /// Returns Apple's values in a device's store that Till does not know, by name.
  ///
  /// It reads all versions of transactions, and all renewal information including the earlier ones.
  ///
  /// - Throws: A `DatabaseFault`.
  package static func unknownNames(path: String) throws -> [UnknownName] {
    let database = try opened(path)
    var found: [String: UnknownName] = [:]
    func note(_ names: [String], _ arrived: Int64) {
      let date = Timestamp(milliseconds: arrived)
      for name in names {
        var known = found[name] ?? UnknownName(name: name, count: 0, first: date)
        known.count += 1
        known.first = min(known.first, date)
        found[name] = known
      }
    }
    try database.read {
      try database.forEachRow("SELECT kind, payload, arrived_date FROM signed_items") { row in
        let payload: [UInt8] = try row["payload"]
        switch try row["kind"] as SignedItem.Kind {
        case .transaction: note(try Transaction(storedPayload: payload).oddNames, try row["arrived_date"])
        case .renewalInfo: note(try RenewalInfo(storedPayload: payload).unknownNames, try row["arrived_date"])
        }
        return true
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }
}

extension Transaction {
  /// The transaction's unknown values, and a revocation without a reason.
  fileprivate var oddNames: [String] {
    let isMute = revocationCause == .unknown && revocationType == nil && revocationReason == nil
    return unknownNames + (isMute ? ["revocationDate alone"] : [])
  }
}
