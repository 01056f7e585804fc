import Core

/// Why a purchase, a refund or a notification cannot be as was asked.
enum CustomerText {
  static var sampleMustBeSaid: Words { "sampleContentProvided must be true or false" }
  static func isRefundedAlready(_ row: Int64) -> Words { "\(row) has already been refunded" }
}
