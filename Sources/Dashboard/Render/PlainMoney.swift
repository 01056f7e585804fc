import Screen
import StoreModel

/// Money for terminals that show no currency signs: `CNY 8.00` in the place of `¥8.00`.
struct PlainMoney {
  /// The currency behind each sign: first those of the products, since some signs stand for several.
  private var currencies: [Character: String] = [
    "¥": "CNY", "€": "EUR", "£": "GBP", "₩": "KRW", "₹": "INR", "₫": "VND", "₺": "TRY", "₽": "RUB", "₪": "ILS",
    "฿": "THB",
  ]

  init(_ products: [ProductRow]) {
    for row in products {
      guard let sign = row.amount.first(where: { Self.isSign($0) }), !row.currency.isEmpty else { continue }
      currencies[sign] = row.currency
    }
  }

  private static func isSign(_ character: Character) -> Bool {
    character.unicodeScalars.first?.properties.generalCategory == .currencySymbol && !character.isASCII
  }

  /// A text with every sign written out, with a space before a figure.
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
  /// The same with its money written out, for a terminal that shows ASCII only.
  func writingMoneyOut() -> State {
    let money = PlainMoney(products.rows)
    var state = self
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
