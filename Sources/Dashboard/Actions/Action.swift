package import AppStoreModel
import Core
package import TerminalUI

/// A row of the action table: an action, where and by which keys it is done, what is said of it, when it cannot be
/// done, and what it does.
///
/// A new action is one row, whether it is written down or made from something else, such as a verb of the App Store:
///
/// ```swift
/// ActionEntry(
///   "redraw", in: [.everywhere], keys: [.control("l")], title: "redraw", summary: "Draws the screen anew."
/// ) { $0.effects.append(.redraw) }
/// ```
package struct ActionEntry: Sendable {
  package let action: Action
  /// Where these keys count.
  package let scopes: [Scope]
  /// The default keys, the one to show first.
  package let standardKeys: [Key]
  private let titleWords: Words
  private let shortWords: Words
  private let summaryWords: Words
  /// How long it stays in the key bar when room runs out, 1 the longest; nil when it never is there.
  package let rank: Int?
  /// Whether it only moves within what is on the screen: it leaves the message line as it is, and walkthroughs do not
  /// remember it.
  package let isMovement: Bool
  /// Whether the key bar offers it at all.
  let isOffered: @Sendable (State) -> Bool
  private let ownReason: @Sendable (State) -> String?
  /// The handler, called if the action is available.
  let perform: @Sendable (inout Reducer) -> Void

  init(
    _ action: Action, in scopes: [Scope], keys: [Key], title: Words, short: Words? = nil, summary: Words,
    rank: Int? = nil, isMovement: Bool = false, offered isOffered: @escaping @Sendable (State) -> Bool = { _ in true },
    unless whyNot: @escaping @Sendable (State) -> String? = { _ in nil },
    does perform: @escaping @Sendable (inout Reducer) -> Void
  ) {
    self.action = action
    self.scopes = scopes
    standardKeys = keys
    titleWords = title
    shortWords = short ?? title
    summaryWords = summary
    self.rank = rank
    self.isMovement = isMovement
    self.isOffered = isOffered
    ownReason = whyNot
    self.perform = perform
  }

  /// Its name in the key bar: one or two words.
  package var title: String { titleWords.text }
  /// The same where there is little room.
  package var shortTitle: String { shortWords.text }
  /// Its help, one sentence.
  package var summary: String { summaryWords.text }

  /// Why it cannot be done now; nil when it can.
  func whyNot(_ state: State) -> String? { state.reasonOfThePast(against: self) ?? ownReason(state) }

  /// The keys of this run, the one to show first.
  package var keys: [Key] { KeyMap.current.keys(of: self) }

  /// The keys as people read them: `Ctrl-L`, `PgUp`.
  package var keyNames: [String] { keys.map(\.text) }

  /// The key to show.
  package var keyName: String { keys.first?.text ?? "" }
}

/// Something that a person can do in the dashboard, by the stable name that keys, scripts and walkthroughs use.
///
/// A row of `ActionTable` makes an action. The constants are for those that something else names, a text, a rule or a
/// test; a row that nothing names needs none.
package struct Action: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  package let rawValue: String

  /// The action of that name; nil where the table has none.
  package init?(rawValue: String) {
    guard ActionTable.names.contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// The action of a name that the program itself says.
  package init(stringLiteral name: String) { rawValue = name }

  /// Every action of the table, in its order.
  package static let allCases: [Action] = ActionTable.entries.map(\.action).reduce(into: []) { all, action in
    if !all.contains(action) { all.append(action) }
  }
}

extension Action {
  package static let buy: Action = "buy"
  package static let restore: Action = "restore"
  package static let use: Action = "use"
  package static let refundCheck: Action = "refund-check"
  package static let askRefund: Action = "ask-refund"
  package static let appStore: Action = "app-store"
  package static let earlier: Action = "earlier"
  package static let later: Action = "later"
  package static let timeline: Action = "timeline"
  package static let updates: Action = "updates"
  package static let switchUser: Action = "switch-user"
  package static let continuePurchase: Action = "continue-purchase"
  package static let deferPurchase: Action = "defer-purchase"
  package static let support: Action = "support"
  package static let undo: Action = "undo"
  package static let help: Action = "help"
  package static let open: Action = "open"
  package static let close: Action = "close"
  package static let onlyProduct: Action = "only-product"
  package static let lastReport: Action = "last-report"
  package static let nextPane: Action = "next-pane"
  package static let showOrders: Action = "orders"
  package static let showQuarantine: Action = "quarantine"
  package static let backToNormal: Action = "back-to-normal"
  package static let retry: Action = "retry"
  package static let closeOrder: Action = "close-order"
  package static let reopenOrder: Action = "reopen-order"
  package static let transferPurchase: Action = "transfer"
  package static let copySentence: Action = "copy-sentence"
  package static let first: Action = "first"
  package static let up: Action = "up"
  package static let down: Action = "down"
  package static let pay: Action = "pay"
  package static let fail: Action = "fail"
  package static let more: Action = "more"
  package static let fewer: Action = "fewer"
  package static let askParent: Action = "ask-parent"
  package static let badSignature: Action = "bad-signature"
  package static let confirm: Action = "confirm"
  package static let pick: Action = "pick"
  package static let goOn: Action = "go-on"
  package static let stepBack: Action = "step-back"
  package static let leaveWalkthrough: Action = "leave-walkthrough"
  package static let redraw: Action = "redraw"
  package static let suspend: Action = "suspend"
  package static let quit: Action = "quit"

  // The App Store's side; its other actions are made from the verbs.

  package static let showDecisions: Action = "decisions"
  package static let showSubscriptions: Action = "subscriptions"
  package static let showAccounts: Action = "accounts"
  package static let showFaults: Action = "faults"
  package static let showSettings: Action = "settings"
  package static let showNotifications: Action = "notifications"
  package static let showPurchases: Action = "purchases"
  package static let newDevice: Action = "new-device"
  package static let leaveAppStore: Action = "leave-app-store"
}

extension NextStep.Action {
  /// The dashboard's action for it, if there is one.
  package var dashboardAction: Action? {
    switch self {
    case .buy: .buy
    case .restore: .restore
    case .refundCheck: .refundCheck
    case .askRefund: .askRefund
    case .retry: .retry
    case .close: .closeOrder
    case .reopen: .reopenOrder
    case .use: .use
    case .logIn: .switchUser
    case .quarantine: .showQuarantine
    case .signIn: .showAccounts
    case .transfer: .transferPurchase
    case .setDuration, .grant, .lookUp: nil
    }
  }
}

/// The scope of an action's keys: the focused pane, sheet or field.
package enum Scope: String, CaseIterable, Hashable, Sendable {
  /// The dashboard itself, whichever pane is in front.
  case main
  /// The field that filters the products.
  case filter
  /// The field and the list that find anything by its name.
  case palette
  /// A line of text that an action needs.
  case entry
  /// One order with its journal.
  case order
  /// The timeline, if it has no pane.
  case timeline
  case paymentSheet, useSheet, refundList, refundReason, appStore, choice, confirmation, report, help, viewer
  /// The parts of the App Store's side.
  case decisions, subscriptions, accounts, faults, settings, notifications, purchases
  /// The desk: its customers, views, health and trends.
  case desk
  /// The field that finds customers.
  case deskSearch
  /// The dashboard of a customer of the desk, before what it shares with every dashboard.
  case customer
  /// The panel of a walkthrough, whichever pane is focused.
  case walkthrough
  /// Every place.
  case everywhere

  /// Whether characters that are typed belong to a text field here.
  package var takesText: Bool {
    self == .filter || self == .palette || self == .refundReason || self == .entry || self == .deskSearch
  }
}
