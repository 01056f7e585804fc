import SafeText
import StoreModel
import Texts
import TillRuntime

/// Every command with what it prints, in the order in which the help lists them.
enum CommandTable {
  /// A command, and the document that `--json` makes of its answer: its schema and the tests of it are made from that.
  struct Row: Sendable {
    let command: Command
    /// The title that the help puts above it, of all that follow until the next title.
    let title: Words?
    /// What the document looks like; made when it is asked for, since few starts do.
    let document: @Sendable () -> DocumentShape

    init(
      _ command: Command, under title: Words? = nil,
      prints document: @autoclosure @escaping @Sendable () -> DocumentShape
    ) {
      self.command = command
      self.title = title
      self.document = document
    }
  }

  private static let done = DocumentShape.done

  static let rows: [Row] = [
    Row(.status, under: "Buying and owning", prints: .status),
    Row(.explain, prints: .explanation),
    Row(.check, prints: done + ["productId": .text, "entitled": .flag, "confirmed": .flag]),
    Row(
      .buy,
      prints: [
        "result": .words([
          "success", "pending", "cancelled", "failed", "unverified", "unanswered", "halfSuccess", "refused",
        ]), "alreadyOwned": .flag, "transactionId?": .text, "orderId?": .text, "interrupted?": .flag, "message?": .text,
      ]),
    Row(
      .restore,
      prints: [
        "result": .words(["restored", "nothing", "cancelled", "failed"]), "restored": .list(.text),
        "entitled": .list(.text), "inactive": .list(["productId": .text, "state": .text]), "alreadyKnown": .number,
        "notRestorable": .list(.outcome), "otherUser": .list(.outcome), "failed": .list(.outcome), "message?": .text,
      ]),
    Row(
      .refundCheck,
      prints: [
        "result": .text, "complete": .flag, "checked": .number, "refunded": .list(.checkedRefund),
        "reversed": .list(.checkedRefund), "entitled": .list(.text), "removed": .list(.text), "unchanged": .number,
        "message?": .text,
      ]),
    Row(
      .helpCustomer,
      prints: [
        "case": .words(CustomerCase.allCases.map(\.rawValue)), "checked": .flag, "problem?": .text,
        "products": .list([
          "productId": .text, "displayName": .text, "state": .text, "entitled": .flag, "next": .nextStep,
        ]), "next": .nextStep,
      ]),
    Row(.askRefund, prints: done + ["result": .text, "transactionId": .text, "productId": .orNull(.text)]),
    Row(.use, prints: done + ["productId": .text, "balance": .number]),
    Row(.duration, prints: done + ["productId": .text, "waiting": .flag]),
    Row(.transactions, under: "What happened", prints: ["transactions": .list(.transaction), "next?": .text]),
    Row(.refunds, prints: ["refunds": .list(.refund), "next?": .text]),
    Row(.orders, prints: ["orders": .list(.order), "next?": .text]),
    Row(.unfinished, prints: ["unfinished": .list(.unfinished), "next?": .text]),
    Row(
      .order,
      prints: .forms([
        done + [
          "order": .order, "token": .text, "sameToken": .list(.any), "journal": .list(.journalEntry),
          "serverJournal": .list(.serverEntry),
        ], done,
      ])),
    Row(.retry, prints: done + ["orders": .list(.any), "done": .list(.any)]),
    Row(.journal, prints: .forms([["journal": .list(.journalEntry), "next?": .text], .statistics])),
    Row(.show, prints: done + ["id": .text, "productId?": .orNull(.text), "documents": .list(.object([]))]),
    Row(
      .verify,
      prints: [
        "line": .number, "result": .words(["verified", "failed", "skipped"]), "kind?": .text, "reason?": .text,
        "payload?": .any,
      ]),
    Row(.account, under: "This device", prints: done + ["account": .orNull(.text)]),
    Row(
      .user,
      prints: .forms([
        done + [
          "users": .list(["user": .text, "appAccountToken": .text, "purchases": .number, "firstSeen": .number])
        ], done + ["policy": .text, "rights": .list(.any), "grants": .list(.any), "balances": .list(.any)],
        done + ["user": .orNull(.text)],
      ])),
    Row(.newDevice, prints: done + ["account?": .orNull(.text)]),
    Row(.reinstall, prints: done + ["account?": .orNull(.text), "user?": .orNull(.text)]),
    Row(.updates, prints: done + ["updates": .words(["held", "live"])]),
    Row(
      .fault,
      prints: .forms([
        done + ["faults": .list(["fault": .text, "on": .flag, "text": .text])], done + ["fault": .text, "on": .flag],
        done,
      ])),
    Row(
      .undo,
      prints: .forms([done + ["acts": .list(.text)], done + ["undone": .list(.text), "posted": .number], done])),
    Row(.grant, under: "The app's server", prints: done),
    Row(.transfer, prints: done + ["transactionId": .text, "user": .text]),
    Row(
      .record,
      prints: done + [
        "reference": .text, "platform": .text, "user": .text, "productId": .text, "purchaseDate": .number,
      ]),
    Row(.secret, prints: done + ["isSet?": .flag]),
    Row(.restorePolicy, prints: done + ["restorePolicy": .text]),
    Row(.overdueAge, prints: done + ["overdueAge": .orNull(.any)]),
    Row(.serverJournal, prints: ["server-journal": .list(.serverEntry), "next?": .text]),
    Row(.simulator, under: "The simulated App Store", prints: done),
    Row(.serve, prints: ["url": .text]),
    Row(
      .replay,
      prints: ["ok": .flag, "requests": .number, "message?": .text, "endpoints?": .any, "unknown?": .list(.any)]),
    Row(
      .importCatalogue,
      prints: .forms([
        done + ["products": .list(.text), "unknownProductIds": .list(.any), "warnings": .list(.text)], done,
      ])),
    Row(.export, prints: .forms([["transactions": .list(.transaction)], done])),
    Row(
      .lookUp, under: "Customers of a real App Store",
      prints: .forms([
        [
          "account": .text, "checked": .number,
          "products": .list(["productId": .text, "state": .text, "entitled": .flag]),
        ], .object([]),
      ])),
    Row(.support, prints: .object([])),
    Row(.desk, prints: .desk),
    Row(
      .walkthrough, under: "Till itself",
      prints: .forms([
        done + ["walkthroughs": .list(["name": .text, "ok": .flag])],
        ["walkthroughs": .list(["name": .text, "title": .text, "steps": .number])], done,
      ])),
    Row(.screen, prints: ["width": .number, "height": .number, "lines": .list(.text)]),
    Row(.doctor, prints: ["ok": .flag, "checks": .list(["name": .text, "ok": .flag, "detail": .text])]),
    Row(.config, prints: .configuration),
    Row(.completion, prints: done + ["script": .text]),
    Row(.manual, prints: .forms([done + ["page": .text], done + ["files": .list(.text)]])),
    Row(.help, prints: .forms([done + ["commands": .list(.help)], .help])),
  ]

  static let all: [Command] = rows.map(\.command)

  /// The command of a name.
  ///
  /// - Throws: A `UsageError` for one that does not exist.
  static func command(named name: String) throws(UsageError) -> Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    let near = nearest(to: name, among: all.map(\.name)).map { "till \($0)" }
    throw UsageError(ArgumentText.noCommand(safeText(name), near: near).text)
  }
}
