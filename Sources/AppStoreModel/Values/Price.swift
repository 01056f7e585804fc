/// An amount of money in milliunits of a currency, as in signed transactions (9.99 USD is 9990).
package struct Price: Hashable, Sendable {
  /// The amount in thousandths of the currency's unit.
  package let milliunits: Int64
  /// The ISO 4217 code of the currency, such as `USD`.
  package let currency: String

  /// Makes an amount in milliunits of a currency.
  package init(milliunits: Int64, currency: String) {
    self.milliunits = milliunits
    self.currency = currency
  }

  /// The exact amount with a decimal point and without trailing zeros: `9.99`, `8`, `0.5`.
  package var decimalText: String {
    let (whole, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1000)
    var text = (milliunits < 0 ? "-" : "") + String(whole)
    if rest != 0 {
      var digits = String(String(rest + 1000).dropFirst())
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return text
  }

  /// Reads an exact amount such as `4.99`, `0.0` or `29`; nil for other text, and for amounts finer than milliunits.
  package static func milliunits(decimalText text: some StringProtocol) -> Int64? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    var (magnitude, decimals, digits) = (Int64(0), -1, 0)
    for byte in text.utf8.dropFirst(isNegative ? 1 : 0) {
      if byte == UInt8(ascii: "."), decimals < 0 {
        decimals = 0
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      digits += 1
      if decimals == 3 {
        guard byte == UInt8(ascii: "0") else { return nil }
        continue
      }
      if decimals >= 0 { decimals += 1 }
      guard let next = magnitude.tenfold(adding: byte - UInt8(ascii: "0")) else { return nil }
      magnitude = next
    }
    guard digits > 0 else { return nil }
    for _ in max(decimals, 0)..<3 {
      guard let next = magnitude.tenfold(adding: 0) else { return nil }
      magnitude = next
    }
    return isNegative ? -magnitude : magnitude
  }
}

extension Int64 {
  fileprivate func tenfold(adding digit: UInt8) -> Int64? {
    let (product, overflow) = multipliedReportingOverflow(by: 10)
    guard !overflow else { return nil }
    let (sum, carry) = product.addingReportingOverflow(Int64(digit))
    return carry ? nil : sum
  }
}

extension Price {
  /// Returns the amount in the format of a locale, such as `$9.99`, `8,00 €`, `¥8.00`.
  ///
  /// If the amount has decimals, they are shown even in a currency without decimals: a price from another storefront's
  /// catalogue is shown unchanged.
  package func formatted(locale: String) -> String {
    let decimals = milliunits % 1000 == 0 ? 0 : milliunits % 100 == 0 ? 1 : milliunits % 10 == 0 ? 2 : 3
    return MoneyFormat.of(locale).text(milliunits, currency: currency, decimals: max(decimals, writtenDecimals))
  }

  /// The nearest amount that can be paid in the currency: whole yen, whole cents.
  package var rounded: Price {
    let unit: Int64 = usualDecimals == 0 ? 1000 : usualDecimals == 3 ? 1 : 10
    let (quotient, rest) = milliunits.quotientAndRemainder(dividingBy: unit)
    let away: Int64 = rest.magnitude * 2 >= unit.magnitude ? rest.signum() : 0
    let (amount, isTooLarge) = (quotient &+ away).multipliedReportingOverflow(by: unit)
    return Price(milliunits: isTooLarge ? quotient &* unit : amount, currency: currency)
  }

  /// The number of decimals shown for a whole amount; some currencies show none although ISO 4217 has some.
  private var writtenDecimals: Int {
    switch currency {
    case "COP", "IDR", "IQD", "IRR", "LBP", "MMK", "PKR", "RSD", "SYP", "YER": 0
    default: usualDecimals
    }
  }

  /// The number of decimals that ISO 4217 defines for the currency.
  private var usualDecimals: Int {
    switch currency {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND":
      3
    default:
      2
    }
  }
}
