import SafeText
import Screen
import StoreModel
import Texts

/// What the dashboard's header, panes and bars say.
enum PaneText: Sentence {
  // The header.
  case tooSmall(least: Size)
  case readOnly, locked, clockDoubtful, notSignedByApple
  case updatesLive, updatesHeld
  case updatesWaiting(Int, isShort: Bool)
  case storeTime(String)
  case customer(String)
  case appleAccount(String)
  case noAppleAccount
  case user(String)
  case noUser
  case storefront(String)
  case neverChecked
  /// How long ago, in seconds.
  case checked(secondsAgo: Int64)

  // What is not as usual.
  case chip(Chip.Kind)
  case unusual, backToNormal

  // What the very first start says, once.
  case firstSteps

  // The palette and what is exported.
  case palette, paletteLabel, exportTitle
  case signInAs(String)
  case openID(String), onThisDevice
  case exporting(Int), exportStopped

  // What was begun in the App Store, the longest wording first.
  case promoted(product: String, length: Length)
  case deferred(product: String, length: Length)

  // Products.
  case products
  case matching(filter: String)
  case found(Int)
  case foundRows(Int)
  /// Of rows that are read page by page.
  case foundSoFar(Int, hasMore: Bool)
  case noRowFits(hasMore: Bool)
  case noProducts, noMatch
  case heading(ProductSection)
  case owed(Int)
  case left(Int)
  case state(EntitlementState)
  /// The same where there is little room.
  case shortState(EntitlementState)
  /// The time that is left, and the product that follows.
  case orderTitle, order(ListOrder), orderNote(ListOrder, isProducts: Bool), sortedNewest(Int), sortedBy(String)
  case verbWhich(String), noRowForVerb(String), pickRow, openWalkthrough(String)
  case filmTitle, stillPicture, beginFilm, endFilm, beginFilmNote, filming, isFilming
  case then(String, product: String)
  case thenEnds(String)
  case thenIfAgreed(String, price: String)
  /// What follows a subscription's period, in the detail.
  case renewal(date: String, price: String, isRise: Bool, awaitsConsent: Bool)
  case autoRenewOff(String)
  case grace
  case graceLeft(seconds: Int64)

  // The detail.
  case detail, nothingSelected
  case entitlement(isEntitled: Bool, detail: String?)
  /// In the place of a date of the year 1, which stands for none.
  case unknownDate
  case unconfirmed, because, reasonsComing
  case pendingChange(to: String, from: String)
  case since(String)
  case ended(String)
  case until(String)
  case untilWithRest(String, seconds: Int64)
  case timeLeft(seconds: Int64)
  case next(NextStep.Party)
  case say
  case productType(ProductType)
  case id, type, price, period, about, also

  // The lists.
  case tab(Tab, isShort: Bool)
  case empty(Tab)
  case nobodyLookedUp, nobodySignedIn
  case only(product: String)
  case reading, more
  case position(Int, of: Int)
  case row(Int)
  case span(seconds: Int64)
  case retryNow
  case retryIn(seconds: Int64)
  case times(Int)

  // The App Store's side in one line.
  case signed(String, type: String, product: String)
  /// What the app's server has heard; after how many tenths of a second, where that was seen.
  case heard(AppStoreNotification.Delivery, attempts: Int, seconds: Int64?)
  case deviceWaits
  case deviceKnows(seconds: Int64?)
  /// The same in two words each.
  case serverBriefly(AppStoreNotification.Delivery, seconds: Int64?), deviceBriefly(knows: Bool, seconds: Int64?)
  case toDecide(Int), subscriptions(Int)
  case stripKey

  // The walkthrough's panel.
  case step(Int, of: Int, title: String)
  case walkthroughKeys(WalkthroughPanel.Status, isFirst: Bool)
  case yourKeys, offTheStage, asItShouldBe, walkthroughReadsOn, walkthroughIsOver
  case somethingElse([String])

  /// How much room a wording has.
  enum Length: CaseIterable {
    case full, medium, short, least
  }
}

// MARK: - English

