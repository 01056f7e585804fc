import SafeText

/// Every command, in the order in which the help lists them.
enum CommandTable {
  static let all: [Command] = [
    .status, .buy, .restore, .refundCheck, .askRefund, .use, .explain, .check, .duration, .transactions, .refunds,
    .orders, .unfinished, .journal, .account, .user, .newDevice, .updates, .lookUp, .support,
    .screen, .verify, .simulator, .serve, .importCatalogue, .export, .doctor, .help,
  ]

  /// Forms whose time has not come: known by name, absent from the help.
  static let later: Set<String> = ["reinstall", "walkthrough", "fault", "grant", "retry", "order"]

  /// The same for options.
  static let laterOptions: Set<String> = ["case"]

  /// The command of a name.
  ///
  /// - Throws: A `UsageError` for one that does not exist, or not yet.
  static func command(named name: String) throws(UsageError) -> Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    if later.contains(name) { throw UsageError("till \(name): not in this version") }
    throw UsageError("there is no command \(safeText(name)): see till help")
  }
}
