package import AppStoreModel
package import Verbs

/// A sheet over the dashboard.
package enum Overlay: Hashable, Sendable {
  case payment(PaymentSheet)
  case use(UseSheet)
  /// The transactions for which a refund can be requested.
  case refundList(RowList)
  case refundReason(RefundReasonSheet)
  case entry(EntrySheet)
  case order(OrderSheet)
  /// The focused App Store's side: a sheet, or a pane beside the device if there is room.
  case appStore
  case choice(Choice)
  case palette(CommandPalette)
  /// The timeline as a sheet, if there is no room for its pane.
  case timeline
  case confirmation(Confirmation)
  case report(Report, top: Int)
  case viewer(Viewer)
  case help(HelpList)

  /// Whether the sheet shows rows rather than text.
  var isList: Bool {
    switch self {
    case .refundList, .order, .appStore, .choice, .palette, .timeline, .report, .help, .viewer: true
    case .payment, .use, .refundReason, .entry, .confirmation: false
    }
  }

  /// The scope of the keys while the sheet is in front.
  package var scope: Scope {
    switch self {
    case .payment: .paymentSheet
    case .use: .useSheet
    case .refundList: .refundList
    case .refundReason: .refundReason
    case .entry: .entry
    case .order: .order
    case .appStore: .appStore
    case .choice: .choice
    case .palette: .palette
    case .timeline: .timeline
    case .confirmation: .confirmation
    case .report: .report
    case .viewer: .viewer
    case .help: .help
    }
  }
}

/// The payment sheet, as the App Store would show it.
package struct PaymentSheet: Hashable, Sendable {
  package var productId: String
  package var quantity = 1
  /// Whether the quantity was typed, so that another digit is added to it.
  var isTyped = false
  package var token = TokenChoice.user
  /// The selected offer; an introductory offer applies automatically.
  package var offer: OfferName?
  /// The App Store's preview; Till asks for one only if the charge may differ from the listed price.
  package var preview: PurchasePreview?
  /// Whether the user confirmed before the preview arrived.
  ///
  /// The purchase then starts if the preview confirms the price, or says that nothing is charged; otherwise the user
  /// must confirm again.
  var isConfirmed = false
}

/// The sheet that asks how much of a consumable to use.
package struct UseSheet: Hashable, Sendable {
  package var productId: String
  package var count = 1
  /// Whether the count was typed, so that another digit is added to it.
  var isTyped = false
}

/// The sheet for the reason of a refund request.
package struct RefundReasonSheet: Hashable, Sendable {
  package var transactionId: String
  package var product: String
  package var price: String
  package var isSubscription: Bool
  /// The reason typed so far.
  package var reason = ""
}

/// The sheet with an input field for a text that an action needs, and its consequences.
package struct EntrySheet: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    /// The reason for giving up an order, on a ground.
    case closeOrder(String, CloseGround, compensatedBy: String?)
    /// The grant or transaction that compensated for an order.
    case compensation(String)
    /// The reason for reopening an order.
    case reopenOrder(String)
    /// The reason for moving a purchase to another user.
    case transfer(transactionId: String, to: String)
    /// The name of a user of the app.
    case user
    /// A parameter of a verb.
    case verb(VerbPlan.Typed)
    /// The transaction id or order id of a customer.
    case customer
    /// The UUID to set as the `appAccountToken` of a purchase.
    case token(transactionId: String, product: String)
    /// The token of a test notification.
    case testToken
    /// A text for the desk.
    case desk(DeskEntry)
  }

  package var purpose: Purpose
  package var title: String
  /// The consequences, shown before the user confirms.
  package var text: [String]
  package var label: String
  /// The text typed so far.
  package var value = ""
}

/// The sheet of an order, with its journal.
package struct OrderSheet: Hashable, Sendable {
  package var orderId: String
  /// The row from which the sheet was opened.
  package var row: TabRow
  package var rows = RowList()
}

