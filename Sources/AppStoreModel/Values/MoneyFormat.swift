import Core

/// The format of money in a locale, for the locales of the storefronts, as in CLDR.
///
/// The table is Till's own, because the whole of CLDR would triple the size of the program.
struct MoneyFormat {
  private let prefix: String
  private let suffix: String
  private let zero: UInt32
  private let decimalSeparator: String
  private let groupSeparator: String
  /// The number of digits in each group, except the last one, which has three.
  private let groupSize: Int
  /// The number of digits required before the first separator.
  private let leastBeforeGroup: Int
  private let usesCodes: Bool
  private let symbols: [String: String]

  /// Returns the format of a locale such as `de_DE`, else of its language, else of the United States.
  static func of(_ locale: String) -> MoneyFormat {
    let parts = locale.split { $0 == "_" || $0 == "-" }
    guard let language = parts.first else { return fallback }
    // A locale can have a script between language and region: zh_Hans_CN.
    let region = parts.dropFirst().last.map { "\(language)_\($0)" }
    return region.flatMap { table[$0] } ?? table[String(language)] ?? fallback
  }

  /// Returns an amount with a number of decimals, such as `$9.99`, `8,00 €`.
  func text(_ milliunits: Int64, currency: String, decimals: Int) -> String {
    let symbol = symbols[currency] ?? (usesCodes ? nil : Self.signs[currency]) ?? currency
    let (whole, thousandths) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1000)
    var number = grouped(String(whole))
    if decimals > 0 {
      number += decimalSeparator + digits(String(String(thousandths + 1000).dropFirst().prefix(decimals)))
    }
    return (milliunits < 0 ? "-" : "") + before(symbol) + number + suffix.replacing(Self.sign, with: symbol)
  }

  /// Returns the part of a price before the number; a no-break space follows a currency code or a word.
  private func before(_ symbol: String) -> String {
    let isWord =
      switch symbol.unicodeScalars.last?.properties.generalCategory {
      case .currencySymbol, .otherSymbol, .mathSymbol, .modifierSymbol: false
      default: true
      }
    return prefix.replacing(Self.sign, with: symbol) + (isWord && prefix.hasSuffix(Self.sign) ? "\u{A0}" : "")
  }

  private func grouped(_ whole: String) -> String {
    guard whole.utf8.count >= 3 + leastBeforeGroup else { return digits(whole) }
    var rest = Substring(whole)
    var groups = [rest.suffix(3)]
    rest = rest.dropLast(3)
    while !rest.isEmpty {
      groups.append(rest.suffix(groupSize))
      rest = rest.dropLast(groupSize)
    }
    return groups.reversed().map { digits(String($0)) }.joined(separator: groupSeparator)
  }

  private func digits(_ text: String) -> String {
    guard zero != 0x30 else { return text }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.compactMap { Unicode.Scalar($0.value - 0x30 + zero) })
    return String(scalars)
  }

  // MARK: The table

  private static let sign = "¤"
  private static let fallback = MoneyFormat("¤1,234,567.89", "")

  /// The formats by locale and by language; for a language, the first matching row counts.
  private static let table: [String: MoneyFormat] = {
    var table: [String: MoneyFormat] = [:]
    for (locales, sample, symbols) in rows {
      let format = MoneyFormat(sample, symbols)
      for locale in locales.split(separator: " ") {
        table[String(locale)] = format
        let language = String(locale.prefix { $0 != "_" })
        if table[language] == nil { table[language] = format }
      }
    }
    return table
  }()

  /// Reads the format from a sample, which shows how the locale writes 1234567.89.
  private init(_ sample: String, _ symbols: String) {
    let isDigit = { (scalar: Unicode.Scalar) in scalar.properties.numericType == .decimal }
    let scalars = sample.unicodeScalars.filter { $0 != "~" }.map { $0 == " " ? "\u{A0}" : $0 }
    let start = scalars.firstIndex(where: isDigit) ?? 0
    let end = (scalars.lastIndex(where: isDigit) ?? 0) + 1
    let number = scalars[start..<end]
    let parts = number.split(whereSeparator: { !isDigit($0) })
    let separators = number.filter { !isDigit($0) }.map { String($0) }
    prefix = Self.text(scalars[..<start])
    suffix = Self.text(scalars[end...])
    zero = (number.first?.value ?? 0x31) - 1
    decimalSeparator = separators.last ?? "."
    groupSeparator = separators.first ?? ","
    groupSize = parts.count == 4 ? parts[1].count : 3
    leastBeforeGroup = sample.hasPrefix("~") ? 2 : 1
    let words = symbols.split(separator: " ")
    usesCodes = words.first == "codes"
    self.symbols = Dictionary(
      words.compactMap { word in
        let pair = word.split(separator: "=")
        return pair.count == 2 ? (String(pair[0]), String(pair[1])) : nil
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// The currency signs that most languages use.
  private static let signs = [
    "AUD": "A$", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "EUR": "€", "GBP": "£", "HKD": "HK$", "ILS": "₪",
    "INR": "₹", "JPY": "¥", "KRW": "₩", "MXN": "MX$", "NZD": "NZ$", "PHP": "₱", "TWD": "NT$", "USD": "$", "VND": "₫",
  ]

  /// The rows of the table: locales, how they write 1234567.89, and their own currency signs.
  ///
  /// In the sample, a space means a no-break space, and a leading `~` means that 1234 has no group separator. With
  /// `codes`, all other currencies are written by their code.
  private static let rows: [(locales: String, sample: String, symbols: String)] = [
    ("en_US", "¤1,234,567.89", ""),
    ("es_ES", "~1.234.567,89 ¤", "codes EUR=€ THB=฿ USD=US$ VND=₫"),
    ("de_DE", "1.234.567,89 ¤", "AUD=AU$ PHP=PHP THB=฿"),
    (
      "fr_FR", "1\u{202F}234\u{202F}567,89 ¤",
      "AUD=$AU CAD=$CA CLP=$CL CNY=CNY COP=$CO GBP=£GB HKD=HKD JPY=JPY MXN=$MX NZD=$NZ PHP=PHP SGD=$SG TWD=TWD USD=$US"
    ),
    ("pt_BR", "¤ 1.234.567,89", "AUD=AU$ JPY=JP¥ PHP=PHP THB=฿ USD=US$"),
    ("zh_CN", "¤1,234,567.89", "AUD=AU$ CNY=¥ JPY=JP¥ PHP=PHP USD=US$"),
    ("nl_NL nl_BE", "¤ 1.234.567,89", "AUD=AU$ CAD=C$ JPY=JP¥ PHP=PHP THB=฿ USD=US$"),
    ("ms_MY", "¤1,234,567.89", "CAD=CAD JPY=JP¥ MXN=MXN MYR=RM PHP=PHP USD=USD"),
    (
      "ar_SA ar_BH ar_EG ar_JO ar_KW ar_LB ar_OM ar_QA", "\u{200F}١٬٢٣٤٬٥٦٧٫٨٩ ¤",
      "AED=د.إ.\u{200F} AUD=AU$ EGP=ج.م.\u{200F} GBP=UK£ JPY=JP¥ PHP=PHP QAR=ر.ق.\u{200F} SAR=ر.س.\u{200F} THB=฿ USD=US$"
    ),
    ("it_IT", "~1.234.567,89 ¤", "codes AUD=A$ CAD=CA$ CNY=CN¥ EUR=€ GBP=£ ILS=₪ NZD=NZ$ PHP=₱ THB=฿"),
    (
      "ar_AE", "\u{200F}1,234,567.89 ¤",
      "AED=د.إ.\u{200F} AUD=AU$ EGP=ج.م.\u{200F} GBP=UK£ JPY=JP¥ PHP=PHP QAR=ر.ق.\u{200F} SAR=ر.س.\u{200F} THB=฿ USD=US$"
    ),
    ("cs_CZ", "1 234 567,89 ¤", "AUD=AU$ CZK=Kč ILS=ILS INR=INR JPY=JP¥ PHP=PHP USD=US$ VND=VND"),
    ("da_DK", "1.234.567,89 ¤", "AUD=AU$ DKK=kr. JPY=JP¥ PHP=PHP THB=฿ USD=US$"),
    ("de_AT", "¤ 1.234.567,89", "AUD=AU$ PHP=PHP THB=฿"),
    ("de_CH", "¤ 1’234’567.89", "AUD=AU$ EUR=EUR PHP=PHP THB=฿"),
    ("el_CY el_GR", "1.234.567,89 ¤", "JPY=JP¥ PHP=PHP THB=฿"),
    ("en_AU", "¤1,234,567.89", "codes AUD=$"),
    ("en_BS en_GB en_IE en_JM en_KE en_MU en_PH en_TT", "¤1,234,567.89", "JPY=JP¥ USD=US$"),
    ("en_CA", "¤1,234,567.89", "CAD=$ JPY=JP¥ USD=US$"),
    ("en_IN", "¤12,34,567.89", "JPY=JP¥"),
    ("en_NG", "¤1,234,567.89", "JPY=JP¥ NGN=₦ USD=US$"),
    ("en_NZ", "¤1,234,567.89", "JPY=JP¥ NZD=$ USD=US$"),
    ("en_PK", "¤1,234,567.89", "JPY=JP¥ PKR=Rs USD=US$"),
    ("en_SG", "¤1,234,567.89", "JPY=JP¥ SGD=$ USD=US$"),
    ("en_ZA", "¤1 234 567,89", "JPY=JP¥ USD=US$ ZAR=R"),
    ("es_AR es_UY", "¤ 1.234.567,89", "codes USD=US$"),
    ("es_BO es_CR es_PY es_VE", "¤ 1.234.567,89", "codes"),
    ("es_CL", "¤1.234.567,89", "codes CLP=$ USD=US$"),
    ("es_CO", "¤ 1.234.567,89", "codes COP=$ USD=US$"),
    ("es_DO", "¤1,234,567.89", "codes USD=US$"),
    ("es_EC", "¤1.234.567,89", "codes USD=$"),
    ("es_GT es_HN es_NI es_PA", "¤ 1,234,567.89", "codes"),
    ("es_MX", "¤1,234,567.89", "codes MXN=$"),
    ("es_PE", "¤ 1,234,567.89", "codes PEN=S/"),
    ("es_SV", "¤1,234,567.89", "codes USD=$"),
    ("et_EE lv_LV", "~1 234 567,89 ¤", "AUD=AU$ PHP=PHP THB=฿"),
    ("fi_FI", "1 234 567,89 ¤", "codes EUR=€ GBP=£ JPY=¥ USD=$"),
    (
      "fr_LU", "1.234.567,89 ¤",
      "AUD=$AU CAD=$CA CLP=$CL CNY=CNY COP=$CO GBP=£GB HKD=HKD JPY=JPY MXN=$MX NZD=$NZ PHP=PHP SGD=$SG TWD=TWD USD=$US"
    ),
    ("he_IL", "\u{200F}1,234,567.89 \u{200F}¤", "PHP=PHP THB=฿"),
    ("hr_HR", "1.234.567,89 ¤", "codes EUR=€"),
    ("hu_HU", "~1 234 567,89 ¤", "codes HUF=Ft JPY=¥"),
    ("hy_AM", "1 234 567,89 ¤", "JPY=JP¥ PHP=PHP THB=฿"),
    ("id_ID", "¤1.234.567,89", "AUD=AU$ IDR=Rp INR=Rs JPY=JP¥ PHP=PHP THB=฿ USD=US$"),
    ("is_IS", "1.234.567,89 ¤", "codes CNY=CN¥ HKD=HK$ ILS=₪ JPY=JP¥"),
    ("ja_JP", "¤1,234,567.89", "CNY=元 PHP=PHP"),
    ("kk_KZ", "1 234 567,89 ¤", "JPY=JP¥ KZT=₸ PHP=PHP RUB=₽ THB=฿"),
    ("ko_KR", "¤1,234,567.89", "AUD=AU$ JPY=JP¥ PHP=PHP USD=US$"),
    ("lt_LT", "1 234 567,89 ¤", "codes EUR=€"),
    ("ms_BN", "¤ 1.234.567,89", "CAD=CAD JPY=JP¥ MXN=MXN MYR=RM PHP=PHP USD=USD"),
    ("mt_MT", "¤1,234,567.89", "JPY=JP¥ PHP=PHP USD=US$"),
    ("nb_NO", "1 234 567,89 ¤", "codes EUR=€ GBP=£ NOK=kr"),
    ("ne_NP", "¤ १२,३४,५६७.८९", "JPY=JP¥ PHP=PHP THB=฿ USD=US$"),
    ("pl_PL", "~1 234 567,89 ¤", "codes BRL=R$ EUR=€ PLN=zł"),
    ("pt_PT", "~1 234 567,89 ¤", "AUD=AU$ JPY=JP¥ PHP=PHP THB=฿ USD=US$"),
    ("ro_RO", "1.234.567,89 ¤", "codes"),
    ("ru_RU", "1 234 567,89 ¤", "PHP=PHP RUB=₽ THB=฿"),
    ("si_LK", "¤1,234,567.89", "JPY=JP¥ PHP=PHP THB=฿ USD=US$"),
    ("sk_SK", "1 234 567,89 ¤", "codes EUR=€ ILS=NIS MXN=MX$"),
    ("sl_SI", "~1.234.567,89 ¤", "AUD=AUD BRL=BRL CAD=CAD GBP=GBP MXN=MXN NZD=NZD PHP=PHP TWD=TWD"),
    ("sv_SE", "1 234 567,89 ¤", "codes BRL=BR$ CAD=CA$ DKK=Dkr EGP=EG£ EUR=€ ILS=₪ MXN=MX$ NOK=Nkr SEK=kr USD=US$"),
    ("sw_TZ", "¤ 1,234,567.89", "JPY=JP¥ PHP=PHP THB=฿ TZS=TSh USD=US$"),
    ("th_TH", "¤1,234,567.89", "AUD=AU$ PHP=PHP THB=฿ USD=US$"),
    ("tr_TR", "¤1.234.567,89", "AUD=AU$ PHP=PHP THB=฿ TRY=₺"),
    ("uk_UA", "1 234 567,89 ¤", "codes JPY=¥"),
    ("vi_VN", "1.234.567,89 ¤", "AUD=AU$ PHP=PHP THB=฿ USD=US$"),
    ("zh_HK zh_MO", "¤1,234,567.89", "AUD=AU$ PHP=PHP USD=US$"),
    ("zh_TW", "¤1,234,567.89", "AUD=AU$ KRW=￦ PHP=PHP TWD=$ USD=US$"),
  ]
}
