import Core

/// The order of a transaction's signed versions, of which the newest counts: the same transaction arrives many times.
///
/// The newest `signedDate` counts. Of two with the same date the revoked one counts, then the one with the greater
/// payload bytes, so that the order of arrival never matters. The text of the JWS is no identity, because the same
/// statement may be signed again with other bytes.
package enum Versions {
  /// Returns whether one version of a transaction replaces another with the same environment and transaction id.
  ///
  /// A version without a `signedDate` is older than any with one. The payloads are the decoded bytes of the JWS's
  /// second segment; they are read only when everything else is equal.
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

  /// Returns the payload bytes of a version whose signed text is not available.
  fileprivate static func payload(of transaction: Transaction) -> [UInt8] {
    JSONValue.object(transaction.json).serializedBytes()
  }
}

extension Transaction {
  /// Whether the transaction has a `revocationDate`, whatever the cause.
  ///
  /// Apple: the revocation members are present while the transaction is revoked, and disappear when a refund is
  /// reversed.
  package var isRevoked: Bool { revocationDate != nil }
}

extension Versions {
  /// Returns whether one renewal information replaces another with the same original transaction id and environment.
  ///
  /// The newest `signedDate` counts, then the greater payload bytes.
  package static func supersedes(_ version: RenewalInfo, over other: RenewalInfo) -> Bool {
    let date = version.signedDate.orEarliest
    let otherDate = other.signedDate.orEarliest
    if date != otherDate { return date > otherDate }
    if version == other { return false }
    return JSONValue.object(other.json).serializedBytes()
      .lexicographicallyPrecedes(JSONValue.object(version.json).serializedBytes())
  }
}

extension StoredTransaction {
  /// Returns whether this version of a transaction replaces another: a stronger verdict does, then the newer version.
  package func supersedes(_ other: StoredTransaction) -> Bool {
    verdict.outweighs(other.verdict)
      ?? Versions.supersedes(
        transaction, payload: Versions.payload(of: transaction), over: other.transaction,
        payload: Versions.payload(of: other.transaction))
  }
}

extension Timestamp? {
  /// The date, if it is known; a date in the year 1 stands for an unknown date and is never used.
  package var known: Timestamp? {
    guard let date = self, !date.isUnknown else { return nil }
    return date
  }

  /// The date for sorting, where an unknown one comes first.
  package var orEarliest: Timestamp { known ?? .distantPast }
}