/// A list of items, of which the user picks one.
package struct Choice: Scrolled, Hashable, Sendable {
  /// The effect of picking an item.
  package enum Pick: Hashable, Sendable {
    case failPurchase(FailureKind)
    /// The offer for the payment sheet; nil for the automatic one.
    case offer(OfferName?)
    /// An item that cannot be picked, with the reason.
    case no(String)
    /// Carries out a verb of the App Store's side.
    case verb(VerbPlan)
    /// Runs an action.
    case action(Action)
    /// Shows a section of the App Store's side.
    case visit(AppStoreSection)
    /// Selects a row of the App Store's side by its id.
    case row(AppStoreSection, id: String)
    /// Asks for confirmation first, naming the consequences.
    case confirm(Confirmation)
    /// Opens another list.
    case choose(Choice)
    /// Asks for a text.
    case enter(EntrySheet)
    case command(Command)
    /// Selects a product by its id.
    case product(String)
    /// Sorts the focused list.
    case order(ListOrder)
    /// Sorts the desk's list.
    case deskOrder(DeskOrder)
    /// Asks the desk.
    case deskQuery(DeskQuery)
    /// Copies a sentence for a customer of the desk, and notes that it was sent.
    case told(customer: Int64, String)
    /// Exports the current list to a file.
    case export(ListFormat)
    /// Applies a verb to a row of the App Store's side that the user picks next.
    case verbOnRow(Action)
    /// Applies a verb to the row with this id.
    case onRow(Action, AppStoreSection, id: String)
    /// Takes a picture of the screen, or starts or ends a recording.
    case film(FilmMove)
    /// Opens an item in the viewer.
    case view(SignedItemDetail.Subject)
    /// Runs an action on the App Store as a whole.
    case deed(Action)
    /// Opens the walkthrough with this name.
    case walkthrough(String)
    /// Likewise.
    case scene(String)
    /// Finds the next step for a customer's statement.
    case says(CustomerCase)
    /// Shows the next step for another affected product.
    case help(CustomerHelp, Int)
    /// Runs the action of a step on its product.
    case step(Action, productId: String?)
    case copy(String)
    /// Changes or writes the settings of Till; the list may stay open.
    case setting(SettingMove, keepsList: Bool)
    /// Lists the values of the setting with this name.
    case values(String)
  }

  package struct Item: Hashable, Sendable {
    package var title: String
    package var note: String
    package var pick: Pick
  }

  package var title: String
  package var items: [Item]
  /// The lines above the items.
  package var head: [String] = []
  package var cursor = 0
  package var top = 0
  /// What the list is about, where it is made again whenever that changes; nil for a list that stays as it is.
  var topic: Topic?

  /// The subject of a list that is made again.
  enum Topic: Hashable, Sendable {
    /// Support's actions for the selected purchase.
    case support
    /// The settings of Till.
    case settings
    /// The values of the setting with this name.
    case setting(String)
  }
}

/// A question that asks for confirmation and names the consequences.
package struct Confirmation: Hashable, Sendable {
  package enum Decision: Hashable, Sendable {
    case newDevice, quit, undo
    case verb(VerbCall)
    case support(SupportCall)
  }

  package var decision: Decision
  package var title: String
  /// The consequences, shown before the user confirms.
  package var text: [String]
}

extension Choice.Pick {
  /// The reason why the item cannot be picked.
  var reason: String? { if case .no(let reason) = self { reason } else { nil } }

  /// The equivalent command, if the item is a single verb.
  var line: String? { if case .verb(let plan) = self { plan.call?.line } else { nil } }

  /// Whether the effect changes the device or the App Store, or opens a screen that can.
  var changes: Bool {
    switch self {
    case .no, .action, .choose, .product, .order, .deskOrder, .deskQuery, .told, .export, .film, .walkthrough, .help,
      .copy, .setting, .values:
      false
    default: true
    }
  }

  /// Whether the list stays open after the item was picked.
  var keepsList: Bool {
    switch self {
    case .setting(_, let keepsList): keepsList
    case .values, .no: true
    default: false
    }
  }
}
