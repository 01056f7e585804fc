import AppStoreModel
import Core
import Verbs

/// The use of a command that walkthrough and scenario files are allowed: a part of its row in `CommandTable`.
///
/// People send each other such files, so a file acts on the device and the simulated App Store of its own throw-away
/// folder,
/// and on nothing else. A command without this is refused in files, and so is an option that its row does not list.
enum FileUse: Sendable {
  /// It is a person's.
  case refused
  /// With these options of its own. They and its words are values: ids, names, numbers.
  case options([String])
  /// Each `Verb` has its own rule, and each parameter its reach.
  case verbs

  /// With these options of its own, besides those that every command takes.
  static func with(_ options: String...) -> FileUse { .options(options) }
}

/// The rules for a command line of a walkthrough or scenario file.
enum FileRules {
  /// Refuses a command line that a file may not have.
  ///
  /// - Parameter folder: The throw-away folder, the only one whose files may be named; `$folder` before there is one.
  /// - Throws: A `UsageError` that names command or option.
  static func check(_ options: Arguments, folder: String) throws(UsageError) {
    guard let name = options.words.first else { throw UsageError(say("the command's name is missing")) }
    let command = try CommandTable.command(named: name)
    switch CommandTable.use(inFiles: command) {
    case .refused:
      throw UsageError(say("a walkthrough or scenario file cannot use till \(name); write a shell script"))
    case .options(let names): try check(options, of: command, allowing: names)
    case .verbs:
      try check(options, of: command, allowing: command.options)
      try checkVerb(options, folder: folder)
    }
    try Program.check(options, for: command)
  }

  /// Refuses an option that files may not give to the command; one that it does not take is refused as anywhere.
  private static func check(
    _ options: Arguments, of command: Command, allowing names: [String]
  ) throws(UsageError) {
    let global = CommandOption.global.filter { !$0.inFiles }.map(\.name)
    for name in options.given.sorted() where (global + command.options).contains(name) && !names.contains(name) {
      throw UsageError(StageText.optionHasNoPlace(name).text)
    }
  }

  /// Refuses a verb that is not for files, and a parameter that reaches further than the folder.
  private static func checkVerb(_ options: Arguments, folder: String) throws(UsageError) {
    let call: VerbCall
    do throws(StoreError) {
      call = try VerbCall(Array(options.words.dropFirst()), options)
    } catch { throw UsageError(error.message) }
    guard call.verb.inFiles else {
      throw UsageError(
        say("a walkthrough or scenario file cannot use till simulator \(call.verb.name); write a shell script"))
    }
    // A global option of that name opens a store.
    try check(options, of: .simulator, allowing: call.verb.options)
    for (parameter, text) in call.given {
      switch parameter.reach {
      case .value: continue
      case .readsFile, .writesFile:
        guard FolderScope(folder).holds(text) else {
          throw UsageError(
            say("\(safeText(text)): a file can only name files of its temporary folder; write $folder/NAME"))
        }
      case .beyond: throw UsageError(StageText.optionHasNoPlace(parameter.name).text)
      }
    }
  }
}
