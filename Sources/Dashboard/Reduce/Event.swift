package import AppStoreModel
package import TerminalUI

/// An input of the dashboard: a key, an answer, or an update.
package enum Event: Hashable, Sendable {
  case key(Key)
  /// Pasted text, which goes into the focused text field or is ignored.
  case paste(String)
  case mouse(Mouse)
  case resize(Size)
  /// An action by name, from a script or a walkthrough; it has the same effect as its key.
  case action(Action)
  /// The device's time; see `State.nextTick`.
  case clock(Timestamp)
  /// The spinner's next frame; sent while `State.isBusy`.
  case spin
  /// Another process changed the store, or the App Store signalled a change.
  case storeChanged
  /// The number of updates that wait at the App Store while updates are held.
  case waiting(Int)
  /// The changes of an update that arrived on its own, with updates live.
  case news(RefundCheckReport)

  /// The list of installed walkthroughs.
  case walkthroughs([WalkthroughListing])
  /// The scenes that there are.
  case scenes([WalkthroughListing])
  /// The scene that was set up; nil for none.
  case scene(SceneCard?)
  /// The walkthrough's panel to show, or nil to close it.
  case walkthrough(WalkthroughPanel?)
  /// A file was written, or the reason why not.
  case saved(String, failure: String?)
  /// A text was copied, or the reason why not.
  case copied(String, Copying)
  /// The settings of Till with their values.
  case settings(SettingList)
  /// The columns of the lists were chosen, and whether the pressed keys are shown.
  case layout(StartLayout)
  /// Another language was chosen, with the setup in it.
  case language(Setup)
  /// A message of the program itself.
  case said(Message)

  case loaded(TaskID, Loaded)
  /// The number of steps that a task has done.
  case progress(TaskID, Int)
  case finished(TaskID, Outcome)
  case failed(TaskID, Problem)
  /// A task ended because it was cancelled.
  case stopped(TaskID)
}

/// The answer to a query.
package enum Loaded: Hashable, Sendable {
  case overview(Overview)
  case refunds(Page<RefundRecord>)
  case transactions(Page<StoredTransaction>)
  /// A page of orders; on the first page, with the purchases that wait for the App Store.
  case orders(Page<Order>, waiting: [WaitingPurchase] = [])
  case unfinished(Page<UnfinishedTransaction>)
  case journal(Page<JournalEntry>)
  case refundable(Page<StoredTransaction>)
  case situation(AppStoreSituation)
  case lives([ProductLife])
  /// The moment that a step leads to, or nil if no state changed in that direction.
  case past(PastStep, PastMoment?)
  case orderJournal(Page<JournalEntry>)
  case preview(PurchasePreview)
  case quarantine(Page<QuarantinedItem>)
  case signedItem(SignedItemDetail)
  case forgery(SignedItemDetail.Forgery)
  case desk(DeskAnswer)
}

/// The result of a task.
package enum Outcome: Hashable, Sendable {
  case bought(BuyReport)
  case restored(RestoreReport)
  case checked(RefundCheckReport)
  case helped(CustomerHelp)
  case askedRefund(RefundRequestReport)
  case retried(RetryReport)
  /// A login that asks first what happens to the purchases made before it.
  case asksBeforeLogin(LoginQuestion)
  /// The lines of an answer to support.
  case told([String])
  /// The remaining balance of a consumable.
  case used(productId: String, balance: Int)
  /// The start has ended; it closed these orders, which were open when Till last ended.
  case started(healed: [Order], detail: String?)
  /// A task without a report; `detail` holds anything else worth saying, such as the name of a file set aside.
  case done(detail: String?)
}

/// The reason why a task or a query failed.
package struct Problem: Hashable, Sendable {
  /// StoreKit's name for the failure, if it has one.
  package var kind: FailureKind?
  /// The description of the failure in one line.
  package var message: String

  package init(_ message: String, kind: FailureKind? = nil) {
    self.message = message
    self.kind = kind
  }
}
