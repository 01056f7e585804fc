import SafeText
import StoreModel
import StoreVerbs
import Texts

/// Tasks: under way, done, stopped, failed.
enum WorkText {
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

  static func doing(_ kind: Work.Kind) -> Words {
    switch kind {
    case .command(let command): "\(doing(command))"
    case .verb: "the App Store's work"
    }
  }
  static func busy(_ work: Work) -> Words {
    var text = WorkText.doing(work.kind).text
    if let progress = work.progress {
      text += progress.total.map { " \(progress.done)/\($0)" } ?? " \(progress.done)"
    }
    if work.isStopping { return "\(text), stopping" }
    return work.isCancellable ? "\(text), \(ActionTable.key(of: .close)) stops" : "\(text)"
  }
  /// What was done, where the program has no report of its own; the product's name where one is put off.
  static func done(_ command: Command, product: String) -> Words { "\(done(command, product))" }
  static func stopped(_ kind: Work.Kind) -> Words {
    switch kind {
    case .command(.buy): "Stopped waiting. What became of the purchase shows at the next start, buy, restore or check."
    case .command(.restore): "Restore cancelled: nothing was removed."
    case .command(.refundCheck): "Refund check cancelled: nothing was removed."
    case let kind: "Stopped: \(WorkText.doing(kind))."
    }
  }
  static func failed(_ kind: Work.Kind) -> Words {
    switch kind {
    case .command(let command): "\(failed(command))"
    case .verb: "The App Store did not do it"
    }
  }
  static func remedy(_ remedy: Remedy) -> Words {
    switch remedy {
    case .network: "Nothing was lost. Switch the network on (\(ActionTable.keys(to: "network"))) or try again later."
    case .payments: "Allow payments on the App Store's side (\(ActionTable.keys(to: "payments"))) and buy again."
    case .storefront: "Sign in with an Apple Account of another storefront (\(ActionTable.keys(to: .showAccounts)))."
    case .waitForApple:
      "Apple has the first request; a refund check (\(ActionTable.key(of: .refundCheck))) says whether it was granted."
    case .tryAgain: "Nothing was lost. Try again."
    }
  }
  static var startedOver: Words {
    "The App Store was started over: this device's store was set aside, and an empty one has begun."
  }
  static func saved(_ name: String, failure: String?) -> Words {
    switch (name, failure) {
    case (let name, nil): "Written: \(name)"
    case (let name, .some(let failure)): "\(name) was not written: \(failure)"
    }
  }
  static func copied(_ text: String, _ clipboardAnswer: ClipboardAnswer) -> Words {
    switch (text, clipboardAnswer) {
    case (let text, .sent): "Copied: \(text)"
    case (let text, .sentThrough("tmux")):
      "Copied through tmux, if it has set-clipboard or allow-passthrough on: \(text)"
    case (let text, .sentThrough(let name)): "Copied through \(name): \(text)"
    case (let text, .unavailable(let term)):
      term.isEmpty
        ? "Not copied, since there is no terminal: \(text)"
        : "Not copied, since a terminal of type \(term) has no clipboard: \(text)"
    }
  }

  private static func doing(_ command: Command) -> String {
    switch command {
    case .start: say("starting")
    case .buy: say("the purchase")
    case .restore: say("a restore")
    case .refundCheck: say("a refund check")
    case .helpCustomer: say("checking what the customer says")
    case .askRefund: say("asking for a refund")
    case .use: say("a use")
    case .signIn: say("signing in")
    case .signOut: say("signing out")
    case .logIn: say("logging in")
    case .retry: say("trying again")
    case .transfer: say("moving the purchase")
    case .closeOrder: say("giving up the order")
    case .setFault: say("switching a fault")
    case .backToNormal: say("putting things back to normal")
    case .setUpdates: say("switching updates")
    case .newDevice: say("setting up a new device")
    case .undo: say("taking back")
    case .deferPurchase: say("putting a purchase off")
    case .lookUp: say("looking a customer up")
    case .support: say("support's work")
    case .desk(let command): DeskScreenText.doing(command).text
    }
  }
  private static func done(_ command: Command, _ product: String) -> String {
    switch command {
    case .signIn(let account):
      say("Signed in as \(safeText(account)). Press \(ActionTable.key(of: .restore)) to restore what it owns.")
    case .signOut: say("Signed out: nothing is entitled until an Apple Account signs in.")
    case .logIn(.some(let user)):
      say("Logged in as \(safeText(user)): what is bought now is for \(safeText(user)).")
    case .logIn(nil): say("Logged out of the app: what is bought now is for nobody in particular.")
    case .setFault(let kind, .off): say("\(kind.name) is off.")
    case .setFault(let kind, .on): say("\(kind.name) is on: \(kind.words).")
    case .setFault(let kind, .once): say("\(kind.name) is on, once: \(kind.words).")
    case .backToNormal(let calls, let faults):
      say(
        calls.count + faults.count,
        "Back to normal: \(calls.count + faults.count) switch put back; history stays.",
        "Back to normal: \(calls.count + faults.count) switches put back; history stays.")
    case .setUpdates(.held):
      say(
        "Updates held: news waits for a restore (\(ActionTable.key(of: .restore))) or a refund check "
          + "(\(ActionTable.key(of: .refundCheck)))."
      )
    case .setUpdates(.live): say("Updates live: news appears by itself.")
    case .newDevice: say("A new device: it knows nothing yet. Press \(ActionTable.key(of: .restore)) to restore.")
    case .deferPurchase:
      say(
        "\(product) waits until somebody logs in (\(ActionTable.key(of: .switchUser))); a restart does not forget it.")
    case .transfer(_, let user, _): say("Moved: \(safeText(user)) has the purchase from now on.")
    case .start, .buy, .restore, .refundCheck, .helpCustomer, .askRefund, .use, .retry, .closeOrder, .lookUp, .support,
      .undo:
      ""
    case .desk(let command): DeskScreenText.done(command).text
    }
  }
  private static func failed(_ command: Command) -> String {
    switch command {
    case .start: say("The start failed")
    case .buy: say("The purchase failed")
    case .restore: say("The restore failed")
    case .refundCheck: say("The refund check failed")
    case .helpCustomer: say("The App Store could not be asked")
    case .askRefund: say("The refund was not asked for")
    case .use: say("Nothing was used")
    case .signIn: say("Nobody signed in")
    case .signOut: say("Nobody signed out")
    case .logIn: say("The user stays as before")
    case .retry: say("Nothing could be tried again")
    case .transfer: say("The purchase was not moved")
    case .closeOrder: say("The order was not given up")
    case .setFault: say("The fault stays as it was")
    case .backToNormal: say("Not everything was put back")
    case .setUpdates: say("Updates stay as they were")
    case .newDevice: say("This device stays as it is")
    case .undo: say("Nothing was taken back")
    case .deferPurchase: say("The purchase was not put off")
    case .lookUp: say("Nobody was found")
    case .desk(let command): DeskScreenText.failed(command).text
    case .support(let move): move.isReading ? say("The App Store did not answer") : say("Nothing was changed")
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
  init(_ summary: Message) { self.init(title: say("Last action"), summary: summary) }

  /// Why a task failed, and what helps.
  init(failureOf kind: Work.Kind, _ problem: Problem) {
    let title = WorkText.failed(kind).text
    let reason = safeText(problem.message)
    self.init(title: title, summary: Message(say("\(WorkText.failed(kind)): \(reason)"), .bad))
    if let remedy = WorkText.Remedy(problem.kind) {
      lines = [Message(reason, .bad), Message(WorkText.remedy(remedy).text)]
    }
  }
}
