import AppStoreModel
import Core
import TerminalUI
import Verbs

/// The texts of tasks: running, done, stopped and failed.
enum WorkText {
  /// The remedy for a failure.
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
    case .command(let command): words(command).doing
    case .verb: "the App Store's action"
    }
  }
  static func busy(_ work: Work) -> Words {
    var text = WorkText.doing(work.kind).text
    if let done = work.progress { text += " \(done)" }
    if work.isStopping { return "\(text), stopping" }
    return work.isCancellable ? "\(text), \(ActionTable.key(of: .close)) stops" : "\(text)"
  }
  static func stopped(_ kind: Work.Kind) -> Words {
    switch kind {
    case .command(.buy):
      "Stopped waiting. The next start, buy, restore or check shows the outcome of the "
        + "purchase."
    case .command(.restore): "Restore cancelled: no purchases were removed."
    case .command(.refundCheck): "Refund check cancelled: no purchases were removed."
    case let kind: "Stopped: \(WorkText.doing(kind))."
    }
  }
  static func failed(_ kind: Work.Kind) -> Words {
    switch kind {
    case .command(let command): words(command).failed
    case .verb: "The App Store did not do it"
    }
  }
  static func remedy(_ remedy: Remedy) -> Words {
    switch remedy {
    case .network: "Nothing was lost. Switch the network on (\(ActionTable.keys(to: "network"))) or retry later."
    case .payments:
      "Allow payments on the App Store's side (\(ActionTable.keys(to: "payments"))), then buy "
        + "again."
    case .storefront: "Sign in with an Apple Account of another storefront (\(ActionTable.keys(to: .showAccounts)))."
    case .waitForApple:
      "Apple has the first request; a refund check (\(ActionTable.key(of: .refundCheck))) shows whether it was "
        + "granted."
    case .tryAgain: "Nothing was lost. Please retry."
    }
  }
  static var startedOver: Words {
    "The App Store was started over: this device's store was set aside, and Till began an empty one."
  }
  static func saved(_ name: String, failure: String?) -> Words {
    failure.map { "\(name) was not written: \($0)" } ?? "Written: \(name)"
  }
  static func copied(_ text: String, _ answer: Copying) -> Words {
    switch answer {
    case .sent(through: nil): "Copied: \(text)"
    case .sent(through: "tmux"?):
      "Copied through tmux, if its set-clipboard or allow-passthrough option is on: \(text)"
    case .sent(through: let name?): "Copied through \(name): \(text)"
    case .unavailable(let term):
      term.isEmpty
        ? "Not copied, because there is no terminal: \(text)"
        : "Not copied, because a terminal of type \(term) has no clipboard: \(text)"
    }
  }

  /// What a command is called while it runs, and what is said when it failed.
  private static func words(_ command: Command) -> (doing: Words, failed: Words) {
    switch command {
    case .start: ("starting", "The start failed")
    case .buy: ("the purchase", "The purchase failed")
    case .restore: ("a restore", "The restore failed")
    case .refundCheck: ("a refund check", "The refund check failed")
    case .helpCustomer: ("checking the customer's report", "The App Store could not be reached")
    case .askRefund: ("requesting a refund", "The refund was not requested")
    case .use: ("a use", "The use failed")
    case .signIn: ("signing in", "The sign-in failed")
    case .signOut: ("signing out", "The sign-out failed")
    case .logIn: ("logging in", "The user was not changed")
    case .retry: ("retrying", "The retry failed")
    case .transfer: ("moving the purchase", "The purchase was not moved")
    case .closeOrder: ("giving up the order", "The order was not given up")
    case .reopenOrder: ("reopening the order", "The order was not reopened")
    case .setFault: ("switching a fault", "The fault was not changed")
    case .backToNormal: ("resetting to the defaults", "The reset is incomplete")
    case .setUpdates: ("switching updates", "Updates were not switched")
    case .newDevice: ("setting up a new device", "The new device was not set up")
    case .undo: ("undoing", "The undo failed")
    case .deferPurchase: ("deferring a purchase", "The purchase was not deferred")
    case .lookUp: ("looking up a customer", "The lookup failed")
    case .support(let call):
      ("support action", call.verb.isReading ? "The App Store did not answer" : "The change failed")
    case .desk(let command): DeskScreenText.words(command)
    }
  }

  /// Returns the result message of a command that has no report.
  static func done(_ command: Command, product: String = "") -> String {
    switch command {
    case .signIn(let account):
      say("Signed in as \(safeText(account)). Press \(ActionTable.key(of: .restore)) to restore its purchases.")
    case .signOut:
      say("Signed out: only what is credited to the user stays entitled, until an Apple Account signs in.")
    case .logIn(.some(let user), _):
      say("Logged in as \(safeText(user)): new purchases belong to \(safeText(user)).")
    case .logIn(nil, _): say("Logged out: what is bought now belongs to this installation, until a user logs in.")
    case .setFault(let kind, .off): say("The fault \(Language.quoted(kind.name)) is off.")
    case .setFault(let kind, .on): say("The fault \(Language.quoted(kind.name)) is on: \(kind.words).")
    case .setFault(let kind, .once): say("The fault \(Language.quoted(kind.name)) is on, once: \(kind.words).")
    case .backToNormal(let calls, let faults):
      say(
        calls.count + faults.count,
        "Reset: \(calls.count + faults.count) setting is back at its default; the history is kept.",
        "Reset: \(calls.count + faults.count) settings are back at their defaults; the history is kept.")
    case .setUpdates(.held):
      say(
        "Updates held: they wait for a restore (\(ActionTable.key(of: .restore))) or a refund check "
          + "(\(ActionTable.key(of: .refundCheck)))."
      )
    case .setUpdates(.live): say("Updates live: they appear as they arrive.")
    case .newDevice:
      say(
        "New device: it knows no purchases yet. Press \(ActionTable.key(of: .restore)) to "
          + "restore.")
    case .deferPurchase:
      say(
        "\(product) waits for a user to log in (\(ActionTable.key(of: .switchUser))), even after a restart.")
    case .transfer(_, let user, _): say("Moved: the purchase belongs to \(safeText(user)) now.")
    case .start, .buy, .restore, .refundCheck, .helpCustomer, .askRefund, .use, .retry, .closeOrder, .reopenOrder,
      .lookUp, .support,
      .undo:
      ""
    case .desk(let command): DeskScreenText.done(command).text
    }
  }
}

