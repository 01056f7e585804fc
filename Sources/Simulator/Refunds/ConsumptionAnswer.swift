import AppStoreModel
import Core

/// The version of an answer to a consumption request.
package enum ConsumptionForm: Hashable, Sendable {
  /// Version 1, deprecated by Apple (ConsumptionRequestV1); its values are numbers instead of words.
  case version1
  /// Version 2, the current one (Apple: ConsumptionRequest).
  case version2
}

/// Apple's rules for the answer to a consumption request.
enum ConsumptionAnswer {
  /// Checks an answer; refuses it with the error that Apple's libraries use.
  ///
  /// - Throws: a `StoreError` such as `invalidCustomerConsented`.
  static func check(_ answer: JSONObject, _ form: ConsumptionForm, about type: ProductType) throws {
    guard answer["customerConsented"] == .bool(true) else {
      throw error(
        "CustomerConsented",
        say("customerConsented must be true; Apple takes no consumption information without consent"))
    }
    switch form {
    case .version1: try checkVersion1(answer)
    case .version2: try checkVersion2(answer, isRenewable: type == .autoRenewableSubscription)
    }
  }

  /// Checks an answer of version 2.
  ///
  /// - Parameter isRenewable: Whether the transaction is an auto-renewable subscription's. Apple derives the used share
  ///   of these from the elapsed time.
  private static func checkVersion2(_ answer: JSONObject, isRenewable: Bool) throws {
    guard case .bool? = answer["sampleContentProvided"] else {
      throw error("SampleContentProvided", CustomerText.sampleMustBeSaid.text)
    }
    let statuses = ConsumptionReply.deliveries
    guard case .string(let status)? = answer["deliveryStatus"], statuses.contains(status) else {
      throw error("DeliveryStatus", say("deliveryStatus must be one of \(Language.alternatives(statuses))"))
    }
    let share = try percentage(answer["consumptionPercentage"])
    if isRenewable, share != nil {
      throw StoreError(
        .consumptionPercentageAutoRenewable,
        say(
          "consumptionPercentage is not allowed for auto-renewable "
            + "subscriptions; leave it out, Apple uses the elapsed time"
        )
      )
    }
    guard status == ConsumptionReply.delivered || (share ?? 0) == 0 else {
      throw StoreError(
        .undeliveredConsumptionPercentage,
        say("consumptionPercentage must be 0 or absent when the purchase was not delivered"))
    }
    switch answer["refundPreference"] {
    case nil, .null?, .string("DECLINE")?, .string("GRANT_FULL")?: break
    case .string("GRANT_PRORATED")? where isRenewable || (1..<100_000).contains(share ?? 0): break
    case .string("GRANT_PRORATED")?:
      throw error("RefundPreference", say("GRANT_PRORATED needs a consumptionPercentage above 0 and below 100000"))
    default:
      throw error("RefundPreference", say("refundPreference must be DECLINE, GRANT_FULL or GRANT_PRORATED"))
    }
  }

  private static func percentage(_ value: JSONValue?) throws -> Int64? {
    switch value {
    case nil, .null?: return nil
    case .number(let number)? where number.int64 != nil:
      guard let share = number.int64, (0...100_000).contains(share) else {
        throw StoreError(
          .consumptionPercentageOutOfRange, say("consumptionPercentage must be from 0 to 100000; 50000 is 50 percent"))
      }
      return share
    default:
      throw StoreError(.generalBadRequest, say("consumptionPercentage must be a whole number from 0 to 100000"))
    }
  }

  /// The numbered members: name, largest number, and Apple's name for the error.
  private static let numbered: [(name: String, most: Int64, kind: String)] = [
    ("consumptionStatus", 3, "ConsumptionStatus"), ("platform", 2, "Platform"),
    ("deliveryStatus", 5, "DeliveryStatus"), ("accountTenure", 7, "AccountTenure"), ("playTime", 7, "PlayTime"),
    ("lifetimeDollarsRefunded", 7, "LifetimeDollarsRefunded"),
    ("lifetimeDollarsPurchased", 7, "LifetimeDollarsPurchased"), ("userStatus", 4, "UserStatus"),
    ("refundPreference", 3, "RefundPreference"),
  ]

  private static func checkVersion1(_ answer: JSONObject) throws {
    for (name, most, kind) in numbered {
      switch answer[name] {
      case nil, .null?: continue
      case .number(let number)? where number.int64.map { (0...most).contains($0) } == true: continue
      default: throw error(kind, say("\(name) must be a number from 0 to \(most)"))
      }
    }
    switch answer["sampleContentProvided"] {
    case nil, .null?, .bool?: break
    default: throw error("SampleContentProvided", CustomerText.sampleMustBeSaid.text)
    }
    switch answer["appAccountToken"] {
    case nil, .null?, .string("")?: break
    case .string(let token)? where UUIDText.isValid(token): break
    default: throw error("AppAccountToken", say("appAccountToken must be a UUID or empty"))
    }
  }

  private static func error(_ member: String, _ message: String) -> StoreError {
    StoreError(FailureKind(rawValue: "invalid" + member), message)
  }
}
