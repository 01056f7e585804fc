import SafeText
import Texts
import TillRuntime

/// Every command, in the order in which the help lists them.
enum CommandTable {
  static let all: [Command] = [
    .status, .buy, .restore, .refundCheck, .askRefund, .use, .explain, .check, .duration, .transactions, .refunds,
    .orders, .unfinished, .journal, .retry, .order, .account, .user, .grant, .transfer, .record, .secret,
    .restorePolicy, .overdueAge, .serverJournal, .newDevice, .reinstall, .undo, .updates, .fault,
    .lookUp, .support, .desk, .walkthrough, .screen, .verify, .show, .simulator, .serve, .replay, .importCatalogue,
    .export, .doctor, .config, .completion, .manual, .help,
  ]

  /// The command of a name.
  ///
  /// - Throws: A `UsageError` for one that does not exist.
  static func command(named name: String) throws(UsageError) -> Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    let near = nearest(to: name, among: all.map(\.name)).map { "till \($0)" }
    throw UsageError(ArgumentText.noCommand(safeText(name), near: near).text)
  }
}