extension PaneText {
  var english: String {
    switch self {
    case .tooSmall(let least): "terminal too small (need \(least.width)x\(least.height))"
    case .readOnly: "read-only"
    case .locked: "locked"
    case .clockDoubtful: "clock?"
    case .notSignedByApple: "not signed by Apple"
    case .updatesLive: "updates: live"
    case .updatesHeld: "updates: held"
    case .updatesWaiting(let count, let isShort): "updates: held (\(count)\(isShort ? "" : " waiting"))"
    case .storeTime(let time): "store time \(time)"
    case .customer(let name): "customer \(name)"
    case .appleAccount(let name): "Apple Account \(name)"
    case .noAppleAccount: "no Apple Account signed in"
    case .user(let name): "user \(name)"
    case .noUser: "no user"
    case .storefront(let code): "storefront \(code)"
    case .neverChecked: "never checked"
    case .checked(let seconds): seconds < 60 ? "checked just now" : "checked \(PaneText.span(seconds: seconds)) ago"

    case .chip(let kind): chip(kind)
    case .unusual: "What is not as usual?"
    case .backToNormal: "put everything back to normal"

    case .firstSteps:
      "\(key(.buy)) buys, \(key(.appStore)) is the App Store, \(key(.refundCheck)) looks for refunds, "
        + "\(key(.help)) lists all keys, \(key(.quit)) leaves."
    case .palette: "What shall be done?"
    case .paletteLabel: "Find: "
    case .exportTitle: "Write the list as what?"
    case .signInAs(let name): "sign in as \(name)"
    case .openID(let id): "open \(id)"
    case .onThisDevice: "as this device holds it"
    case .exporting(let count): "\(English.counted(count, "row")) so far; \(key(.close)) stops."
    case .exportStopped: "Nothing was written."

    case .promoted(let product, let length): promoted(product, length)
    case .deferred(let product, .full):
      "\(product), begun in the App Store, waits until somebody logs in (\(key(.switchUser))); "
        + "\(key(.continuePurchase)) continues it now"
    case .deferred(let product, _):
      "\(product) waits until somebody logs in (\(key(.switchUser))); \(key(.continuePurchase)) continues"

    case .products: "Products"
    case .matching(let filter): "Products matching \(filter)"
    case .found(let count): English.counted(count, "product")
    case .foundRows(let count): English.counted(count, "row")
    case .foundSoFar(let count, let hasMore):
      English.counted(count, "row") + (hasMore ? ", and older ones to look at" : "")
    case .noRowFits(let hasMore):
      hasMore
        ? "None of the newest rows fits; \(key("page-down")) looks at older ones, \(key(.close)) clears the filter."
        : "No row fits the filter; \(key(.close)) clears it."
    case .noProducts: "No product is known yet: the App Store lists none, or has not answered."
    case .noMatch: "No product matches the filter; \(key(.close)) clears it."
    case .heading(let section): heading(section)
    case .owed(let count): "\(count) owed"
    case .left(let count): "\(count) left"
    case .state(let state): state.words
    case .shortState(let state): short(state)
    case .orderTitle: "Sort by"
    case .order(.usual): "as usual"
    case .order(.name): "name"
    case .order(.price): "price"
    case .order(.state): "state"
    case .order(.date): "date"
    case .orderNote(.usual, let isProducts): isProducts ? "by kind, as the catalogue has them" : "newest first"
    case .orderNote(.name, _): "in the order of the alphabet"
    case .orderNote(.price, _): "the dearest first"
    case .orderNote(.state, let isProducts): isProducts ? "what is had first" : "the same ones together"
    case .orderNote(.date, let isProducts): isProducts ? "what ends first" : "oldest first"
    case .sortedNewest(let count): "Sorted: the newest \(count) only; a filter finds older ones."
    case .sortedBy(let order): "by \(order)"
    case .verbWhich(let title): "\(title): which?"
    case .noRowForVerb(let title): "\(title): there is no row that it could be done with now."
    case .pickRow: "for a row of it that you pick"
    case .openWalkthrough(let title): "walkthrough: \(title)"
    case .filmTitle: "Picture"
    case .stillPicture: "a picture of what is shown"
    case .beginFilm: "begin a recording"
    case .endFilm: "end the recording"
    case .beginFilmNote: "everything that is shown from now on; the same key ends it"
    case .filming: "Recording: \(ActionTable.key(of: "picture")) ends it and writes it."
    case .isFilming: "recording"
    case .then(let word, let product): "\(word), then \(product)"
    case .thenEnds(let word): "\(word), then ends"
    case .thenIfAgreed(let word, let price): "\(word), \(price) if agreed"
    case .renewal(let date, let price, let isRise, let awaitsConsent):
      "renews \(date) for \(price)" + (isRise ? ", another price" : "")
        + (awaitsConsent ? "; ends unless the customer agrees" : "")
    case .autoRenewOff(let date): "auto-renew is off: ends \(date)"
    case .grace: "grace"
    case .graceLeft(let seconds): "grace, \(PaneText.timeLeft(seconds: seconds))"

    case .detail: "Detail"
    case .nothingSelected: "Nothing is selected."
    case .entitlement(let isEntitled, let detail):
      (isEntitled ? "entitled" : "not entitled") + (detail.map { ": \($0)" } ?? "")
    case .unknownDate: "unknown"
    case .unconfirmed: "not confirmed for a while: press \(key(.refundCheck))"
    case .because: "because"
    case .reasonsComing: "the reasons are being worked out"
    case .pendingChange(let name, let now):
      "changes to \(name) at the next renewal; buying \(now) again (\(key(.buy))) takes that back"
    case .since(let date): "since \(date)"
    case .ended(let date): "ended \(date)"
    case .until(let date): "until \(date)"
    case .untilWithRest(let date, let seconds): "until \(date) (\(PaneText.timeLeft(seconds: seconds)))"
    case .timeLeft(let seconds): seconds <= 0 ? "over" : "\(PaneText.span(seconds: seconds)) left"
    case .next(.nobody): "next: "
    case .next(.customer): "next, for the customer: "
    case .next(.apple): "next, for Apple: "
    case .next(.us): "next, for us: "
    case .say: "say: "
    case .id: "id"
    case .type: "type"
    case .productType(let type): safeText(type.rawValue)
    case .price: "price"
    case .period: "period"
    case .about: "about"
    case .also: "also"

    case .tab(let tab, let isShort): title(of: tab, isShort)
    case .empty(let tab): empty(tab)
    case .nobodyLookedUp: "Nobody was looked up yet: \(key(.support)) does."
    case .nobodySignedIn: "Nobody is signed in to the App Store."
    case .only(let product): "only \(product); \(key(.onlyProduct)) lists all"
    case .reading: "reading …"
    case .more: "more"
    case .position(let index, let count): "\(index) of \(count)"
    case .row(let index): "row \(index), more"
    case .span(let seconds): span(seconds)
    case .retryNow: "now"
    case .retryIn(let seconds): "in \(PaneText.span(seconds: seconds))"
    case .times(let count): "× \(count)"

    case .signed(let time, let type, let product): "\(time) \(type)\(product.isEmpty ? "" : " \(product)")"
    case .heard(.delivered, _, let tenths): "app server has it\(after(tenths))"
    case .heard(.notPosted, _, _): "held back from the app server"
    case .heard(.waiting, 0, _): "app server not told yet"
    case .heard(.waiting, let attempts, _):
      "app server not reached, \(English.counted(attempts, "attempt"))"
    case .heard(.failed, let attempts, _): "app server not reached, given up after \(attempts)"
    case .deviceWaits: "this device waits (\(key(.refundCheck)) asks)"
    case .deviceKnows(let tenths): "this device knows\(after(tenths))"
    case .serverBriefly(.delivered, let tenths): "server\(tenths == nil ? " has it" : after(tenths))"
    case .serverBriefly(.notPosted, _): "server: held back"
    case .serverBriefly(.waiting, _): "server waits"
    case .serverBriefly(.failed, _): "server given up"
    case .deviceBriefly(true, let tenths): "device\(tenths == nil ? " knows" : after(tenths))"
    case .deviceBriefly(false, _): "device waits"
    case .toDecide(let count): "\(count) to decide"
    case .subscriptions(let count): English.counted(count, "subscription")
    case .stripKey: "\(key(.appStore)) opens"

    case .step(let step, let count, let title): "Step \(step) of \(count) · \(title)"
    case .walkthroughKeys(let status, let isFirst): keys(status, isFirst)
    case .walkthroughReadsOn: "\(key(.goOn)) reads on · \(key(.leaveWalkthrough)) leaves"
    case .walkthroughIsOver:
      "That was the whole story: \(key(.leaveWalkthrough)) leaves, \(key(.stepBack)) goes back in it."
    case .yourKeys: "your keys: "
    case .offTheStage: "off the stage: "
    case .asItShouldBe: "as it should be"
    case .somethingElse(let mismatches): "Something else happened: \(mismatches.joined(separator: "; "))"
    }
  }