extension State {
  /// Returns the result message of a task that has no report.
  func done(_ kind: Work.Kind, detail: String?) -> Report? {
    let text: String
    switch kind {
    case .command(.deferPurchase(let item)):
      text = WorkText.done(.deferPurchase(item), product: name(of: item.productId))
    case .command(let command): text = WorkText.done(command)
    case .verb(let call):
      if let text = AppStoreSideTexts.done(call, self) { return Report(Message(text, .good)) }
      text = ""
    }
    guard !text.isEmpty else { return detail.map { Report(Message($0)) } }
    return Report(Message([text, detail ?? ""].filter { !$0.isEmpty }.joined(separator: " "), .good))
  }
}

extension Report {
  /// Creates a report of one line.
  init(_ summary: Message) { self.init(title: say("Last action"), summary: summary) }

  /// Creates the report of a failed task, with the remedy.
  init(failureOf kind: Work.Kind, _ problem: Problem) {
    let title = WorkText.failed(kind).text
    let reason = safeText(problem.message)
    self.init(title: title, summary: Message(say("\(WorkText.failed(kind)): \(reason)"), .bad))
    if let remedy = WorkText.Remedy(problem.kind) {
      lines = [Message(reason, .bad), Message(WorkText.remedy(remedy).text)]
    }
  }
}
