package import StrictJSON

/// The commitment that a subscription renews into (Apple: RenewalCommitmentInfo).
package struct RenewalCommitmentInfo: Hashable, Sendable {
  /// The product of the next commitment.
  package var commitmentAutoRenewProductId: String?
  /// Whether the commitment renews.
  package var commitmentAutoRenewStatus: AutoRenewStatus?
  /// How the next commitment is charged.
  package var commitmentRenewalBillingPlanType: RenewalBillingPlanType?
  /// When the commitment renews.
  package var commitmentRenewalDate: Timestamp?
  /// Milliunits for the next commitment.
  package var commitmentRenewalPrice: Int64?
  /// Members that this model does not know, as they came.
  package var otherMembers: JSONObject

  /// Every member is optional, as Apple has it.
  package init(
    commitmentAutoRenewProductId: String? = nil, commitmentAutoRenewStatus: AutoRenewStatus? = nil,
    commitmentRenewalBillingPlanType: RenewalBillingPlanType? = nil, commitmentRenewalDate: Timestamp? = nil,
    commitmentRenewalPrice: Int64? = nil, otherMembers: JSONObject = JSONObject()
  ) {
    self.commitmentAutoRenewProductId = commitmentAutoRenewProductId
    self.commitmentAutoRenewStatus = commitmentAutoRenewStatus
    self.commitmentRenewalBillingPlanType = commitmentRenewalBillingPlanType
    self.commitmentRenewalDate = commitmentRenewalDate
    self.commitmentRenewalPrice = commitmentRenewalPrice
    self.otherMembers = otherMembers
  }
}

extension RenewalCommitmentInfo: JSONRepresentable {
  /// Reads the object in one pass; throws a `JSONError` that names a member of another type.
  package init(json: JSONObject) throws(JSONError) {
    self.init()
    for (name, value) in json {
      switch name {
      case "commitmentAutoRenewProductId": commitmentAutoRenewProductId = try value.read(name)
      case "commitmentAutoRenewStatus": commitmentAutoRenewStatus = try value.read(name)
      case "commitmentRenewalBillingPlanType": commitmentRenewalBillingPlanType = try value.read(name)
      case "commitmentRenewalDate": commitmentRenewalDate = try value.read(name)
      case "commitmentRenewalPrice": commitmentRenewalPrice = try value.read(name)
      default: otherMembers.append(name, value)
      }
    }
  }

  /// The object with the members that are there, in Apple's order, unknown ones last.
  package var json: JSONObject {
    var json = JSONObject()
    json.write("commitmentAutoRenewProductId", commitmentAutoRenewProductId)
    json.write("commitmentAutoRenewStatus", commitmentAutoRenewStatus)
    json.write("commitmentRenewalBillingPlanType", commitmentRenewalBillingPlanType)
    json.write("commitmentRenewalDate", commitmentRenewalDate)
    json.write("commitmentRenewalPrice", commitmentRenewalPrice)
    json.append(contentsOf: otherMembers)
    return json
  }
}