  private func promoted(_ product: String, _ length: Length) -> String {
    let (goOn, later) = (key(.continuePurchase), key(.deferPurchase))
    return switch length {
    case .full:
      "\(product) was begun in the App Store: \(goOn) continues it here, \(later) puts it off until somebody logs in"
    case .medium: "\(product) was begun in the App Store: \(goOn) continues, \(later) later"
    case .short: "\(product), begun elsewhere: \(goOn) continues, \(later) later"
    case .least: "Begun in the App Store: \(goOn) continues, \(later) later"
    }
  }

  private func after(_ tenths: Int64?) -> String { tenths.map { " (\($0 / 10).\($0 % 10) s)" } ?? "" }

  private func chip(_ kind: Chip.Kind) -> String {
    switch kind {
    case .networkOff: "network off"
    case .paymentsOff: "no payments"
    case .asksToBuy: "Ask to Buy"
    case .interrupts: "interrupting"
    case .renewalsFail: "renewals fail"
    case .clockPaused: "clock paused"
    case .faults(let count): English.counted(count, "fault")
    case .clockMoved(let seconds):
      "clock \(seconds < 0 ? "-" : "+")\(PaneText.span(seconds: Int64(clamping: seconds.magnitude)))"
    case .chargedTwice: "charged twice"
    case .ordersWait(let count): English.counted(count, "order waits", "orders wait")
    }
  }

