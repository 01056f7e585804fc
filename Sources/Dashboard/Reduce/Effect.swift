package import StoreModel

/// The number of a question or a task: its answers carry it, so that they are told apart by request.
package struct TaskID: Hashable, Comparable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  package static func < (left: TaskID, right: TaskID) -> Bool { left.number < right.number }
}

/// What the dashboard asks the program to do; each answer comes back as an `Event`.
package enum Effect: Hashable, Sendable {
  /// Read from the device's store, or how the App Store stands; answered by `loaded` or `failed`. Of two questions about
  /// the same thing only the newer needs an answer.
  case read(TaskID, Query)
  /// Do something on the device; answered by `finished`, `failed` or `stopped`, and `progress` before.
  case run(TaskID, Command)
  /// Do something on the App Store's side; answered likewise.
  case play(TaskID, AppStoreMove)
  /// Stop a task, as far as it still can be.
  case cancel(TaskID)
  /// Tell which walkthroughs there are; answered by `walkthroughs`.
  case listWalkthroughs
  case walkthrough(WalkthroughMove)
  /// Draw every cell anew.
  case redraw
  /// Give the terminal back to the shell until it is brought to the front again.
  case suspend
  case quit
}

/// A question to the device's store or the App Store's side.
package enum Query: Hashable, Sendable {
  case overview
  case page(Tab, PageRequest)
  /// Transactions that a refund can be asked for.
  case refundable(PageRequest)
  case situation
  /// The journal of one order.
  case orderJournal(PageRequest)
  /// What a purchase will charge and change.
  case preview(productId: String, quantity: Int, offer: OfferName?)
}

/// Something to do on the device.
package enum Command: Hashable, Sendable {
  /// What a start does: settle, resume, load products, and check everything when updates are live.
  case start
  case buy(Purchase)
  case restore
  case refundCheck
  case askRefund(transactionId: String, reason: String?)
  case use(productId: String, count: Int)
  case signIn(String)
  case signOut
  /// Logs a user in to the app, or out with nil.
  case logIn(String?)
  /// Goes on with one order, or with all that can go on.
  case retry(orderId: String?)
  case closeOrder(String, reason: String)
  /// Switches a failure of this device on, or off.
  case setFault(DeviceFault.Kind, FaultSwitch)
  case setUpdates(UpdatesMode)
  case newDevice
  /// Puts a purchase that was begun in the App Store off until somebody logs in.
  case deferPurchase(PromotedPurchase)
  /// Looks a customer up at the real App Store, by a transaction id or the order number of an invoice.
  case lookUp(String)
  case support(SupportMove)
}

/// How a failure is switched.
package enum FaultSwitch: Hashable, Sendable {
  /// On, until it is switched off.
  case on
  /// On for one time.
  case once
  case off
}

/// What is bought, and what the customer does on a simulated payment sheet.
package struct Purchase: Hashable, Sendable {
  package var productId: String
  package var quantity: Int
  package var outcome: SimulatedOutcome
  package var token: TokenChoice
  package var offer: OfferName?
  /// What it means for a subscription, as the person was told before.
  package var change: PlanChange?

  package init(
    productId: String, quantity: Int = 1, outcome: SimulatedOutcome = .success, token: TokenChoice = .user,
    offer: OfferName? = nil, change: PlanChange? = nil
  ) {
    self.productId = productId
    self.quantity = quantity
    self.outcome = outcome
    self.token = token
    self.offer = offer
    self.change = change
  }
}

/// Something that Apple, a parent, the network or time does, where the App Store is simulated.
package enum AppStoreMove: Hashable, Sendable {
  case approvePurchase(String)
  case declinePurchase(String)
  case approveRefund(String)
  case declineRefund(String)
  case reverseRefund(String)
  case setNetwork(Bool)
  case setPayments(Bool)
  /// Milliseconds.
  case advance(Int64)
  case startOver
  /// Any other verb of `till simulator`, with its words and options.
  case verb([String])
}

extension AppStoreMove {
  /// The same on the command line.
  package var verb: String { CommandLineWords.text(["till", "simulator"] + words) }

  /// Whether the App Store begins a new epoch with it, and devices begin anew.
  package var beginsEpoch: Bool { self == .startOver || words.contains("--restore") }

  private var words: [String] {
    switch self {
    case .approvePurchase(let id): ["approve", id]
    case .declinePurchase(let id): ["decline", id]
    case .approveRefund(let id): ["refund", "approve", id]
    case .declineRefund(let id): ["refund", "decline", id]
    case .reverseRefund(let id): ["refund", "reverse", id]
    case .setNetwork(let isOn): ["network", isOn ? "on" : "off"]
    case .setPayments(let isOn): ["payments", isOn ? "on" : "off"]
    case .advance(let milliseconds): ["advance", "\(milliseconds / 1000)s"]
    case .startOver: ["reset"]
    case .verb(let words): words
    }
  }
}
