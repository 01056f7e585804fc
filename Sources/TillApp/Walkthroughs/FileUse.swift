import AppStoreModel
import Core
import Verbs

/// The use of a command that walkthrough and scenario files are allowed; a part of its row in `CommandTable`.
///
/// People share such files, so a file may change only the device and the simulated App Store in its own temporary
/// folder. By default, files may not use a command, nor an option that the command's row does not list.
enum FileUse: Sendable {
  /// Only a person may use the command.
  case refused
  /// A file may contain the command with these options only; their values are ids, names or numbers.
  case options([String])
  /// Files may use the verbs that allow it (`Verb.inFiles`), with parameter values whose `Reach` allows it.
  case verbs

  /// Allows the command with these options, besides the global options that every file may use.
  static func with(_ options: String...) -> FileUse { .options(options) }
}

/// The rules for command lines in walkthrough and scenario files.
enum FileRules {
  /// Rejects a command line that a file must not contain.
  ///
  /// - Parameters:
  ///   - options: The parsed command line.
  ///   - folder: The temporary folder, the only one whose files may be named; `$folder` before it exists.
  /// - Throws: A `UsageError` that names the command or the option.
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

  /// Rejects an option that files may not use; the command itself later rejects an option that it does not have.
  private static func check(
    _ options: Arguments, of command: Command, allowing names: [String]
  ) throws(UsageError) {
    let global = CommandOption.global.filter { !$0.inFiles }.map(\.name)
    for name in options.given.sorted() where (global + command.options).contains(name) && !names.contains(name) {
      throw UsageError(StageText.optionHasNoPlace(name).text)
    }
  }

  /// Rejects a verb that files may not use, and a parameter that reads or writes outside the folder.
  private static func checkVerb(_ options: Arguments, folder: String) throws(UsageError) {
    let call: VerbCall
    do throws(StoreError) {
      call = try VerbCall(Array(options.words.dropFirst()), options)
    } catch { throw UsageError(error.message) }
    guard call.verb.inFiles else {
      throw UsageError(
        say("a walkthrough or scenario file cannot use till simulator \(call.verb.name); write a shell script"))
    }
    // A global option of the same name would open another store, so only the verb's own options are allowed.
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
