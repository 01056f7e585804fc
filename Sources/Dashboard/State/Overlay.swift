package import AppStoreModel
package import Verbs

/// A sheet over the dashboard.
package enum Overlay: Hashable, Sendable {
  case payment(PaymentSheet)
  case use(UseSheet)
  case refundList(RefundList)
  case refundReason(RefundReasonSheet)
  case entry(EntrySheet)
  case order(OrderSheet)
  /// The App Store's side is focused: a sheet, or a pane if there is room beside the device.
  case appStore
  case choice(Choice)
  case palette(CommandPalette)
  /// The timeline, if it has no pane.
  case timeline
  case confirmation(Confirmation)
  case report(Report, top: Int)
  case viewer(Viewer)
  case help(HelpList)

  /// Whether it shows rows rather than prose.
  var isList: Bool {
    switch self {
    case .refundList, .order, .appStore, .choice, .palette, .timeline, .report, .help, .viewer: true
    case .payment, .use, .refundReason, .entry, .confirmation: false
    }
  }

  /// The scope of the keys while it is in front.
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
  /// The offer that is asked for; an introductory one applies by itself.
  package var offer: OfferName?
  /// The App Store's preview of the purchase, once it has answered; for subscriptions only.
  package var preview: PurchasePreview?
  /// Whether the person confirmed before the App Store said what will follow: then it is paid where that is the price
  /// alone, and asked again where it is anything else.
  var isConfirmed = false
}

/// The sheet that asks how much of a consumable to spend.
package struct UseSheet: Hashable, Sendable {
  package var productId: String
  package var count = 1
  /// Whether the count was typed, so that another digit is added to it.
  var isTyped = false
}

/// The transactions that a refund can be asked for.
package struct RefundList: Hashable, Sendable {
  package var rows: RowList
}

/// The sheet on which a refund is asked for.
package struct RefundReasonSheet: Hashable, Sendable {
  package var transactionId: String
  package var product: String
  package var price: String
  package var isSubscription: Bool
  /// The customer's words so far.
  package var reason = ""
}

/// A line of text that an action needs, and what will follow.
package struct EntrySheet: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    /// Why an order is given up, on a ground.
    case closeOrder(String, CloseGround, compensatedBy: String?)
    /// Which grant or transaction made up for an order.
    case compensation(String)
    /// Why an order is opened again.
    case reopenOrder(String)
    /// Why a purchase is moved to a user.
    case transfer(transactionId: String, to: String)
    /// The name of a user of the app.
    case user
    /// A parameter of a verb.
    case verb(VerbPlan.Typed)
    /// The transaction id or the order number of a customer.
    case customer
    /// The UUID to attach to a purchase.
    case token(transactionId: String, product: String)
    /// The token of a test notification.
    case testToken
    /// A note that a team member writes about a customer of the desk.
    case note(customer: Int64)
    /// By how many days the worker shall extend a subscription.
    case extending(customer: Int64, transactionId: String)
  }

  package var purpose: Purpose
  package var title: String
  /// The consequences, announced before the user confirms.
  package var text: [String]
  package var label: String
  /// The text typed so far.
  package var value = ""
}

/// One order with its journal.
package struct OrderSheet: Hashable, Sendable {
  package var orderId: String
  /// The row that it was opened from.
  package var row: TabRow
  package var rows = RowList()
}

/// A short list to pick one from.
package struct Choice: Hashable, Sendable {
  /// The effect of choosing an item.
  package enum Pick: Hashable, Sendable {
    case failPurchase(FailureKind)
    /// The offer that the payment sheet asks for; nil takes what applies by itself.
    case offer(OfferName?)
    /// An item that cannot be chosen, and why.
    case no(String)
    case signIn(String)
    case signOut
    /// A user of the app; nil logs out.
    case logIn(String?)
    /// A user of the app whose name is to be typed.
    case newUser
    /// The plan of a verb of the App Store's side.
    case verb(VerbPlan)
    /// The same as its key.
    case action(Action)
    /// Goes to a part of the App Store's side.
    case visit(AppStoreSection)
    /// Goes to a row of it, by its id.
    case row(AppStoreSection, id: String)
    /// Asks first, naming what will follow.
    case confirm(Confirmation)
    /// Leads to another list.
    case choose(Choice)
    /// Asks for a line of text.
    case enter(EntrySheet)
    case command(Command)
    /// Puts the cursor on a product, by its id.
    case product(String)
    /// Sorts the focused list.
    case order(ListOrder)
    /// Writes the list in front to a file.
    case export(ListFormat)
    /// A verb of the App Store's side for one of the rows that it can be given for.
    case verbOnRow(Action)
    /// The same for the row of that id.
    case onRow(Action, AppStoreSection, id: String)
    /// A picture of what is shown, or a film of it.
    case film(FilmMove)
    /// Opens something in full.
    case view(SignedItemDetail.Subject)
    /// An action on the App Store as a whole.
    case deed(Action)
    /// By its name.
    case walkthrough(String)
    /// A customer's statement, from the list of usual ones.
    case says(CustomerCase)
    /// The next step for one of the products concerned.
    case help(CustomerHelp, Int)
    /// The action that carries out a step, on its product.
    case step(Action, productId: String?)
    case copy(String)
  }

  package struct Item: Hashable, Sendable {
    package var title: String
    package var note: String
    package var pick: Pick
  }

  package var title: String
  package var items: [Item]
  /// The text above the items.
  package var head: [String] = []
  package var cursor = 0
  package var top = 0
  /// Whether it is about the purchase under the cursor, and made anew when news of it arrive while it is open.
  var followsSelection = false
}

/// A question that names a consequence.
package struct Confirmation: Hashable, Sendable {
  package enum Decision: Hashable, Sendable {
    case newDevice, quit, undo
    case verb(VerbCall)
    case support(SupportMove)
  }

  package var decision: Decision
  package var title: String
  /// The consequences, announced before the user confirms.
  package var text: [String]
}

extension Choice.Pick {
  /// Whether it does something to the device or the App Store, or leads to where that is done.
  var changes: Bool {
    switch self {
    case .no, .action, .choose, .product, .order, .export, .film, .walkthrough, .help, .copy: false
    default: true
    }
  }
}
