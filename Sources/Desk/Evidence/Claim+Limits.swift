package import AppStoreModel
package import Core

/// The limits of a claim over HTTP, so that no sender fills a desk or makes a claim for all time.
extension Claim {
  /// How many may be sent at once.
  package static let requestLimit = 500
  /// How many are kept about one customer token or purchase.
  package static let limit = 200
  /// How many bytes an id may have.
  private static let idLimit = 200
  /// How many characters of a reason are kept.
  private static let reasonLimit = 200
  /// How far the server's clock may be ahead, in milliseconds.
  private static let aheadLimit: Int64 = 5 * 60 * 1000

  /// - Throws: a `JSONError` that names the member at fault: a date that is yet to come, which no later claim could
  ///   replace, and ids that no signed data can have.
  package func check(now: Timestamp) throws(JSONError) {
    guard at <= Timestamp(milliseconds: now.milliseconds + Self.aheadLimit) else {
      throw .invalid("at", say("is more than five minutes ahead of the desk's clock"))
    }
    for (name, text) in [("user", user), ("purchase", subject), ("productId", product)] {
      let isPlain = text.utf8.count <= Self.idLimit && !text.unicodeScalars.contains { $0.properties.isUnsafe }
      guard isPlain else {
        throw .invalid(name, say("is not an id of at most \(Self.idLimit) bytes without control characters"))
      }
    }
  }

  /// The same with a reason that can be shown anywhere.
  var shortened: Claim {
    var claim = self
    claim.reason = reason.map { safeText($0, limit: Self.reasonLimit) }
    return claim
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isUnsafe: Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(generalCategory)
  }
}
