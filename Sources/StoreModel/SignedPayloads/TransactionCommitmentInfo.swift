package import StrictJSON

/// The commitment that a billing period belongs to (Apple: TransactionCommitmentInfo).
package struct TransactionCommitmentInfo: Hashable, Sendable {
  /// Which period of the commitment this is, from 1.
  package var billingPeriodNumber: Int32?
  /// When the commitment ends.
  package var commitmentExpiresDate: Timestamp?
  /// Milliunits for the whole commitment.
  package var commitmentPrice: Int64?
  /// How many periods the commitment has.
  package var totalBillingPeriods: Int32?
  /// Members that this model does not know, as they came.
  package var otherMembers: JSONObject

  /// Every member is optional, as Apple has it.
  package init(
    billingPeriodNumber: Int32? = nil, commitmentExpiresDate: Timestamp? = nil, commitmentPrice: Int64? = nil,
    totalBillingPeriods: Int32? = nil, otherMembers: JSONObject = JSONObject()
  ) {
    self.billingPeriodNumber = billingPeriodNumber
    self.commitmentExpiresDate = commitmentExpiresDate
    self.commitmentPrice = commitmentPrice
    self.totalBillingPeriods = totalBillingPeriods
    self.otherMembers = otherMembers
  }
}

extension TransactionCommitmentInfo: JSONRepresentable {
  /// Reads the object in one pass; throws a `JSONError` that names a member of another type.
  package init(json: JSONObject) throws(JSONError) {
    self.init()
    for (name, value) in json {
      switch name {
      case "billingPeriodNumber": billingPeriodNumber = try value.read(name)
      case "commitmentExpiresDate": commitmentExpiresDate = try value.read(name)
      case "commitmentPrice": commitmentPrice = try value.read(name)
      case "totalBillingPeriods": totalBillingPeriods = try value.read(name)
      default: otherMembers.append(name, value)
      }
    }
  }

  /// The object with the members that are there, in Apple's order, unknown ones last.
  package var json: JSONObject {
    var json = JSONObject()
    json.write("billingPeriodNumber", billingPeriodNumber)
    json.write("commitmentExpiresDate", commitmentExpiresDate)
    json.write("commitmentPrice", commitmentPrice)
    json.write("totalBillingPeriods", totalBillingPeriods)
    json.append(contentsOf: otherMembers)
    return json
  }
}
