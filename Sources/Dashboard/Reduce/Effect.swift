package import AppStoreModel
package import Verbs

/// The number of a question or a task; its answers carry it, so that each finds its request.
package struct TaskID: Hashable, Comparable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  package static func < (left: TaskID, right: TaskID) -> Bool { left.number < right.number }
}

/// A request of the dashboard to the program; each answer comes back as an `Event`.
package enum Effect: Hashable, Sendable {
  /// Read from the device's store, or how the App Store stands; answered by `loaded` or `failed`. Of two questions
  /// about the same thing only the newer needs an answer.
  case read(TaskID, Query)
  /// Do something on the device; answered by `finished`, `failed` or `stopped`, and `progress` before.
  case run(TaskID, Command)
  /// Do something on the App Store's side; answered likewise.
  case play(TaskID, VerbCall)
  /// Stop a task, as far as it still can be.
  case cancel(TaskID)
  /// Tell which walkthroughs there are; answered by `walkthroughs`.
  case listWalkthroughs
  /// Tell which scenes there are; answered by `scenes`.
  case listScenes
  case walkthrough(WalkthroughMove)
  /// Put a text into the clipboard of the person's terminal; answered by `said`.
  case copy(String)
  /// Write a text to a new file of this name in the directory where the program was started; answered by `said`.
  case save(name: String, text: String)
  /// Take clicks and the wheel, or leave them to the terminal; answered by `said`.
  case switchMouse
  /// Begin to record what is shown, or end that and write it; answered by `saved`.
  case film(FilmMove)
  /// Draw every cell anew.
  case redraw
  /// Give the terminal back to the shell until it is brought to the front again.
  case suspend
  case quit

  /// Whether it acts on more than this device and its App Store: on the person's files, clipboard, terminal or shell.
  ///
  /// A walkthrough or scenario file cannot bring it about.
  package var leavesTheStore: Bool {
    switch self {
    case .read, .run, .play, .cancel, .listWalkthroughs, .listScenes, .walkthrough, .switchMouse, .redraw: false
    case .copy, .save, .film, .suspend, .quit: true
    }
  }
}

/// A question to the device's store or the App Store's side.
package enum Query: Hashable, Sendable {
  case overview
  case page(Tab, PageRequest)
  /// The same for a file: a question of its own beside those for the screen.
  case exported(Tab, PageRequest)
  /// Transactions that a refund can be asked for.
  case refundable(PageRequest)
  case situation
  /// The life of every product that was bought.
  case lives
  /// The moment before or after one at which the device's answer was another.
  case past(PastStep)
  /// The journal of one order.
  case orderJournal(PageRequest)
  /// The preview of a purchase: its charge and its changes.
  case preview(productId: String, quantity: Int, offer: OfferName?)
  /// Something in full.
  case signedItem(SignedItemDetail.Subject)
  /// The check of a signed text with one letter changed; nothing is stored.
  case forgery(jws: String)
  /// Something of the desk, wherever it lies.
  case desk(DeskQuery)
}

/// Something to do on the device.
package enum Command: Hashable, Sendable {
  /// The work of a start: settle, resume, load products, and check everything when updates are live.
  case start
  case buy(Purchase)
  case restore
  case refundCheck
  /// Checks with the App Store, and says what to do for a customer who says something.
  case helpCustomer(CustomerCase)
  case askRefund(transactionId: String, reason: String?)
  case use(productId: String, count: Int)
  case signIn(String)
  case signOut
  /// Logs a user in to the app, or out with nil.
  case logIn(String?, LoginChoice = .ask)
  /// Goes on with one order, or with all that can go on.
  case retry(orderId: String?)
  case closeOrder(String, on: CloseGround = .other, compensatedBy: String? = nil, reason: String)
  case reopenOrder(String, reason: String)
  /// Moves a purchase to a user who is known.
  case transfer(transactionId: String, to: String, reason: String)
  /// Switches a failure of this device on, or off.
  case setFault(DeviceFault.Kind, FaultSwitch)
  /// Gives these verbs and switches these failures of the device off.
  case backToNormal([VerbCall], [DeviceFault.Kind])
  case setUpdates(UpdatesMode)
  case newDevice
  /// Takes back what was done last, on every file.
  case undo
  /// Defers a purchase that was begun in the App Store until a user logs in.
  case deferPurchase(PromotedPurchase)
  /// Looks a customer up at the real App Store, by a transaction id or the order number of an invoice.
  case lookUp(String)
  case support(SupportMove)
  /// Something at the desk.
  case desk(DeskCommand)
}

/// How a failure is switched.
package enum FaultSwitch: Hashable, Sendable {
  /// On, until it is switched off.
  case on
  /// On for one time.
  case once
  case off
}

/// The product to buy, and the customer's choices on a simulated payment sheet.
package struct Purchase: Hashable, Sendable {
  package var productId: String
  package var quantity: Int
  package var outcome: SimulatedOutcome
  package var token: TokenChoice
  package var offer: OfferName?
  /// The change to a subscription, as announced before.
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

/// Something that support reads or changes at the real App Store.
package enum SupportMove: Hashable, Sendable {
  case statuses
  case notifications
  case testResult(token: String)
  /// Days, and Apple's code for why.
  case extend(transactionId: String, days: Int, reason: Int)
  /// Apple's ConsumptionRequest.
  case consumption(transactionId: String, json: String)
  case token(transactionId: String, uuid: String)
  case finish(transactionId: String)
  case testNotification

  /// Whether nothing is changed by it.
  package var isReading: Bool {
    switch self {
    case .statuses, .notifications, .testResult: true
    case .extend, .consumption, .token, .finish, .testNotification: false
    }
  }

  /// The words behind `till support`.
  package var words: [String] {
    switch self {
    case .statuses: ["statuses"]
    case .notifications: ["notifications"]
    case .testResult(let token): ["test-result", token]
    case .extend(let id, let days, let reason): ["extend", id, "\(days)", "--reason-code", "\(reason)"]
    case .consumption(let id, let json): ["consumption", id, json]
    case .token(let id, let uuid): ["token", id, uuid]
    case .finish(let id): ["finish", id]
    case .testNotification: ["test-notification"]
    }
  }

  /// The same on the command line.
  package var verb: String { CommandLineWords.text(["till", "support"] + words) + (isReading ? "" : " --unlock") }
}
