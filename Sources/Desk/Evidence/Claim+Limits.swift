package import AppStoreModel
package import Core

/// The limits of claims over HTTP, so that no sender can fill a desk or send a claim that no later one can replace.
extension Claim {
  /// The most claims in one request.
  package static let requestLimit = 500
  /// The most claims that are kept about one user token or purchase.
  package static let limit = 200
  /// The longest id, in bytes.
  private static let idLimit = 200
  /// How many characters of a reason are kept.
  private static let reasonLimit = 200
  /// How far the team server's clock may be ahead, in milliseconds: five minutes.
  private static let aheadLimit: Int64 = 5 * 60 * 1000

  /// Checks the date and the ids.
  ///
  /// - Throws: a `JSONError` that names the invalid member: a date in the future, which no later claim could replace,
  ///   or an id that no signed data can contain.
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

  /// The claim with its reason shortened and made safe to print.
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
