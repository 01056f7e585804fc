import AppStoreModel
import Core

/// The format of all amounts on the screen: that of the storefront of the signed-in Apple Account.
///
/// So amounts in lists match the price tags, and currencies with the same sign are told apart.
struct MoneyStyle: Hashable {
  /// The locale of the storefront.
  let locale: String
  /// The replacement for currency signs that the terminal cannot show.
  let plain: PlainMoney?

  func text(_ price: Price) -> String {
    let text = safeText(price.formatted(locale: locale))
    guard let plain else { return text }
    return plain.knows(price.currency) ? plain.text(text) : price.writtenOut
  }
}

extension Price {
  /// Creates the price from a transaction's optional fields, or nil if one of them is missing.
  init?(_ milliunits: Int64?, _ currency: String?) {
    guard let milliunits, let currency else { return nil }
    self.init(milliunits: milliunits, currency: currency)
  }

  /// The amount after its currency code, `CNY 8.00`, for files and for terminals without currency signs.
  var writtenOut: String {
    let text = formatted(locale: "en_US")
    let number = text.drop { !$0.isNumber }
    return "\(safeText(currency)) \(milliunits < 0 ? "-" : "")\(number)"
  }
}

extension State {
  var money: MoneyStyle { MoneyStyle(locale: moneyLocale, plain: plainMoney) }

  /// Returns the price paid in a row, or the quantity bought.
  func amount(of row: TabRow) -> String { row.price.map(money.text) ?? row.amount }

  /// Returns the next charge for a product, if the App Store announced it.
  func nextAmount(of row: ProductRow) -> String? { row.renewal?.price.map(money.text) }

  /// Returns the locale for amounts: that of the storefront, or of the first storefront with the catalogue's currency.
  func localeOfMoney() -> String {
    let storefront =
      facts.storefront.flatMap { Storefront(countryCode: $0) }
      ?? products.rows.first.flatMap { row in Storefront.all.first { $0.currency == row.currency } }
    return storefront?.localeIdentifier ?? (Language.current == .english ? "en_US" : Language.current.tag)
  }
}

/// The replacement of currency signs for terminals that cannot show them: `CNY 8.00` instead of `¥8.00`.
struct PlainMoney: Hashable {
  /// The currency code of each sign; those of the products come first, since several currencies share a sign.
  private var currencies: [Character: String] = [
    "¥": "CNY", "€": "EUR", "£": "GBP", "₩": "KRW", "₹": "INR", "₫": "VND", "₺": "TRY", "₽": "RUB", "₪": "ILS",
    "฿": "THB",
  ]

  /// The currencies of the products.
  private var own: Set<String> = []

  init(_ products: [ProductRow]) {
    for row in products {
      own.insert(row.currency)
      guard let sign = row.amount.first(where: { Self.isSign($0) }), !row.currency.isEmpty else { continue }
      currencies[sign] = row.currency
    }
  }

  /// Returns whether products have this currency, so that its sign can be replaced without doubt.
  func knows(_ currency: String) -> Bool { own.contains(currency) }

  private static func isSign(_ character: Character) -> Bool {
    character.unicodeScalars.first?.properties.generalCategory == .currencySymbol && !character.isASCII
  }

  /// Returns a text in which currency codes replace the signs, with a space before a number.
  func text(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var result = ""
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      if let currency = currencies[character] {
        let isBefore = characters.indices.contains(index + 1) && characters[index + 1].isNumber
        result += isBefore ? currency + " " : currency
      } else {
        result.append(character == "\u{A0}" || character == "\u{202F}" ? " " : character)
      }
    }
    return result
  }
}

extension State {
  /// Returns the state with currency codes instead of signs, for a terminal that shows only ASCII.
  func writingMoneyOut() -> State {
    let money = PlainMoney(products.rows)
    var state = self
    state.plainMoney = money
    state.products.changeAmounts(money.text)
    state.situation?.changePrices(money.text)
    if var message { message.text = money.text(message.text); state.message = message }
    state.overlays = overlays.map { overlay in
      switch overlay {
      case .payment(var sheet):
        if var preview = sheet.preview {
          preview.charged = money.text(preview.charged)
          preview.refund = preview.refund.map(money.text)
          preview.renewal = preview.renewal.map(money.text)
          sheet.preview = preview
        }
        return .payment(sheet)
      case .refundReason(var sheet):
        sheet.price = money.text(sheet.price)
        return .refundReason(sheet)
      case .confirmation(var question):
        question.text = question.text.map(money.text)
        return .confirmation(question)
      case .choice(var choice):
        for index in choice.items.indices { choice.items[index].note = money.text(choice.items[index].note) }
        return .choice(choice)
      default: return overlay
      }
    }
    return state
  }
}

extension AppStoreSituation {
  fileprivate mutating func changePrices(_ change: (String) -> String) {
    for index in cases.indices { cases[index].displayPrice = change(cases[index].displayPrice) }
    for index in purchases.indices { purchases[index].displayPrice = change(purchases[index].displayPrice) }
    for index in subscriptions.indices { subscriptions[index].displayPrice = change(subscriptions[index].displayPrice) }
  }
}
