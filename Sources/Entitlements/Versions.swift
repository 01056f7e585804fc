package import AppStoreModel
import Core

/// Which signed version of a transaction counts: a transaction arrives many times, each time signed anew.
///
/// The newest `signedDate` counts; of two with the same one the revoked one, then the one with the greater payload
/// bytes, so that the order of arrival never matters. The text of the JWS is no identity: the same statement is signed
/// again with other bytes.
package enum Versions {
  /// Whether one version of a transaction counts rather than another of the same environment and transaction id.
  ///
  /// A version without a `signedDate` is older than any with one. The payloads are the decoded bytes of the JWS's
  /// second segment; they are asked for only when everything else is equal.
  package static func supersedes(
    _ version: Transaction, payload: @autoclosure () throws -> [UInt8],
    over other: Transaction, payload otherPayload: @autoclosure () throws -> [UInt8]
  ) rethrows -> Bool {
    let date = version.signedDate.orEarliest
    let otherDate = other.signedDate.orEarliest
    if date != otherDate { return date > otherDate }
    if version.isRevoked != other.isRevoked { return version.isRevoked }
    return try otherPayload().lexicographicallyPrecedes(payload())
  }

  /// Whether two versions of a transaction state the same: they differ in nothing but `signedDate`.
  ///
  /// Such a copy is no news and needs no row of history, yet the later date has to be kept: a statement signed between
  /// the two may arrive afterwards, and it is older than the copy.
  package static func stateTheSame(_ version: Transaction, _ other: Transaction) -> Bool {
    var copy = version
    copy.signedDate = other.signedDate
    return copy == other
  }

  /// The payload bytes of a version whose signed text is not at hand.
  package static func payload(of transaction: Transaction) -> [UInt8] {
    JSONValue.object(transaction.json).serializedBytes()
  }
}

extension Transaction {
  /// Whether Apple took this transaction back: refunded, or a family share that ended.
  ///
  /// Apple: the revocation members are present while it is so and vanish when a refund is reversed.
  var isRevoked: Bool { revocationDate != nil }
}

extension Versions {
  /// Whether one renewal information counts rather than another of the same original transaction id and environment:
  /// the newest `signedDate`, then the greater payload bytes.
  package static func supersedes(_ version: RenewalInfo, over other: RenewalInfo) -> Bool {
    let date = version.signedDate.orEarliest
    let otherDate = other.signedDate.orEarliest
    if date != otherDate { return date > otherDate }
    if version == other { return false }
    return JSONValue.object(other.json).serializedBytes()
      .lexicographicallyPrecedes(JSONValue.object(version.json).serializedBytes())
  }
}
