import Testing

@testable import AppStoreModel

struct PriceTests {
  @Test(arguments: [
    (9990, "USD", "en_US", "$9.99"), (8000, "CNY", "zh_CN", "¥8.00"), (9990, "EUR", "de_DE", "9,99\u{A0}€"),
    (9990, "EUR", "fr_FR", "9,99\u{A0}€"), (1000, "JPY", "ja_JP", "¥1"), (1_200_000, "JPY", "ja_JP", "¥1,200"),
    (9990, "USD", "fr_FR", "9,99\u{A0}$US"), (1_234_500, "GBP", "en_GB", "£1,234.50"), (0, "USD", "en_US", "$0.00"),
    (9990, "CNY", "en_US", "CN¥9.99"), (500, "USD", "en_US", "$0.50"),
  ])
  func isWrittenAsTheLocaleDoes(milliunits: Int64, currency: String, locale: String, text: String) {
    let price = Price(milliunits: milliunits, currency: currency)
    #expect(plain(price.formatted(locale: locale)) == plain(text))
  }

  @Test func keepsTheNumberWhereTheCurrencyHasFewerDecimals() {
    let text = Price(milliunits: 9990, currency: "JPY").formatted(locale: "ja_JP")
    #expect(plain(text) == "¥9.99")
    let thousandth = Price(milliunits: 1234, currency: "USD").formatted(locale: "en_US")
    #expect(thousandth == "$1.234")
  }

  @Test func survivesForeignCurrencies() {
    for currency in ["", "zz", "USDUSD", "\u{202E}A\u{1B}"] {
      let text = Price(milliunits: .max, currency: currency).formatted(locale: "xx_YY")
      #expect(text.contains("9"))
    }
  }

  @Test(arguments: [
    ("4.99", 4990), ("0.0", 0), ("29", 29_000), ("0.5", 500), ("-1.25", -1250), ("1.0000", 1000), (".5", 500),
    ("5.", 5000), ("007", 7000), ("9223372036854775.807", Int64.max),
  ])
  func isReadExactly(text: String, milliunits: Int64) {
    #expect(Price.milliunits(decimalText: text) == milliunits)
  }

  @Test(arguments: ["", ".", "-", "1.2.3", "1,99", "abc", " 1", "1e3", "1.2345", "9223372036854775.808", "+1", "１"])
  func refusesAmountsFinerThanMilliunits(text: String) {
    #expect(Price.milliunits(decimalText: text) == nil)
  }

  @Test(arguments: [
    (9990, "9.99"), (8000, "8"), (500, "0.5"), (-1250, "-1.25"), (1, "0.001"), (0, "0"),
    (Int64.min, "-9223372036854775.808"),
  ])
  func isWrittenExactly(milliunits: Int64, text: String) {
    #expect(Price(milliunits: milliunits, currency: "USD").decimalText == text)
  }

  @Test(arguments: [
    (8128, "CNY", 8130), (8124, "CNY", 8120), (-8128, "USD", -8130), (12_499, "JPY", 12_000), (12_500, "JPY", 13_000),
    (1234, "KWD", 1234), (0, "USD", 0), (Int64.max, "JPY", Int64.max / 1000 * 1000),
  ])
  func isRoundedToAPayableAmount(milliunits: Int64, currency: String, rounded: Int64) {
    #expect(Price(milliunits: milliunits, currency: currency).rounded.milliunits == rounded)
  }

  /// Compares prices with the texts of CLDR 47; the whole table was compared with ICU when it was made.
  @Test(arguments: [
    (9990, "SEK", "en_US", "SEK 9.99"), (1_234_500, "EUR", "es_ES", "1234,50 €"),
    (12_345_670, "EUR", "es_ES", "12.345,67 €"), (1_234_567_890, "INR", "en_IN", "₹12,34,567.89"),
    (9990, "EUR", "de_AT", "€ 9,99"), (9990, "CHF", "de_CH", "CHF 9.99"), (1_234_500, "CHF", "de_CH", "CHF 1’234.50"),
    (9990, "SAR", "ar_SA", "\u{200F}٩٫٩٩ ر.س.\u{200F}"), (9990, "AED", "ar_AE", "\u{200F}9.99 د.إ.\u{200F}"),
    (8000, "IDR", "id_ID", "Rp 8"), (8000, "TWD", "zh_TW", "$8.00"), (8000, "DKK", "da_DK", "8,00 kr."),
    (8000, "BRL", "pt_BR", "R$ 8,00"), (8000, "EUR", "es_AR", "EUR 8,00"), (8000, "PKR", "en_PK", "Rs 8"),
    (9990, "CNY", "zh_Hans_CN", "¥9.99"), (9990, "EUR", "de", "9,99 €"), (9990, "USD", "zh-HK", "US$9.99"),
    (-9990, "USD", "en_US", "-$9.99"), (9990, "EUR", "xx_YY", "€9.99"),
  ])
  func isWrittenAsTheTableSays(milliunits: Int64, currency: String, locale: String, text: String) {
    #expect(plain(Price(milliunits: milliunits, currency: currency).formatted(locale: locale)) == text)
  }

  @Test func everyStorefrontWritesItsOwnPrices() {
    for storefront in Storefront.all {
      let text = Price(milliunits: 1_234_000, currency: storefront.currency).formatted(
        locale: storefront.localeIdentifier)
      let digits = text.unicodeScalars.compactMap { $0.properties.numericValue }.map { Int($0) }
      #expect(digits.prefix(4) == [1, 2, 3, 4], "\(storefront.countryCode): \(text)")
    }
  }

  /// Returns the text with plain spaces and yen signs, because ICU's choice of them differs between versions.
  private func plain(_ text: String) -> String {
    text.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ").replacing("\u{FFE5}", with: "¥")
  }
}
