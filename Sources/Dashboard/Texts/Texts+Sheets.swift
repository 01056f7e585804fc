import StoreModel

extension Texts {
  static let nothingBought = "The sheet was closed: nothing was bought."

  // MARK: Lists to pick from

  static let waysToFail = Choice(
    title: "How does the payment fail?",
    items: FailureKind.ofPurchases.map {
      Choice.Item(title: $0.rawValue, note: $0.words, pick: .failPurchase($0))
    })

  static let waysToAdvance: Choice = {
    let hour: Int64 = 3_600_000
    let steps: [(String, Int64)] = [
      ("1 hour", hour), ("1 day", 24 * hour), ("3 days", 72 * hour), ("7 days", 168 * hour), ("16 days", 384 * hour),
      ("30 days", 720 * hour), ("60 days", 1440 * hour), ("1 year", 8760 * hour),
    ]
    return Choice(
      title: "How far does the clock move?",
      items: steps.map { Choice.Item(title: $0.0, note: "", pick: .advance($0.1)) }, cursor: 1)
  }()

  static func waysToSignIn(_ state: State) -> Choice {
    let signedIn = state.device.account
    var items = (state.situation?.accounts ?? []).filter { $0.name != signedIn }.map {
      Choice.Item(title: safe($0.name), note: note(on: $0), pick: .signIn($0.name))
    }
    if let signedIn {
      items.append(Choice.Item(title: "sign out", note: "of \(safe(signedIn))", pick: .signOut))
    }
    return Choice(title: "Which Apple Account signs in?", items: items)
  }

  private static func note(on account: AppleAccount) -> String {
    let note = safe(account.note)
    return note.isEmpty ? safe(account.storefront) : "\(safe(account.storefront)) · \(note)"
  }

  // MARK: Questions

  static let newDevice = Confirmation(
    decision: .newDevice, title: "A new device?",
    text: [
      "This device's memory is set aside, not deleted, and an empty one begins.",
      "The same Apple Account and user stay signed in. Nothing changes at the App Store; r restores from there.",
    ])

  static let startOver = Confirmation(
    decision: .startOver, title: "Start over?",
    text: [
      "The demo data is loaded anew: every purchase, refund and decision made at this App Store is gone.",
      "This device's memory is set aside, not deleted.",
    ])

  static let quitWhileBuying = Confirmation(
    decision: .quit, title: "Quit while a purchase is under way?",
    text: ["Nothing that is paid gets lost: the next start finds out what became of it."])

  // MARK: Asking for a refund

  static let filedIsNotRefunded = "Filed is not refunded: Apple decides, usually within two days."
  static let turnsRenewalOff = "First: asking also turns the subscription's auto-renewal off."
  static let reasonLabel = "Reason (optional): "

  // MARK: The App Store's side

  static let on = "on"
  static let off = "off"
  static let allowed = "allowed"
  static let notAllowed = "not allowed"
  static func word(for kind: AppStoreCase.Kind) -> String {
    switch kind {
    case .askToBuy: "Ask to Buy"
    case .interrupted: "interrupted"
    case .refundRequest: "refund asked"
    case .refunded: "refunded"
    }
  }
}
