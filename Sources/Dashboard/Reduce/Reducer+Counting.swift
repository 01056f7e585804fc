import AppStoreModel
import Core
import TerminalUI

/// How many of something: the payment sheet's quantity, and how much of a consumable is used.
extension Reducer {
  /// More or fewer of what the sheet is about.
  mutating func count(by step: Int) {
    switch state.overlays.last {
    case .payment(var sheet):
      sheet.quantity += step
      sheet.isTyped = false
      state.replaceTop(.payment(sheet))
    case .use(var sheet):
      sheet.count += step
      sheet.isTyped = false
      state.replaceTop(.use(sheet))
    default: break
    }
  }

  /// Takes a digit, or a correction, as the count that a sheet asks for; false where none is asked for.
  mutating func countsDigits(_ key: Key) -> Bool {
    switch state.overlays.last {
    case .payment(var sheet):
      guard let count = typed(key, behind: sheet.isTyped ? sheet.quantity : 0) else { return false }
      guard state.products[sheet.productId]?.type == .consumable else {
        announce(ReasonText.oneIsEnough.text, .warning)
        return true
      }
      (sheet.quantity, sheet.isTyped) = (atMost(PaymentSheet.greatestQuantity, count), count > 0)
      state.replaceTop(.payment(sheet))
    case .use(var sheet):
      guard let count = typed(key, behind: sheet.isTyped ? sheet.count : 0) else { return false }
      (sheet.count, sheet.isTyped) = (atMost(state.products[sheet.productId]?.balance ?? 1, count), count > 0)
      state.replaceTop(.use(sheet))
    default: return false
    }
    return true
  }

  /// The count after a key; nil for a key that is no part of a number.
  private func typed(_ key: Key, behind count: Int) -> Int? {
    switch key {
    case .character(let character):
      guard character.isASCII, let digit = character.wholeNumberValue else { return nil }
      return count * 10 + digit
    case .backspace, .delete: return count / 10
    default: return nil
    }
  }

  /// A typed count within what there is; says so where that is less.
  private mutating func atMost(_ most: Int, _ count: Int) -> Int {
    if count > most { announce(ReasonText.notMore(than: most).text, .warning) }
    return max(1, min(most, count))
  }
}
