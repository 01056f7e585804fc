package import AppStoreModel
import Core
package import TerminalUI

/// A row of the action table: an action with its scopes, keys, texts, availability and handler.
///
/// A new action is one row, whether it is written in the table or made from something else, such as a verb of the App
/// Store:
///
/// ```swift
/// ActionEntry(
///   "redraw", in: [.everywhere], keys: [.control("l")], title: "redraw", summary: "Draws the screen anew."
/// ) { $0.effects.append(.redraw) }
/// ```
package struct ActionEntry: Sendable {
  package let action: Action
  /// The scopes in which the keys run this action.
  package let scopes: [Scope]
  /// The default keys; the first one is shown.
  package let standardKeys: [Key]
  private let titleWords: Words
  private let shortWords: Words
  private let summaryWords: Words
  /// The priority in the key bar, 1 the highest, or nil if the key bar never shows the action.
  package let rank: Int?
  /// Whether the action only moves the cursor or scrolls.
  ///
  /// Such an action keeps the message line, and walkthroughs don't record it.
  package let isMovement: Bool
  /// Whether the key bar shows the action.
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

  /// The name in the key bar: one or two words.
  package var title: String { titleWords.text }
  /// The name in the key bar if there is little room.
  package var shortTitle: String { shortWords.text }
  /// The help text: one sentence.
  package var summary: String { summaryWords.text }

  /// Returns why the action is unavailable now, or nil if it is available.
  func whyNot(_ state: State) -> String? { state.reasonOfThePast(against: self) ?? ownReason(state) }

  /// The keys in this run, including the user's own; the first one is shown.
  package var keys: [Key] { KeyMap.current.keys(of: self) }

  /// The names of the keys as people read them: `Ctrl-L`, `PgUp`.
  package var keyNames: [String] { keys.map(\.text) }

  /// The name of the key that is shown.
  package var keyName: String { keys.first?.text ?? "" }
}

/// An action of the dashboard, identified by the stable name that keys, scripts and walkthroughs use.
///
/// A row of `ActionTable` creates an action. Only an action that other code refers to (a text, a rule or a test) has a
/// constant here.
package struct Action: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  package let rawValue: String

  /// Creates the action with a name, or nil if the table has no such action.
  package init?(rawValue: String) {
    guard ActionTable.names.contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// Creates an action from a name in Till's own code, without checking it.
  package init(stringLiteral name: String) { rawValue = name }

  /// All actions of the table, in its order.
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

  // Actions of the App Store's side; most of its actions are made from verbs and have no constant here.

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
  /// The dashboard's action for this step, if there is one.
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

/// The place where an action's keys work: the focused pane, sheet or field.
package enum Scope: String, CaseIterable, Hashable, Sendable {
  /// The dashboard without a sheet, whichever pane is focused.
  case main
  /// The input field of a filter.
  case filter
  /// The command palette: its field and its list.
  case palette
  /// The sheet with an input field for a text that an action needs.
  case entry
  /// The sheet of one order with its journal.
  case order
  /// The timeline as a sheet, if there is no room for its pane.
  case timeline
  case paymentSheet, useSheet, refundList, refundReason, appStore, choice, confirmation, report, help, viewer
  /// The sections of the App Store's side.
  case decisions, subscriptions, accounts, faults, settings, notifications, purchases
  /// The desk's own screen: customers, views, health and trends.
  case desk
  /// The search field of the desk.
  case deskSearch
  /// The keys that only the dashboard of a desk's customer has; they come before those of `main`.
  case customer
  /// The panel of a walkthrough, whichever pane is focused.
  case walkthrough
  /// Every screen.
  case everywhere

  /// Whether typed characters go into a text field in this scope.
  package var takesText: Bool {
    self == .filter || self == .palette || self == .refundReason || self == .entry || self == .deskSearch
  }
}
