import SafeText
import StoreModel
import StoreVerbs
import Texts

/// Tasks: under way, done, stopped, failed.
enum WorkText: Sentence {
  case doing(Work.Kind)
  case busy(Work)
  /// What was done, where the program has no report of its own; the product's name where one is put off.
  case done(Command, product: String)
  case stopped(Work.Kind)
  case failed(Work.Kind)
  case failure(Work.Kind, message: String)
  case remedy(Remedy)
  case storeUnreadable(String)
  case appStoreUnreadable(String)
  case startedOver
  case nothingBought
  case saved(String, failure: String?)
  case copied(String, ClipboardAnswer)

  /// What helps against a failure.
  enum Remedy: Hashable {
    case network, payments, storefront, waitForApple, tryAgain

    init?(_ kind: FailureKind?) {
      switch kind {
      case .some(.networkError): self = .network
      case .some(.purchaseNotAllowed): self = .payments
      case .some(.notAvailableInStorefront): self = .storefront
      case .some(.duplicateRequest): self = .waitForApple
      case .some(.systemError), .some(.unknown): self = .tryAgain
      default: return nil
      }
    }
  }
}

extension State {
  /// What was done, where the program has no report of its own.
  func done(_ kind: Work.Kind, detail: String?) -> Report? {
    let text: String
    switch kind {
    case .command(.deferPurchase(let item)):
      text = WorkText.done(.deferPurchase(item), product: name(of: item.productId)).text
    case .command(let command): text = WorkText.done(command, product: "").text
    case .verb(let call):
      if let text = Texts.done(call, self) { return Report(Message(text, .good)) }
      text = ""
    }
    guard !text.isEmpty else { return detail.map { Report(Message($0)) } }
    return Report(Message([text, detail ?? ""].filter { !$0.isEmpty }.joined(separator: " "), .good))
  }
}

extension Report {
  /// A report that is one line.
  init(_ summary: Message) { self.init(title: ReportText.lastAction.text, summary: summary) }

  /// Why a task failed, and what helps.
  init(failureOf kind: Work.Kind, _ problem: Problem) {
    let title = WorkText.failed(kind).text
    let reason = safeText(problem.message)
    self.init(title: title, summary: Message(WorkText.failure(kind, message: reason).text, .bad))
    if let remedy = WorkText.Remedy(problem.kind) {
      lines = [Message(reason, .bad), Message(WorkText.remedy(remedy).text)]
    }
  }
}

// MARK: - English

extension WorkText {
  var english: String {
    switch self {
    case .doing(.command(let command)): doing(command)
    case .doing(.verb): "the App Store's work"
    case .busy(let work): busy(work)
    case .done(let command, let product): done(command, product)
    case .stopped(.command(.buy)):
      "Stopped waiting. What became of the purchase shows at the next start, buy, restore or check."
    case .stopped(.command(.restore)): "Restore cancelled: nothing was removed."
    case .stopped(.command(.refundCheck)): "Refund check cancelled: nothing was removed."
    case .stopped(let kind): "Stopped: \(WorkText.doing(kind))."
    case .failed(.command(let command)): failed(command)
    case .failed(.verb): "The App Store did not do it"
    case .failure(let kind, let message): "\(WorkText.failed(kind)): \(message)"
    case .remedy(.network):
      "Nothing was lost. Switch the network on (\(keys(to: "network"))) or try again later."
    case .remedy(.payments): "Allow payments on the App Store's side (\(keys(to: "payments"))) and buy again."
    case .remedy(.storefront): "Sign in with an Apple Account of another storefront (\(keys(to: .showAccounts)))."
    case .remedy(.waitForApple):
      "Apple has the first request; a refund check (\(key(.refundCheck))) says whether it was granted."
    case .remedy(.tryAgain): "Nothing was lost. Try again."
    case .storeUnreadable(let message): "The store could not be read: \(message)"
    case .appStoreUnreadable(let message): "The App Store's side could not be read: \(message)"
    case .startedOver:
      "The App Store was started over: this device's store was set aside, and an empty one has begun."
    case .nothingBought: "The sheet was closed: nothing was bought."
    case .saved(let name, nil): "Written: \(name)"
    case .saved(let name, .some(let failure)): "\(name) was not written: \(failure)"
    case .copied(let text, .sent): "Copied: \(text)"
    case .copied(let text, .sentThrough("tmux")):
      "Copied through tmux, if it has set-clipboard or allow-passthrough on: \(text)"
    case .copied(let text, .sentThrough(let name)): "Copied through \(name): \(text)"
    case .copied(let text, .unavailable(let term)):
      "Not copied, since \(term.isEmpty ? "there is no terminal" : "a terminal of type \(term) has no clipboard"): \(text)"
    }
  }

