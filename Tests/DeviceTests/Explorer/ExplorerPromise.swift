import AppStoreModel
import Core

/// What must hold in every world, after every command, for every user and product.
enum ExplorerPromise: String, CaseIterable, Hashable, Sendable {
  /// A user is not told to buy what they have paid for and neither got nor had back.
  case neverBuyOverMoney
  /// A user is not told to buy what they have, where that would charge again.
  case neverBuyTwice
  /// "Buy" is offered only where buying would charge and change no other user's plan, by the ledger's preview.
  case buyIsWhatThePreviewSays
  /// "Restore" is offered only where it would bring something, or the device has not asked yet.
  case restoreBringsSomething
  /// What is entitled was credited to the user.
  case entitledIsCredited
  /// What is called refunded was refunded, and money went back.
  case refundedIsRefunded
  /// What is called paid was paid.
  case paidIsPaid
  /// Each fact that an answer states by type is so at the App Store and at the app server.
  case claimsAreSo
  /// What is called bought elsewhere was bought elsewhere.
  case elsewhereIsElsewhere
  /// The app server is called unreachable only where it was.
  case unreachableWasUnreachable
  /// What waits is this user's, waits for the party that is named, and has an end to come.
  case waitsHaveAnEnd
  /// A signature that does not hold is signed anew by a restore alone.
  case signaturesAreSignedAnew
  /// A charge that Apple lists is not called unknown, or absent.
  case appleShowsWhatItShows
  /// What was approved does not wait for approval.
  case approvedIsNotPending
  /// One thing paid twice for one user is said.
  case chargedTwiceIsSaid
  /// A charge on this device that was credited to no user is in a list.
  case moneyIsListed
  /// What the device knows of this Apple Account's purchases is among the answers.
  case everythingIsAnswered
  /// A refund can be asked of what was paid, as long as it stands.
  case refundsCanBeAsked
  /// What is sold has a price.
  case pricesAreShown
  /// A purchase is credited to the user for whom it was made.
  case creditedToTheBuyer
  /// After everything was healed: what is credited is what was paid less what was refunded.
  case creditsArePayments
  /// `status`, `explain`, `check` and the dashboard's row say the same.
  case surfacesAgree
  /// The app server lists of a user what the device says.
  case serverAgrees
  /// What the app server lists as a user's money is what the App Store charged and it did not credit.
  case serverMoneyIsSo
  /// What was given up on a final ground is credited only where support opened it again or moved it.
  case finalGroundsHold
  /// Right after the App Store was asked, what buying would do is what its ledger says.
  case forecastIsPreview
  /// The desk, fed with the same signed data, says what the device says.
  case deskAgrees
  /// Following the next step as typed ends with no error.
  case followingSucceeds
  /// Following leads somewhere within three steps: entitled, a final reason, a wait with a date.
  case followingEnds
  /// A command runs as typed: nothing is left for a person to fill in.
  case commandsAreComplete
  /// Following never charges one user twice for one thing.
  case followingChargesOnce
  /// What is shown as the next charge is what is charged.
  case nextChargeIsCharged
  /// What is said of a past date is what was said then.
  case pastIsPast
  /// A purchase that says success gave the user the product, and a fault that strikes once is seen.
  case successIsSuccess
  /// What a restore or a refund check reports is what the answers say right after it.
  case reportIsSo
  /// What a customer complains of, and the App Store or the app server knows, is among what support is told.
  case complaintsAreHeard
}

/// Something that was said and is not so.
struct ExplorerLie: Hashable, Sendable {
  /// What tells a kind of lie from another: the promise, and how it was broken.
  struct Kind: Hashable, Sendable, Comparable, CustomStringConvertible {
    let promise: ExplorerPromise
    let how: String

    var description: String { how.isEmpty ? promise.rawValue : "\(promise.rawValue): \(how)" }

    static func < (one: Kind, other: Kind) -> Bool { one.description < other.description }
  }

  let kind: Kind
  /// The device and the product.
  let place: String
  let said: String
  let truth: String

  init(_ promise: ExplorerPromise, _ how: String = "", at place: String, said: String, truth: String) {
    kind = Kind(promise: promise, how: how)
    (self.place, self.said, self.truth) = (place, said, truth)
  }
}

/// What the explorer takes from an answer besides its typed members: the one place that knows today's words.
extension ProductStatus {
  /// What of the answer a person reads as "buy it"; the typed action first.
  var adviceToBuy: String? {
    if case .buy = next.action { return next.text }
    let words = ["can buy", "or buy it", "buy it again", "subscribe again", "to subscribe"]
    return ([next.text] + reasons.map(\.text)).first { text in words.contains { text.holds($0) } }
  }

  /// Whether it says that Apple shows no purchase.
  var deniesCharge: Bool { next.say?.holds("Apple shows no purchase") == true }

  /// The transaction of a consumable that it calls credited to no user.
  var calledUncredited: String? {
    reasons.first { $0.rule == "consumable" && $0.text.holds("credited it to no user") }?.transactionId
  }

  /// The reason that calls it bought elsewhere.
  var saidToBeElsewhere: Reason? {
    reasons.first { $0.rule == "creditedToUser" && $0.supports && $0.text.holds("another device") }
  }

  /// Whether it says that one thing was paid twice.
  var saysChargedTwice: Bool { reasons.contains { $0.rule.lowercased().contains("twice") } }

  /// The transactions that it calls refunded.
  var calledRefunded: [String] {
    claims.compactMap { if case .refunded(let id) = $0 { id } else { nil } }
      + reasons.filter { $0.rule == "refunded" && ($0.text.hasPrefix("refunded") || $0.text.hasSuffix(": refunded")) }
      .compactMap(\.transactionId)
  }

  /// What of the answer calls a transaction charged or paid, by type or by word.
  func callsPaid(_ id: String) -> String? {
    if claims.contains(.charged(transactionId: id)) { return "charged" }
    var texts = reasons.filter { $0.transactionId == id }.map(\.text)
    let isDeciding = decidingTransactionId == id && !entitled
    if isDeciding, isFree { texts += [words, next.say ?? ""] }
    texts += underWay.filter { $0.transactionId == id }.map(words(of:))
    return texts.first { text in
      let rest = text.replacing("nothing to pay", with: "").replacing("nothing had been paid", with: "")
        .replacing("You weren't charged", with: "")
      return rest.holds("charged") || rest.holds("paid")
    }
  }

  /// What the answer comes to, in one line.
  var inOneLine: String {
    let parts = [
      state.rawValue, entitled ? "entitled" : "not entitled", confirmed ? "confirmed" : "not confirmed",
      balance.map { "balance \($0)" }, cause?.rawValue, "next: " + next.text,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
