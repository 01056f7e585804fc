/// A JSON number, kept as its text so that it is written back with the same digits.
package struct JSONNumber: Hashable, Sendable {
  /// The text of the number as it was written, in JSON's grammar.
  package let text: String

  /// Makes a number from text that the caller has checked against JSON's grammar.
  init(checked text: String) { self.text = text }

  /// Makes a JSON number from an integer.
  package init(_ value: Int64) { text = String(value) }

  /// Makes a JSON number from a floating-point value.
  ///
  /// JSON has no infinity and no NaN: infinity becomes the largest number, NaN becomes 0.
  package init(_ value: Double) {
    let greatest = Double.greatestFiniteMagnitude
    text = value.isNaN ? "0" : min(max(value, -greatest), greatest).description
  }

  /// The value if it is integral and fits, in any notation (`1.76e12`); nil otherwise.
  package var int64: Int64? { integerPart(truncating: false) }

  /// The value without its fraction, rounded towards zero; nil if it does not fit.
  package var truncatedInt64: Int64? { integerPart(truncating: true) }

  /// The valid range of dates in milliseconds since 1970: the years 1 to 9999.
  ///
  /// It starts two days early, because Xcode writes 1 January of the year 1 in the Julian calendar.
  package static let dates: ClosedRange<Int64> = -62_135_769_600_000...253_402_300_799_999

  /// The value as a date in milliseconds since 1970, without its fraction; nil outside the years 1 to 9999.
  ///
  /// With this range, no sum of two dates can overflow.
  package var dateMilliseconds: Int64? { truncatedInt64.flatMap { Self.dates.contains($0) ? $0 : nil } }

  /// The nearest floating-point number; nil if it is out of range.
  package var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  private func integerPart(truncating: Bool) -> Int64? {
    if let value = Int64(text) { return value }
    var decimal = Decimal()
    for byte in text.utf8 { decimal.append(byte) }
    return decimal.integerPart(truncating: truncating)
  }

  /// The digits of a number, with the position of its decimal point.
  private struct Decimal {
    private var digits: [UInt8] = []
    private var isNegative = false
    private var pointAt: Int?
    private var exponent = 0
    private var isExponentNegative = false
    private var isInExponent = false

    mutating func append(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "-"):
        if isInExponent { isExponentNegative = true } else { isNegative = true }
      case UInt8(ascii: "."): pointAt = digits.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isInExponent = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = byte - UInt8(ascii: "0")
        // The exponent is capped; no text is long enough for larger values to differ.
        if isInExponent { exponent = min(exponent * 10 + Int(digit), 1 << 40) } else { digits.append(digit) }
      default: break
      }
    }

    func integerPart(truncating: Bool) -> Int64? {
      guard digits.contains(where: { $0 != 0 }) else { return 0 }
      let count = max(0, (pointAt ?? digits.count) + (isExponentNegative ? -exponent : exponent))
      guard truncating || digits.dropFirst(count).allSatisfy({ $0 == 0 }) else { return nil }
      var value: Int64 = 0
      var index = 0
      while index < count {
        // The sum is negative, because the negative range has one more value.
        let (tenfold, overflows) = value.multipliedReportingOverflow(by: 10)
        let digit = index < digits.count ? Int64(digits[index]) : 0
        let (sum, overflowsToo) = tenfold.subtractingReportingOverflow(digit)
        if overflows || overflowsToo { return nil }
        value = sum
        index += 1
      }
      return isNegative ? value : value == .min ? nil : -value
    }
  }
}
