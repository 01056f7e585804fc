/// A country or region in which the App Store sells (Apple: Storefront).
package struct Storefront: Hashable, Sendable {
  /// The ISO 3166-1 alpha-3 code, such as `USA`, which signed data uses.
  package let countryCode: String
  /// Apple's number of the storefront, such as `143441`.
  package let id: String
  /// The ISO 3166-1 alpha-2 code, such as `US`.
  package let regionCode: String
  /// The ISO 4217 code of the currency of its prices.
  package let currency: String
  /// The locale in which its prices are written, such as `en_US`.
  package let localeIdentifier: String

  /// Finds the storefront with an alpha-3 code in upper or lower case; nil if Till does not know it.
  package init?(countryCode: String) {
    let code = countryCode.uppercased()
    guard let storefront = Storefront.all.first(where: { $0.countryCode == code }) else { return nil }
    self = storefront
  }

  private init(_ row: Row) {
    (countryCode, id, regionCode, currency, localeIdentifier) = row
  }

  /// The storefronts that Till knows, sorted by continent.
  package static let all: [Storefront] = rows.map(Storefront.init)

  private typealias Row = (
    countryCode: String, id: String, regionCode: String, currency: String, localeIdentifier: String
  )

  // The currency is USD where Apple has no price list in the local currency.
  private static let rows: [Row] = [
    ("USA", "143441", "US", "USD", "en_US"),
    ("CAN", "143455", "CA", "CAD", "en_CA"),
    ("MEX", "143468", "MX", "MXN", "es_MX"),
    ("BRA", "143503", "BR", "BRL", "pt_BR"),
    ("ARG", "143505", "AR", "USD", "es_AR"),
    ("CHL", "143483", "CL", "CLP", "es_CL"),
    ("COL", "143501", "CO", "COP", "es_CO"),
    ("PER", "143507", "PE", "PEN", "es_PE"),
    ("ECU", "143509", "EC", "USD", "es_EC"),
    ("URY", "143514", "UY", "USD", "es_UY"),
    ("PRY", "143513", "PY", "USD", "es_PY"),
    ("BOL", "143556", "BO", "USD", "es_BO"),
    ("VEN", "143502", "VE", "USD", "es_VE"),
    ("CRI", "143495", "CR", "USD", "es_CR"),
    ("GTM", "143504", "GT", "USD", "es_GT"),
    ("HND", "143510", "HN", "USD", "es_HN"),
    ("NIC", "143512", "NI", "USD", "es_NI"),
    ("PAN", "143485", "PA", "USD", "es_PA"),
    ("SLV", "143506", "SV", "USD", "es_SV"),
    ("DOM", "143508", "DO", "USD", "es_DO"),
    ("JAM", "143511", "JM", "USD", "en_JM"),
    ("TTO", "143551", "TT", "USD", "en_TT"),
    ("BHS", "143539", "BS", "USD", "en_BS"),
    ("GBR", "143444", "GB", "GBP", "en_GB"),
    ("IRL", "143449", "IE", "EUR", "en_IE"),
    ("FRA", "143442", "FR", "EUR", "fr_FR"),
    ("DEU", "143443", "DE", "EUR", "de_DE"),
    ("AUT", "143445", "AT", "EUR", "de_AT"),
    ("BEL", "143446", "BE", "EUR", "nl_BE"),
    ("NLD", "143452", "NL", "EUR", "nl_NL"),
    ("LUX", "143451", "LU", "EUR", "fr_LU"),
    ("ITA", "143450", "IT", "EUR", "it_IT"),
    ("ESP", "143454", "ES", "EUR", "es_ES"),
    ("PRT", "143453", "PT", "EUR", "pt_PT"),
    ("GRC", "143448", "GR", "EUR", "el_GR"),
    ("CYP", "143557", "CY", "EUR", "el_CY"),
    ("MLT", "143521", "MT", "EUR", "mt_MT"),
    ("FIN", "143447", "FI", "EUR", "fi_FI"),
    ("EST", "143518", "EE", "EUR", "et_EE"),
    ("LVA", "143519", "LV", "EUR", "lv_LV"),
    ("LTU", "143520", "LT", "EUR", "lt_LT"),
    ("SVK", "143496", "SK", "EUR", "sk_SK"),
    ("SVN", "143499", "SI", "EUR", "sl_SI"),
    ("HRV", "143494", "HR", "EUR", "hr_HR"),
    ("CHE", "143459", "CH", "CHF", "de_CH"),
    ("SWE", "143456", "SE", "SEK", "sv_SE"),
    ("NOR", "143457", "NO", "NOK", "nb_NO"),
    ("DNK", "143458", "DK", "DKK", "da_DK"),
    ("ISL", "143558", "IS", "USD", "is_IS"),
    ("POL", "143478", "PL", "PLN", "pl_PL"),
    ("CZE", "143489", "CZ", "CZK", "cs_CZ"),
    ("HUN", "143482", "HU", "HUF", "hu_HU"),
    ("ROU", "143487", "RO", "RON", "ro_RO"),
    ("UKR", "143492", "UA", "USD", "uk_UA"),
    ("RUS", "143469", "RU", "RUB", "ru_RU"),
    ("TUR", "143480", "TR", "TRY", "tr_TR"),
    ("ISR", "143491", "IL", "ILS", "he_IL"),
    ("SAU", "143479", "SA", "SAR", "ar_SA"),
    ("ARE", "143481", "AE", "AED", "ar_AE"),
    ("QAT", "143498", "QA", "QAR", "ar_QA"),
    ("KWT", "143493", "KW", "USD", "ar_KW"),
    ("BHR", "143559", "BH", "USD", "ar_BH"),
    ("OMN", "143562", "OM", "USD", "ar_OM"),
    ("JOR", "143528", "JO", "USD", "ar_JO"),
    ("LBN", "143497", "LB", "USD", "ar_LB"),
    ("EGY", "143516", "EG", "EGP", "ar_EG"),
    ("KEN", "143529", "KE", "USD", "en_KE"),
    ("NGA", "143561", "NG", "NGN", "en_NG"),
    ("TZA", "143572", "TZ", "TZS", "sw_TZ"),
    ("ZAF", "143472", "ZA", "ZAR", "en_ZA"),
    ("MUS", "143533", "MU", "USD", "en_MU"),
    ("KAZ", "143517", "KZ", "KZT", "kk_KZ"),
    ("ARM", "143524", "AM", "USD", "hy_AM"),
    ("PAK", "143477", "PK", "PKR", "en_PK"),
    ("IND", "143467", "IN", "INR", "en_IN"),
    ("LKA", "143486", "LK", "USD", "si_LK"),
    ("NPL", "143484", "NP", "USD", "ne_NP"),
    ("CHN", "143465", "CN", "CNY", "zh_CN"),
    ("HKG", "143463", "HK", "HKD", "zh_HK"),
    ("MAC", "143515", "MO", "USD", "zh_MO"),
    ("TWN", "143470", "TW", "TWD", "zh_TW"),
    ("JPN", "143462", "JP", "JPY", "ja_JP"),
    ("KOR", "143466", "KR", "KRW", "ko_KR"),
    ("SGP", "143464", "SG", "SGD", "en_SG"),
    ("MYS", "143473", "MY", "MYR", "ms_MY"),
    ("THA", "143475", "TH", "THB", "th_TH"),
    ("VNM", "143471", "VN", "VND", "vi_VN"),
    ("PHL", "143474", "PH", "PHP", "en_PH"),
    ("IDN", "143476", "ID", "IDR", "id_ID"),
    ("BRN", "143560", "BN", "USD", "ms_BN"),
    ("AUS", "143460", "AU", "AUD", "en_AU"),
    ("NZL", "143461", "NZ", "NZD", "en_NZ"),
  ]
}

/// The codes of countries and regions: ISO 3166-1 alpha-3, and Apple's `XKS` for Kosovo.
///
/// They include storefronts of the App Store for which Till has no prices.
package enum CountryCode {
  /// Returns whether a text is a country or region code in upper case.
  package static func isAlpha3(_ text: String) -> Bool { alpha3.contains(text[...]) }

  private static let alpha3 = Set(
    """
    ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS \
    BIH BLM BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV \
    CRI CUB CUW CXR CYM CYP CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM \
    GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN \
    IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE \
    LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS \
    MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK \
    PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR \
    SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY \
    USA UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM XKS YEM ZAF ZMB ZWE
    """.split(separator: " "))
}
