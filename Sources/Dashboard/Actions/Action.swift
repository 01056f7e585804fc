/// Everything that a person can do in the dashboard, by the stable name that keys, scripts and walkthroughs use.
///
/// `ActionTable` says for each one what it is called, by which keys and where it is done, and what it will do.
package enum Action: String, CaseIterable, Hashable, Sendable {
  // What the store does.
  case buy, restore, use
  case refundCheck = "refund-check"
  case askRefund = "ask-refund"
  case appStore = "app-store"
  case updates
  case retry
  case closeOrder = "close-order"
  case switchUser = "switch-user"
  case continuePurchase = "continue-purchase"
  case deferPurchase = "defer-purchase"
  case support

  // What the screen shows.
  case filter, help, open, close
  case onlyProduct = "only-product"
  case lastReport = "last-report"
  case nextPane = "next-pane"
  case previousPane = "previous-pane"
  case nextTab = "next-tab"
  case previousTab = "previous-tab"
  case showRefunds = "refunds"
  case showTransactions = "transactions"
  case showOrders = "orders"
  case showUnfinished = "unfinished"
  case showJournal = "journal"
  case showQuarantine = "quarantine"
  case orderJournal = "order-journal"

  // Moving in whatever has the keys.
  case up, down, first, last
  case pageUp = "page-up"
  case pageDown = "page-down"

  // Sheets.
  case pay, fail, more, fewer, token, offers, confirm, pick, file
  case askParent = "ask-parent"
  case badSignature = "bad-signature"

  // The App Store's side.
  case showDecisions = "decisions"
  case showSubscriptions = "subscriptions"
  case showAccounts = "accounts"
  case showFaults = "faults"
  case showSettings = "settings"
  case showNotifications = "notifications"
  case showPurchases = "purchases"
  case approve, decline, reverse, network, payments
  case approvePart = "approve-part"
  case renew, expire, billing, storefront, locale, grace, rate
  case autoRenew = "auto-renew"
  case consent, extend, family, checkpoint, interrupted
  case priceIncrease = "price-increase"
  case resetAccount = "reset-account"
  case goBack = "go-back"
  case deleteTransaction = "delete-transaction"
  case testNotice = "test-notice"
  case refund, share, promote
  case answerConsumption = "answer-consumption"
  case buyElsewhere = "buy-elsewhere"
  case setBack = "set-back"
  case renewalsFail = "renewals-fail"
  case switchFault = "switch-fault"
  case faultOnce = "fault-once"
  case faultKind = "fault-kind"
  case askToBuy = "ask-to-buy"
  case pauseClock = "pause-clock"
  case advanceClock = "advance-clock"
  case signIn = "sign-in"
  case newDevice = "new-device"
  case startOver = "start-over"

  // Walkthroughs.
  case walkthroughs
  case goOn = "go-on"
  case stepBack = "step-back"
  case leaveWalkthrough = "leave-walkthrough"

  // The program.
  case redraw, suspend, quit
}
