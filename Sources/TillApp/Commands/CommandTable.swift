import Core
import Verbs

/// All commands, in the order of the help.
enum CommandTable {
  /// A command, with its place in the help and its use in files.
  struct Row: Sendable {
    let command: Command
    /// The help's section title above this command; nil where the command belongs to the section before.
    let title: Words?
    /// Whether and how walkthrough and scenario files may use the command.
    let inFiles: FileUse

    init(_ command: Command, under title: Words? = nil, inFiles: FileUse = .refused) {
      (self.command, self.title, self.inFiles) = (command, title, inFiles)
    }
  }

  static let rows: [Row] = [
    Row(.status, under: "Buying and owning", inFiles: .allowed),
    Row(.explain, inFiles: .allowed),
    Row(.check, inFiles: .allowed),
    Row(.buy, inFiles: .allowed),
    Row(.restore, inFiles: .allowed),
    Row(.refundCheck, inFiles: .allowed),
    Row(.helpCustomer, inFiles: .allowed),
    Row(.askRefund, inFiles: .allowed),
    Row(.use, inFiles: .allowed),
    Row(.duration, inFiles: .allowed),
    Row(.transactions, under: "What happened", inFiles: .allowed),
    Row(.refunds, inFiles: .allowed),
    Row(.orders, inFiles: .allowed),
    Row(.unfinished, inFiles: .allowed),
    Row(.order, inFiles: .allowed),
    Row(.retry, inFiles: .allowed),
    Row(.journal, inFiles: .allowed),
    Row(.show, inFiles: .allowed),
    Row(.verify),
    Row(.account, under: "This device", inFiles: .allowed),
    Row(.user, inFiles: .allowed),
    Row(.newDevice, inFiles: .allowed),
    Row(.reinstall, inFiles: .allowed),
    Row(.updates, inFiles: .allowed),
    Row(.fault, inFiles: .allowed),
    Row(.undo, inFiles: .allowed),
    Row(.grant, under: "The app server", inFiles: .allowed),
    Row(.transfer, inFiles: .allowed),
    Row(.record, inFiles: .allowed),
    Row(.secret),
    Row(.restorePolicy, inFiles: .allowed),
    Row(.overdueAge, inFiles: .allowed),
    Row(.serverJournal, inFiles: .allowed),
    Row(.simulator, under: "The simulated App Store", inFiles: .verbs),
    Row(.serve),
    Row(.exam),
    Row(.replay),
    Row(.importCatalogue),
    Row(.export, inFiles: .allowed),
    Row(.lookUp, under: "Customers of a real App Store", inFiles: .allowed),
    Row(.support),
    Row(.desk),
    Row(.walkthrough, under: "Till itself"),
    Row(.screen),
    Row(.doctor),
    Row(.config),
    Row(.completion),
    Row(.manual),
    Row(.help),
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
