package import AppStoreModel
package import TerminalUI

/// An event for the dashboard: a key, an answer, or an update.
package enum Event: Hashable, Sendable {
  case key(Key)
  /// Pasted text: it lands in a text field, or nowhere.
  case paste(String)
  case mouse(Mouse)
  case resize(Size)
  /// An action by name, as scripts and walkthroughs give it; a key leads to the same.
  case action(Action)
  /// Device time; see `State.nextTick`.
  case clock(Timestamp)
  /// The next step of the spinner; sent while `State.isBusy`.
  case spin
  /// Another process changed the store, or the App Store signalled a change.
  case storeChanged
  /// How many news wait at the App Store while updates are held.
  case waiting(Int)
  /// News that came by itself, updates being live.
  case news(RefundCheckReport)

  /// The walkthroughs that there are.
  case walkthroughs([WalkthroughListing])
  /// The scenes that there are.
  case scenes([WalkthroughListing])
  /// The scene that was set up; nil for none.
  case scene(SceneCard?)
  /// The text of the walkthrough's panel; nil closes it.
  case walkthrough(WalkthroughPanel?)
  /// A file was written, or why not.
  case saved(String, failure: String?)
  /// A text was copied, or why not.
  case copied(String, ClipboardAnswer)
  /// Something that the program itself has to say.
  case said(Message)

  case loaded(TaskID, Loaded)
  case progress(TaskID, Progress)
  case finished(TaskID, Outcome)
  case failed(TaskID, Problem)
  /// A task ended because it was cancelled.
  case stopped(TaskID)
}

/// The terminal's handling of a text for its clipboard.
package enum ClipboardAnswer: Hashable, Sendable {
  /// The text was handed to the terminal (OSC 52), which does not confirm it.
  case sent
  /// Likewise, through a program between Till and the terminal, which lets it pass only where it is set to.
  case sentThrough(multiplexer: String)
  /// The terminal has no clipboard: its `TERM`; empty where there is no terminal.
  case unavailable(term: String)
}

/// The answer to a question.
package enum Loaded: Hashable, Sendable {
  case overview(Overview)
  case refunds(Page<RefundRecord>)
  case transactions(Page<StoredTransaction>)
  /// A page of orders; before the newest ones what was begun and is neither paid nor over.
  case orders(Page<Order>, waiting: [Intent] = [])
  case unfinished(Page<UnfinishedTransaction>)
  case journal(Page<JournalEntry>)
  case refundable(Page<StoredTransaction>)
  case situation(AppStoreSituation)
  case lives([ProductLife])
  /// Nil where there is none: nothing is kept before it, or now comes after it.
  case past(PastStep, PastMoment?)
  case orderJournal(Page<JournalEntry>)
  case preview(PurchasePreview)
  case quarantine(Page<QuarantinedItem>)
  case signedItem(SignedItemDetail)
  case forgery(SignedItemDetail.Forgery)
  case desk(DeskAnswer)
}

/// How far a task has come.
package struct Progress: Hashable, Sendable {
  /// Steps done.
  package var done: Int
  /// Steps in all, where known.
  package var total: Int?

  package init(done: Int, total: Int? = nil) {
    self.done = done
    self.total = total
  }
}

/// The result of a task.
package enum Outcome: Hashable, Sendable {
  case bought(BuyReport)
  case restored(RestoreReport)
  case checked(RefundCheckReport)
  case helped(CustomerHelp)
  case askedRefund(RefundRequestReport)
  case retried(RetryReport)
  /// A login asks first what becomes of what was bought before it.
  case asksBeforeLogin(LoginQuestion)
  /// What support was answered, line by line.
  case told([String])
  /// The rest of a consumable.
  case used(productId: String, balance: Int)
  /// The start took up what was open when the program ended last; these orders are closed now.
  case started(healed: [Order], detail: String?)
  /// Done as asked; what else is worth saying, such as the name of a file that was set aside.
  case done(detail: String?)
}

/// Why a task or a question failed.
package struct Problem: Hashable, Sendable {
  /// StoreKit's name for it, where it has one.
  package var kind: FailureKind?
  /// The result in one line.
  package var message: String

  package init(_ message: String, kind: FailureKind? = nil) {
    self.message = message
    self.kind = kind
  }
}
