import AppStoreModel
import Core
import Verbs

/// All commands with their documents, in the order of the help.
enum CommandTable {
  /// A command, and the shape of its `--json` document, from which its schema and the schema tests are made.
  struct Row: Sendable {
    let command: Command
    /// The help's section title above this command; nil where the command belongs to the section before.
    let title: Words?
    /// Whether and how walkthrough and scenario files may use the command.
    let inFiles: FileUse
    /// The shape of the command's document, built on demand because few runs need it.
    let document: @Sendable () -> DocumentShape

    init(
      _ command: Command, under title: Words? = nil, inFiles: FileUse = .refused,
      prints document: @autoclosure @escaping @Sendable () -> DocumentShape
    ) {
      self.command = command
      self.title = title
      self.inFiles = inFiles
      self.document = document
    }
  }

  private static let done = DocumentShape.done

  static let rows: [Row] = [
    Row(.status, under: "Buying and owning", inFiles: .allowed, prints: .status),
    Row(.explain, inFiles: .allowed, prints: .explanation),
    Row(
      .check, inFiles: .allowed,
      prints: done + ["productId": .text, "entitled": .flag, "confirmed": .flag, "signedByApple?": .flag]),
    Row(
      .buy,
      inFiles: .allowed,
      prints: [
        "result": .words([
          "success", "pending", "cancelled", "failed", "unverified", "unanswered", "halfSuccess", "refused",
        ]), "alreadyOwned": .flag, "transactionId?": .text, "orderId?": .text, "interrupted?": .flag, "message?": .text,
      ]),
    Row(
      .restore, inFiles: .allowed,
      prints: [
        "result": .words(["restored", "nothing", "cancelled", "failed"]), "restored": .list(.text),
        "entitled": .list(.text), "inactive": .list(["productId": .text, "state": .text]), "alreadyKnown": .number,
        "notRestorable": .list(.outcome), "otherUser": .list(.outcome), "failed": .list(.outcome), "message?": .text,
      ]),
    Row(
      .refundCheck, inFiles: .allowed,
      prints: [
        "result": .text, "complete": .flag, "checked": .number, "refunded": .list(.checkedRefund),
        "reversed": .list(.checkedRefund), "entitled": .list(.text), "removed": .list(.text), "unchanged": .number,
        "message?": .text,
      ]),
    Row(
      .helpCustomer, inFiles: .allowed,
      prints: [
        "case": .words(CustomerCase.allCases.map(\.rawValue)), "checked": .flag, "problem?": .text,
        "products": .list([
          "productId": .text, "displayName": .text, "state": .text, "entitled": .flag, "next": .nextStep,
        ]), "next": .nextStep,
      ]),
    Row(
      .askRefund, inFiles: .allowed,
      prints: done + ["result": .text, "transactionId": .text, "productId": .orNull(.text)]),
    Row(.use, inFiles: .allowed, prints: done + ["productId": .text, "balance": .number]),
    Row(.duration, inFiles: .allowed, prints: done + ["productId": .text, "waiting": .flag]),
    Row(
      .transactions, under: "What happened", inFiles: .allowed,
      prints: ["transactions": .list(.transaction), "next?": .text]),
    Row(.refunds, inFiles: .allowed, prints: ["refunds": .list(.refund), "next?": .text]),
    Row(
      .orders, inFiles: .allowed,
      prints: ["waiting?": .list(.waitingPurchase), "orders": .list(.order), "next?": .text]),
    Row(.unfinished, inFiles: .allowed, prints: ["unfinished": .list(.unfinished), "next?": .text]),
    Row(
      .order, inFiles: .allowed,
      prints: .forms([
        done + [
          "order": .order, "token": .text, "sameToken": .list(.any), "journal": .list(.journalEntry),
          "serverJournal": .list(.serverEntry),
        ], done + ["waiting": .waitingPurchase], done,
      ])),
    Row(.retry, inFiles: .allowed, prints: done + ["orders": .list(.any), "done": .list(.any)]),
    Row(
      .journal, inFiles: .allowed,
      prints: .forms([["journal": .list(.journalEntry), "next?": .text], .statistics])),
    Row(
      .show, inFiles: .allowed,
      prints: done + ["id": .text, "productId?": .orNull(.text), "documents": .list(.object([]))]),
    Row(
      .verify,
      prints: [
        "line": .number, "result": .words(["verified", "failed", "skipped"]), "kind?": .text, "reason?": .text,
        "payload?": .any,
      ]),
    Row(.account, under: "This device", inFiles: .allowed, prints: done + ["account": .orNull(.text)]),
    Row(
      .user, inFiles: .allowed,
      prints: .forms([
        done + [
          "users": .list(["user": .text, "appAccountToken": .text, "purchases": .number, "firstSeen": .number])
        ],
        done + [
          "policy": .text, "rights": .list(.any), "grants": .list(.any), "balances": .list(.any),
          "underWay?": .list(.any), "givenUp?": .list(.any),
        ],
        done + ["user": .orNull(.text)],
      ])),
    Row(.newDevice, inFiles: .allowed, prints: done + ["account?": .orNull(.text)]),
    Row(.reinstall, inFiles: .allowed, prints: done + ["account?": .orNull(.text), "user?": .orNull(.text)]),
    Row(.updates, inFiles: .allowed, prints: done + ["updates": .words(["held", "live"])]),
    Row(
      .fault, inFiles: .allowed,
      prints: .forms([
        done + ["faults": .list(["fault": .text, "on": .flag, "text": .text])], done + ["fault": .text, "on": .flag],
        done,
      ])),
    Row(
      .undo, inFiles: .allowed,
      prints: .forms([done + ["acts": .list(.text)], done + ["undone": .list(.text), "posted": .number], done])),
    Row(.grant, under: "The app server", inFiles: .allowed, prints: done),
    Row(.transfer, inFiles: .allowed, prints: done + ["transactionId": .text, "user": .text]),
    Row(
      .record, inFiles: .allowed,
      prints: done + [
        "reference": .text, "platform": .text, "user": .orNull(.text), "productId": .text, "purchaseDate": .number,
      ]),
    Row(.secret, prints: done + ["isSet?": .flag]),
    Row(.restorePolicy, inFiles: .allowed, prints: done + ["restorePolicy": .text]),
    Row(.overdueAge, inFiles: .allowed, prints: done + ["overdueAge": .orNull(.any)]),
    Row(.serverJournal, inFiles: .allowed, prints: ["server-journal": .list(.serverEntry), "next?": .text]),
    Row(.simulator, under: "The simulated App Store", inFiles: .verbs, prints: done),
    Row(.serve, prints: ["url": .text]),
    Row(.exam, prints: .exam),
    Row(
      .replay,
      prints: ["ok": .flag, "requests": .number, "message?": .text, "endpoints?": .any, "unknown?": .list(.any)]),
    Row(
      .importCatalogue,
      prints: .forms([
        done + ["products": .list(.text), "unknownProductIds": .list(.any), "warnings": .list(.text)], done,
      ])),
    Row(.export, inFiles: .allowed, prints: .forms([["transactions": .list(.transaction)], done])),
    Row(
      .lookUp, under: "Customers of a real App Store", inFiles: .allowed,
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

  /// The options of every command and of each one, by name; a name takes a value everywhere or nowhere.
  static let options: [AnyParameter] = (globalOptions + all.flatMap(\.options)).withoutRepeatedNames

  /// Returns the options of every command and those of the commands that stand among the arguments.
  static func options(named arguments: [String]) -> [AnyParameter] {
    (globalOptions + all.filter { arguments.contains($0.name) }.flatMap(\.options)).withoutRepeatedNames
  }

  /// Returns whether and how walkthrough and scenario files may use a command.
  static func use(inFiles command: Command) -> FileUse {
    rows.first { $0.command.name == command.name }?.inFiles ?? .refused
  }

  /// Returns the command with a name.
  ///
  /// - Throws: A `UsageError` for an unknown name.
  static func command(named name: String) throws(UsageError) -> Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    let near = nearest(to: name, among: all.map(\.name)).map { "till \($0)" }
    throw UsageError(say("unknown command “\(safeText(name))”; \(remedy(near: near, listedBy: "till help"))"))
  }
}
