import COpenSSL
import StoreModel

/// The times in which a certificate is valid, both ends included: RFC 5280 section 4.1.2.5.
struct Validity: Hashable, Sendable {
  /// The first second, since 1970 UTC.
  let start: Int64

  /// The last second, since 1970 UTC.
  let end: Int64

  /// Whether a moment, in seconds since 1970 UTC, lies within.
  func contains(_ second: Int64) -> Bool { start <= second && second <= end }

  /// Seconds since 1970 UTC of a certificate's date; nil unless it is `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`.
  static func seconds(of time: UnsafePointer<ASN1_TIME>?) -> Int64? {
    guard let time, let epoch = ASN1_TIME_set(nil, 0) else { return nil }
    defer { ASN1_TIME_free(epoch) }
    let length = time.pointee.type == V_ASN1_UTCTIME ? 13 : 15
    var days: Int32 = 0
    var seconds: Int32 = 0
    guard time.pointee.length == length, let last = time.pointee.data?[length - 1], last == UInt8(ascii: "Z"),
      ASN1_TIME_diff(&days, &seconds, epoch, time) == 1
    else {
      ERR_clear_error()
      return nil
    }
    return Int64(days) * 86_400 + Int64(seconds)
  }

  /// The first day, as `2025-03-01`.
  var firstDay: String { Timestamp(milliseconds: start * 1000).formatted(.day) }

  /// The last day, as `2025-03-01`.
  var lastDay: String { Timestamp(milliseconds: end * 1000).formatted(.day) }
}
