import Database
import Entitlements
package import StoreModel
import StrictJSON

/// Something that Apple signed and Till does not know: a member, or the value of one.
package struct UnknownName: Hashable, Sendable {
  /// Such as `inAppOwnershipType GIFTED`, or `member bundleProductId` for a member.
  package let name: String
  /// How many statements say so, older versions of one included.
  package internal(set) var count: Int
  /// When the first of them arrived.
  package internal(set) var first: Timestamp
}

extension LocalStore {
  /// What of Apple's in a device's store is not known here, by name.
  ///
  /// Everything is kept as it came: transactions with all their versions, renewal information, the older ones too.
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
      try database.forEachRow("SELECT payload, arrived_date FROM versions") { row in
        note(try Transaction(storedPayload: try row["payload"]).unknownNames, try row["arrived_date"])
        return true
      }
      for table in ["renewal_infos", "earlier_renewal_infos"] as [SQL] {
        try database.forEachRow("SELECT payload, arrived_date FROM " + table) { row in
          let payload: [UInt8] = try row["payload"]
          guard let json = try? JSONValue(parsing: payload).objectValue, let info = try? RenewalInfo(json: json) else {
            return true
          }
          note(info.unknownNames, try row["arrived_date"])
          return true
        }
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }
}

/// The names of what is not known, as they are gathered.
private struct UnknownNames {
  private(set) var names: [String] = []

  mutating func add<Value: OpenEnum>(_ member: String, _ value: Value?) {
    if let value, !value.isKnown { names.append("\(member) \(value)") }
  }

  mutating func add(members: JSONObject?, of parent: String = "") {
    names += (members?.names ?? []).map { "member \(parent)\($0)" }
  }

  mutating func add(_ name: String) { names.append(name) }
}

extension Transaction {
  /// What of it Till does not know: it is shown as it came, and nothing is taken away by it.
  fileprivate var unknownNames: [String] {
    var names = UnknownNames()
    names.add("type", type)
    names.add("inAppOwnershipType", inAppOwnershipType)
    names.add("environment", environment)
    names.add("transactionReason", transactionReason)
    names.add("revocationReason", revocationReason)
    names.add("revocationType", revocationType)
    names.add("offerType", offerType)
    names.add("offerDiscountType", offerDiscountType)
    names.add("billingPlanType", billingPlanType)
    names.add(members: otherMembers)
    names.add(members: commitmentInfo?.otherMembers, of: "commitmentInfo.")
    if revocationCause == .unknown, revocationType == nil, revocationReason == nil { names.add("revocationDate alone") }
    return names.names
  }
}

extension RenewalInfo {
  /// What of it Till does not know.
  fileprivate var unknownNames: [String] {
    var names = UnknownNames()
    names.add("expirationIntent", expirationIntent)
    names.add("autoRenewStatus", autoRenewStatus)
    names.add("priceIncreaseStatus", priceIncreaseStatus)
    names.add("environment", environment)
    names.add("offerType", offerType)
    names.add("offerDiscountType", offerDiscountType)
    names.add("renewalBillingPlanType", renewalBillingPlanType)
    names.add(members: otherMembers)
    names.add(members: commitmentInfo?.otherMembers, of: "commitmentInfo.")
    return names.names
  }
}
