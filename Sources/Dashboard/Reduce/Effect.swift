package import AppStoreModel
package import Verbs

/// The number of a query or a task; its answers carry the same number.
package struct TaskID: Hashable, Sendable {
  let number: Int

  package init(_ number: Int) { self.number = number }
}

/// A request of the dashboard to the program; its answer comes back as an `Event`.
package enum Effect: Hashable, Sendable {
  /// Reads data of the device's store, the App Store's side or the desk; answered by `loaded` or `failed`.
  ///
  /// Of two queries about the same subject, only the newer one needs an answer.
  case read(TaskID, Query)
  /// Runs a command on the device; answered by `finished`, `failed` or `stopped`, and before that by `progress`.
  case run(TaskID, Command)
  /// Runs a verb on the App Store's side; answered in the same way.
  case play(TaskID, VerbCall)
  /// Stops a task, if it can still be stopped.
  case cancel(TaskID)
  /// Lists the installed walkthroughs; answered by `walkthroughs`.
  case listWalkthroughs
  /// Tell which scenes there are; answered by `scenes`.
  case listScenes
  case walkthrough(WalkthroughMove)
  /// Copies a text to the clipboard of the user's terminal; answered by `copied`.
  case copy(String)
  /// Writes a text to a new file in the directory where Till was started; answered by `saved`.
  case save(name: String, text: String)
  /// Lists, changes or writes the settings of Till; answered by `settings`.
  case settings(SettingMove)
  /// Switches mouse input on or off; answered by `said`.
  case switchMouse
  /// Starts a recording of the screen, or ends it and writes it; answered by `saved`.
  case film(FilmMove)
  /// Draws every cell again.
  case redraw
  /// Suspends Till until the shell resumes it.
  case suspend
  case quit

  /// Whether the effect reaches beyond this device and its App Store: to files, clipboard, terminal or shell.
  ///
  /// A walkthrough or scenario file cannot cause such an effect.
  package var leavesTheStore: Bool {
    switch self {
    case .read, .run, .play, .cancel, .listWalkthroughs, .listScenes, .walkthrough, .switchMouse, .redraw: false
    case .copy, .save, .settings, .film, .suspend, .quit: true
    }
  }
}

/// A query to the device's store, the App Store's side or the desk.
package enum Query: Hashable, Sendable {
  case overview
  case page(Tab, PageRequest)
  /// The same query for an export, independent of those for the screen.
  case exported(Tab, PageRequest)
  /// The transactions for which a refund can be requested.
  case refundable(PageRequest)
  case situation
  /// The history of every product that was bought.
  case lives
  /// The moment before or after a given one at which the state of a product changed.
  case past(PastStep)
  /// The journal of one order.
  case orderJournal(PageRequest)
  /// The preview of a purchase: its charge and its changes.
  case preview(productId: String, quantity: Int, offer: OfferName?)
  /// All data about one item, for the viewer.
  case signedItem(SignedItemDetail.Subject)
  /// The check of a signed text in which one letter was changed; nothing is stored.
  case forgery(jws: String)
  /// A query to the desk, whose database may be local or remote.
  case desk(DeskQuery)
}

/// A command for the device.
package enum Command: Hashable, Sendable {
  /// The work at the start: settle intents, resume orders, load products, and do a whole check if updates are live.
  case start
  case buy(Purchase)
  case restore
  case refundCheck
  /// Checks with the App Store, and finds the next step for a customer's statement.
  case helpCustomer(CustomerCase)
  case askRefund(transactionId: String, reason: String?)
  case use(productId: String, count: Int)
  case signIn(String)
  case signOut
  /// Logs a user in to the app; nil logs out.
  case logIn(String?, LoginChoice = .ask)
  /// Retries one order, or all orders that can be retried.
  case retry(orderId: String?)
  case closeOrder(String, on: CloseGround = .other, compensatedBy: String? = nil, reason: String)
  case reopenOrder(String, reason: String)
  /// Moves a purchase to a known user.
  case transfer(transactionId: String, to: String, reason: String)
  /// Switches a fault of this device on or off.
  case setFault(DeviceFault.Kind, FaultSwitch)
  /// Runs these verbs and switches off these faults of the device.
  case backToNormal([VerbCall], [DeviceFault.Kind])
  case setUpdates(UpdatesMode)
  case newDevice
  /// Undoes the last action in all files.
  case undo
  /// Defers a purchase that the customer started in the App Store until a user logs in.
  case deferPurchase(PromotedPurchase)
  /// Looks up a customer at the real App Store by a transaction id or an invoice's order id.
  case lookUp(String)
  case support(SupportCall)
  /// A command for the desk.
  case desk(DeskCommand)
}

/// The way in which a fault is switched.
package enum FaultSwitch: Hashable, Sendable {
  /// On until it is switched off.
  case on
  /// On for one occurrence.
  case once
  case off
}

/// The product to buy, with the customer's choices on the simulated payment sheet.
package struct Purchase: Hashable, Sendable {
  package var productId: String
  package var quantity = 1
  package var outcome = SimulatedOutcome.success
  package var token = TokenChoice.user
  package var offer: OfferName?
  /// The change to a subscription, as the preview announced it.
  package var change: PlanChange?
  /// Whether to buy in spite of an earlier purchase that is not completed, of which the payment sheet warned.
  package var again = false
}
