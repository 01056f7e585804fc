import AppStoreModel
import Core
import Verbs

/// The use of a command that walkthrough and scenario files are allowed; a part of its row in `CommandTable`.
///
/// People share such files, so a file may change only the device and the simulated App Store in its own temporary
/// folder. By default, files may not use a command, and an option only where its `Reach` is `value`.
enum FileUse: Sendable {
  /// Only a person may use the command.
  case refused
  /// A file may contain the command with the options whose values are ids, names or numbers (`Reach.value`).
  case allowed
  /// Files may use the verbs that allow it (`Verb.inFiles`), with parameter values whose `Reach` allows it.
  case verbs
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
    case .allowed: try check(options, against: command.options + CommandTable.globalOptions)
    case .verbs: try checkVerb(options, folder: folder)
    }
    try Program.check(options, for: command)
  }

  /// Rejects an option that reaches beyond the file's folder; the command itself rejects one that it does not have.
  ///
  /// - Parameter known: The options; the first one of a name counts.
  private static func check(_ options: Arguments, against known: [AnyParameter]) throws(UsageError) {
    for name in options.given.sorted() {
      guard let option = known.first(where: { $0.name == name }), option.reach != .value else { continue }
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
    // A global option would open another store; the verb's own options, some of the same name, are checked below.
    try check(options, against: CommandTable.globalOptions.filter { !call.verb.options.contains($0.name) })
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