  private func doing(_ command: Command) -> String {
    switch command {
    case .start: "starting"
    case .buy: "the purchase"
    case .restore: "a restore"
    case .refundCheck: "a refund check"
    case .helpCustomer: "checking what the customer says"
    case .askRefund: "asking for a refund"
    case .use: "a use"
    case .signIn: "signing in"
    case .signOut: "signing out"
    case .logIn: "logging in"
    case .retry: "trying again"
    case .transfer: "moving the purchase"
    case .closeOrder: "giving up the order"
    case .setFault: "switching a fault"
    case .backToNormal: "putting things back to normal"
    case .setUpdates: "switching updates"
    case .newDevice: "setting up a new device"
    case .undo: "taking back"
    case .deferPurchase: "putting a purchase off"
    case .lookUp: "looking a customer up"
    case .support: "support's work"
    case .desk(let command): DeskScreenText.doing(command).text
    }
  }

  private func busy(_ work: Work) -> String {
    var text = WorkText.doing(work.kind).text
    if let progress = work.progress {
      text += progress.total.map { " \(progress.done)/\($0)" } ?? " \(progress.done)"
    }
    if work.isStopping { return text + ", stopping" }
    return work.isCancellable ? "\(text), \(key(.close)) stops" : text
  }

  private func done(_ command: Command, _ product: String) -> String {
    switch command {
    case .signIn(let account): "Signed in as \(safeText(account)). Press \(key(.restore)) to restore what it owns."
    case .signOut: "Signed out: nothing is entitled until an Apple Account signs in."
    case .logIn(.some(let user)): "Logged in as \(safeText(user)): what is bought now is for \(safeText(user))."
    case .logIn(nil): "Logged out of the app: what is bought now is for nobody in particular."
    case .setFault(let kind, .off): "\(kind.name) is off."
    case .setFault(let kind, .on): "\(kind.name) is on: \(kind.words)."
    case .setFault(let kind, .once): "\(kind.name) is on, once: \(kind.words)."
    case .backToNormal(let calls, let faults):
      "Back to normal: \(English.counted(calls.count + faults.count, "switch", "switches")) put back; history stays."
    case .setUpdates(.held):
      "Updates held: news waits for a restore (\(key(.restore))) or a refund check (\(key(.refundCheck)))."
    case .setUpdates(.live): "Updates live: news appears by itself."
    case .newDevice: "A new device: it knows nothing yet. Press \(key(.restore)) to restore."
    case .deferPurchase:
      "\(product) waits until somebody logs in (\(key(.switchUser))); a restart does not forget it."
    case .transfer(_, let user, _): "Moved: \(safeText(user)) has the purchase from now on."
    case .start, .buy, .restore, .refundCheck, .helpCustomer, .askRefund, .use, .retry, .closeOrder, .lookUp, .support,
      .undo:
      ""
    case .desk(let command): DeskScreenText.done(command).text
    }
  }

  private func failed(_ command: Command) -> String {
    switch command {
    case .start: "The start failed"
    case .buy: "The purchase failed"
    case .restore: "The restore failed"
    case .refundCheck: "The refund check failed"
    case .helpCustomer: "The App Store could not be asked"
    case .askRefund: "The refund was not asked for"
    case .use: "Nothing was used"
    case .signIn: "Nobody signed in"
    case .signOut: "Nobody signed out"
    case .logIn: "The user stays as before"
    case .retry: "Nothing could be tried again"
    case .transfer: "The purchase was not moved"
    case .closeOrder: "The order was not given up"
    case .setFault: "The fault stays as it was"
    case .backToNormal: "Not everything was put back"
    case .setUpdates: "Updates stay as they were"
    case .newDevice: "This device stays as it is"
    case .undo: "Nothing was taken back"
    case .deferPurchase: "The purchase was not put off"
    case .lookUp: "Nobody was found"
    case .desk(let command): DeskScreenText.failed(command).text
    case .support(let move): move.isReading ? "The App Store did not answer" : "Nothing was changed"
    }
  }
}
