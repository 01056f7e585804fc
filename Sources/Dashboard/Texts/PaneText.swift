import AppStoreModel
import Core

/// The texts of the dashboard's header, panes and bars.
enum PaneText {
  /// The length of a wording.
  enum Length: CaseIterable {
    case full, medium, short, least
  }

  static var readOnly: Words { "read-only" }
  static var notSignedByApple: Words { "not signed by Apple" }
  static func storeTime(_ time: String) -> Words { "store time \(time)" }
  static func customer(_ name: String) -> Words { "customer \(name)" }
  static func user(_ name: String) -> Words { "user \(name)" }
  /// Returns how long ago Till last checked with the App Store.
  static func checked(secondsAgo seconds: Int64) -> Words {
    seconds < 60 ? "checked just now" : "checked \(Words.span(seconds: seconds)) ago"
  }
  static func statusBadge(_ badge: StatusBadge) -> Words {
    switch badge {
    case .networkOff: "network off"
    case .paymentsOff: "no payments"
    case .asksToBuy: "Ask to Buy"
    case .interrupts: "interrupted purchases"
    case .renewalsFail: "renewals fail"
    case .clockPaused: "clock paused"
    case .faults(let count): Words(count, "\(count) fault", "\(count) faults")
    case .clockMoved(let seconds):
      "clock \(seconds < 0 ? "-" : "+")\(Words.span(seconds: Int64(clamping: seconds.magnitude)))"
    case .chargedTwice: "charged twice"
    case .ordersWait(let count): Words(count, "\(count) order waiting", "\(count) orders waiting")
    }
  }
  static func openID(_ id: String) -> Words { "open \(id)" }
  static func exporting(_ count: Int) -> Words {
    Words(
      count, "\(count) row so far; \(ActionTable.key(of: .close)) stops.",
      "\(count) rows so far; \(ActionTable.key(of: .close)) stops.")
  }
  static var exportStopped: Words { "No file was written." }
  static func promoted(product: String, length: Length) -> Words {
    let (goOn, later) = (ActionTable.key(of: .continuePurchase), ActionTable.key(of: .deferPurchase))
    return switch length {
    case .full:
      "The customer began to buy \(product) in the App Store: \(goOn) continues, \(later) defers it until a "
        + "user logs in"
    case .medium: "\(product) was begun in the App Store: \(goOn) continues, \(later) later"
    case .short: "\(product), begun in the App Store: \(goOn) continues, \(later) later"
    case .least: "Begun in the App Store: \(goOn) continues, \(later) later"
    }
  }
  static func deferred(product: String, length: Length) -> Words {
    length == .full
      ? "\(product), begun in the App Store, waits for a user to log in (\(ActionTable.key(of: .switchUser))); "
        + "\(ActionTable.key(of: .continuePurchase)) continues it now"
      : "\(product) waits for a user to log in (\(ActionTable.key(of: .switchUser))); "
        + "\(ActionTable.key(of: .continuePurchase)) continues"
  }
  static var products: Words { "Products" }
  static func matching(filter: String) -> Words { "Products matching \(filter)" }
  static func foundRows(_ count: Int) -> Words { Words(count, "\(count) row", "\(count) rows") }
  /// Returns the number of matching rows read so far, in a list that is read page by page.
  static func foundSoFar(_ count: Int, hasMore: Bool) -> Words {
    "\(hasMore ? Words(count, "\(count) row, and older ones", "\(count) rows, and older ones") : Words(count, "\(count) row", "\(count) rows"))"
  }
  static func noRowFits(hasMore: Bool) -> Words {
    hasMore
      ? "None of the newest rows match; \(ActionTable.key(of: "page-down")) loads older ones, "
        + "\(ActionTable.key(of: .close)) clears the filter."
      : "No rows match the filter; \(ActionTable.key(of: .close)) clears it."
  }
  static var noProducts: Words { "No products known: the App Store lists none, or has not answered." }
  static var noMatch: Words { "No products match the filter; \(ActionTable.key(of: .close)) clears it." }
  static func heading(_ section: ProductSection) -> Words {
    switch section {
    case .nonConsumable: "Non-consumable"
    case .consumable: "Consumable"
    case .subscription(_, let name): name.isEmpty ? "Subscription" : "Subscription · \(name)"
    case .nonRenewing: "Non-renewing subscription"
    case .other: "Other"
    case .notInCatalogue: "Not in the catalogue"
    }
  }
  static func left(_ count: Int) -> Words { "\(count) left" }
  /// Returns the state in a shorter wording.
  static func shortState(_ state: EntitlementState) -> Words {
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
    default: "\(state.words)"
    }
  }
  static func order(_ listOrder: ListOrder) -> Words {
    switch listOrder {
    case .usual: "default"
    case .name: "name"
    case .price: "price"
    case .state: "state"
    case .date: "date"
    }
  }
  static func orderNote(_ listOrder: ListOrder, isProducts: Bool) -> Words {
    switch (listOrder, isProducts) {
    case (.usual, let isProducts): isProducts ? "by type, in catalogue order" : "newest first"
    case (.name, _): "alphabetical"
    case (.price, _): "most expensive first"
    case (.state, let isProducts): isProducts ? "owned first" : "by state"
    case (.date, let isProducts): isProducts ? "ending soonest first" : "oldest first"
    }
  }
  static func sortedBy(_ order: String) -> Words { "by \(order)" }
  static func then(_ word: String, product: String) -> Words { "\(word), then \(product)" }
  /// Returns the text for the renewal after the current period, for the detail.
  static func renewal(date: String, price: String, isRise: Bool, awaitsConsent: Bool) -> Words {
    "renews \(date) for \(price)" + (isRise ? ", another price" : "")
      + (awaitsConsent ? "; ends unless the customer agrees" : "")
  }
  static var detail: Words { "Detail" }
  static func entitlement(isEntitled: Bool, detail: String?) -> Words {
    (isEntitled ? "entitled" : "not entitled") + (detail.map { ": \($0)" } ?? "")
  }
  /// The text for a date of the year 1, which stands for an unknown date.
  static var unknownDate: Words { "unknown" }
  static func ended(_ date: String) -> Words { "ended \(date)" }
  static func until(_ date: String) -> Words { "until \(date)" }
  static func untilWithRest(_ date: String, seconds: Int64) -> Words {
    "until \(date) (\(PaneText.timeLeft(seconds: seconds)))"
  }
  static func timeLeft(seconds: Int64) -> Words { seconds <= 0 ? "over" : "\(Words.span(seconds: seconds)) left" }
  static func next(_ party: NextStep.Party) -> Words {
    switch party {
    case .nobody: "next: "
    case .customer: "next (customer): "
    case .apple: "next (Apple): "
    case .us: "next (us): "
    }
  }
  /// The step after the updates that wait.
  static func then(_ party: NextStep.Party) -> Words {
    switch party {
    case .nobody: "then: "
    case .customer: "then (customer): "
    case .apple: "then (Apple): "
    case .us: "then (us): "
    }
  }
  static func productType(_ type: ProductType) -> Words {
    switch type {
    case .nonConsumable: "Non-Consumable"
    case .consumable: "Consumable"
    case .autoRenewableSubscription: "Auto-Renewable Subscription"
    case .nonRenewingSubscription: "Non-Renewing Subscription"
    default: "\(safeText(type.rawValue))"
    }
  }
  static var id: Words { "id" }
  static func tab(_ tab: Tab, isShort: Bool) -> Words {
    switch tab {
    case .refunds: "Refunds"
    case .transactions: "Transactions"
    case .orders: "Orders"
    case .unfinished: "Unfinished"
    case .journal: "Journal"
    case .quarantine: isShort ? "Quar." : "Quarantine"
    }
  }
  static func empty(_ tab: Tab) -> Words {
    switch tab {
    case .refunds: "No refunds known. A refund check (\(ActionTable.key(of: .refundCheck))) asks the App Store."
    case .transactions:
      "No transactions known. Buying (\(ActionTable.key(of: .buy))) or restoring (\(ActionTable.key(of: .restore))) adds some."
    case .orders: "No orders of this user on this device yet."
    case .unfinished: "Nothing waits to be reported to the App Store."
    case .journal: "Nothing has happened yet."
    case .quarantine: "The quarantine is empty: every signature received is valid."
    }
  }
  static var reading: Words { "reading …" }
  static var more: Words { "more" }
  static func position(_ index: Int, of count: Int) -> Words { "\(index) of \(count)" }
  static func times(_ count: Int) -> Words { "× \(count)" }
  /// Returns the state of the delivery to the app server, with its delay in tenths of a second if it was seen.
  static func heard(_ delivery: AppStoreNotification.Delivery, attempts: Int, seconds tenths: Int64?) -> Words {
    switch (delivery, attempts, tenths) {
    case (.delivered, _, let tenths): "app server received it\(after(tenths))"
    case (.notPosted, _, _): "not sent to the app server yet (held)"
    case (.waiting, 0, _): "not posted to an app server"
    case (.waiting, let attempts, _):
      Words(
        attempts, "app server unreachable, \(attempts) attempt",
        "app server unreachable, \(attempts) "
          + "attempts")
    case (.failed, let attempts, _): "app server unreachable, given up after \(attempts)"
    }
  }
  static func deviceKnows(seconds tenths: Int64?) -> Words { "this device knows\(after(tenths))" }
  /// Returns the state of the delivery to the app server in two words.
  static func serverBriefly(_ delivery: AppStoreNotification.Delivery, seconds tenths: Int64?) -> Words {
    switch (delivery, tenths) {
    case (.delivered, let tenths): "server\(tenths == nil ? say(" received") : after(tenths))"
    case (.notPosted, _): "server: not sent"
    case (.waiting, _): "server: pending"
    case (.failed, _): "server: given up"
    }
  }
  static func deviceBriefly(knows: Bool, seconds tenths: Int64?) -> Words {
    knows ? "device\(tenths == nil ? say(" knows") : after(tenths))" : "device: pending"
  }
  static func subscriptions(_ count: Int) -> Words { Words(count, "\(count) subscription", "\(count) subscriptions") }
  static func walkthroughKeys(_ status: WalkthroughPanel.Status, isFirst: Bool) -> Words {
    let (goOn, back) = (ActionTable.key(of: .goOn), "\(ActionTable.key(of: .stepBack)) back")
    let leave = "\(ActionTable.key(of: .leaveWalkthrough)) leaves"
    return switch status {
    case .reading where isFirst: "\(goOn) starts · \(leave)"
    case .reading, .done: "\(goOn) continues · \(back) · \(leave)"
    case .waiting: "\(goOn): Till does it · \(back) · \(leave)"
    case .offstage: "\(goOn) runs it · \(back) · \(leave)"
    case .playing: "Till presses the keys · \(goOn) speeds up"
    case .otherwise: "\(ActionTable.key(of: .stepBack)) again · \(goOn): Till does it · \(leave)"
    case .ended: "\(back) · \(leave)"
    }
  }

  private static func after(_ tenths: Int64?) -> String { tenths.map { say(" (\($0 / 10).\($0 % 10) s)") } ?? "" }
}