  private func heading(_ section: ProductSection) -> String {
    switch section {
    case .nonConsumable: "Non-consumable"
    case .consumable: "Consumable"
    case .subscription(_, let name): name.isEmpty ? "Subscription" : "Subscription · \(name)"
    case .nonRenewing: "Non-renewing subscription"
    case .other: "Other"
    case .notInCatalogue: "Not in the catalogue"
    }
  }

  private func short(_ state: EntitlementState) -> String {
    switch state {
    case .notPurchased, .notInCatalogue: ""
    case .gracePeriod: "grace"
    case .billingRetry: "retry"
    case .refundAsked: "asked"
    case .verificationFailed: "unverified"
    case .grantedByUs: "granted"
    case .renewalAwaited: "awaited"
    case .creditedToUser: "credited"
    case .paidNotDelivered: "undelivered"
    case .chargeUnknown: "unknown"
    default: state.words
    }
  }

  private func title(of tab: Tab, _ isShort: Bool) -> String {
    switch tab {
    case .refunds: "Refunds"
    case .transactions: "Transactions"
    case .orders: "Orders"
    case .unfinished: "Unfinished"
    case .journal: "Journal"
    case .quarantine: isShort ? "Quar." : "Quarantine"
    }
  }

  private func empty(_ tab: Tab) -> String {
    switch tab {
    case .refunds: "No refund is known. A refund check (\(key(.refundCheck))) asks the App Store."
    case .transactions:
      "No transaction is known. Buying (\(key(.buy))) or restoring (\(key(.restore))) brings some."
    case .orders: "Nothing was paid on this device yet."
    case .unfinished: "Nothing waits: everything paid was delivered and reported."
    case .journal: "Nothing happened yet."
    case .quarantine: "Nothing is in quarantine: every signature that came held."
    }
  }

  /// A length of time in its greatest unit.
  private func span(_ seconds: Int64) -> String {
    switch seconds {
    case ..<90: "\(max(0, seconds)) s"
    case ..<5400: "\((seconds + 30) / 60) min"
    case ..<129_600: "\((seconds + 1800) / 3600) h"
    default: "\((seconds + 43_200) / 86_400) d"
    }
  }

  private func keys(_ status: WalkthroughPanel.Status, _ isFirst: Bool) -> String {
    let (goOn, back) = (key(.goOn), "\(key(.stepBack)) back")
    let leave = "\(key(.leaveWalkthrough)) leaves"
    return switch status {
    case .reading where isFirst: "\(goOn) begins · \(leave)"
    case .reading, .done: "\(goOn) goes on · \(back) · \(leave)"
    case .waiting: "\(goOn): Till does it · \(back) · \(leave)"
    case .offstage: "\(goOn) lets it happen · \(back) · \(leave)"
    case .playing: "Till presses the keys · \(goOn) hurries"
    case .otherwise: "\(key(.stepBack)) again · \(goOn): Till does it · \(leave)"
    case .ended: "\(back) · \(leave)"
    }
  }
}
