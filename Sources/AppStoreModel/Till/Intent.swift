package import Core

/// A purchase that the device has started, stored before it calls the App Store.
///
/// An order, a refusal or another final answer closes it.
package struct Intent: Hashable, Sendable {
  package enum State: String, CaseIterable, Hashable, Sendable {
    /// The device called the App Store and has no answer.
    case open
    /// The purchase waits for approval (Ask to Buy).
    case pending
    /// The customer must resolve a problem with the App Store; the transaction comes later, or never.
    case interrupted
    /// The intent has ended; no further answer is expected.
    case closed
  }

  /// A UUID, the idempotency key of the purchase; with `--token order` also its `appAccountToken`.
  package var id: String
  /// The Apple Account that was to pay.
  package var account: String
  /// The user of the app for whom the purchase was made.
  package var user: String
  package var productId: String
  package var quantity: Int
  package var appAccountToken: String?
  package var state: State
  /// When the intent was stored; device time.
  package var createdDate: Timestamp
  /// The App Store's time when it was called; a transaction made earlier does not belong to this purchase.
  package var storeDate: Timestamp
  /// The resulting transaction, or the one that waits for approval.
  package var transactionId: String?
  /// Why the intent was closed, in words.
  package var closedReason: String?
  /// The process that works on the intent; another process takes over only if it gets that process's lock.
  package var owner: String?
  /// When a complete history of the account last did not list the purchase.
  ///
  /// Two such histories at least a day apart end a purchase without an answer.
  package var missedDate: Timestamp?

  package init(
    id: String, account: String, user: String, productId: String, quantity: Int, appAccountToken: String?,
    state: State = .open, createdDate: Timestamp, storeDate: Timestamp, transactionId: String? = nil,
    closedReason: String? = nil, owner: String? = nil,
    missedDate: Timestamp? = nil
  ) {
    self.id = id
    self.account = account
    self.user = user
    self.productId = productId
    self.quantity = quantity
    self.appAccountToken = appAccountToken
    self.state = state
    self.createdDate = createdDate
    self.storeDate = storeDate
    self.transactionId = transactionId
    self.closedReason = closedReason
    self.owner = owner
    self.missedDate = missedDate
  }
}

/// The texts of the states for people; JSON documents use the raw values.
extension Intent.State: Worded {
  package var said: Words {
    switch self {
    case .open: "unanswered"
    case .pending: "waiting for approval"
    case .interrupted: Words("interrupted", context: "Purchase")
    case .closed: Words("ended", context: "Purchase")
    }
  }
}

/// A purchase that this device began and that the App Store has not answered finally, as a row of the orders.
package struct WaitingPurchase: Hashable, Sendable {
  package var intent: Intent
  /// The app server's record, if Apple has told the app server that the purchase went through; nil otherwise.
  package var goneThrough: UserPurchase?
  /// Whether the user has the product already, so that completing the purchase would be a second payment.
  package var isHad: Bool

  package init(_ intent: Intent, among purchases: [UserPurchase], isHad: Bool = false) {
    self.intent = intent
    self.isHad = isHad
    goneThrough = purchases.first { $0.isGoneThrough(intent) }
  }

  /// The state in plain words.
  package var stateWords: String {
    guard let goneThrough else { return intent.state.text }
    return goneThrough.isPaid == true ? say("charged") : say("confirmed")
  }

  /// What is known of the charge.
  package var why: String {
    if let goneThrough {
      return say("it \(goneThrough.outcome): Apple told the app server, and this device has not received it yet")
    }
    return switch intent.state {
    case .open: say("no answer from the App Store: it may have been charged")
    case .pending, .interrupted, .closed: say("nothing was charged for it")
    }
  }

  /// The state and what is known of the charge, as one sentence.
  package var words: String { goneThrough == nil ? "\(stateWords): \(why)" : why }

  /// The advice for a person, as one sentence; empty if there is nothing to do.
  package var advice: String {
    switch goneThrough == nil ? intent.state : .open {
    case .open: say("don't buy it again; retry asks the App Store")
    case .pending where isHad, .interrupted where isHad:
      say("the customer already has it; completing it would be a second purchase")
    case .pending: say("a parent has to approve it within a day")
    case .interrupted: say("the customer has to resolve it with the App Store within a day")
    case .closed: ""
    }
  }
}
