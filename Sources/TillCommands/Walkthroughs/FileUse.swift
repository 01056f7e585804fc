import SafeText
import StoreModel
import StoreVerbs
import Texts
import TillRuntime

/// What walkthrough and scenario files may do with a command: a part of its row in `CommandTable`.
///
/// People send each other such files, so a file acts on the device and the simulated App Store of its own throw-away folder,
/// and on nothing else. A row that says nothing is refused, an option that its row does not list likewise.
enum FileUse: Sendable {
  /// It is a person's.
  case refused
  /// With these options of its own. They and its words are values: ids, names, numbers.
  case options([String])
  /// The row of each `Verb` says it, and each parameter what it reaches.
  case verbs

  /// With these options of its own, besides those that every command takes.
  static func with(_ options: String...) -> FileUse { .options(options) }
}

/// What a command line of a walkthrough or scenario file may be.
enum FileRules {
  /// Refuses a command line that is not one for a file.
  ///
  /// - Parameter folder: The throw-away folder, the only one whose files may be named; `$folder` before there is one.
  /// - Throws: A `UsageError` that names command or option.
  static func check(_ options: Arguments, folder: String) throws(UsageError) {
    guard let name = options.words.first else { throw UsageError(say("it names no command")) }
    let command = try CommandTable.command(named: name)
    switch CommandTable.use(inFiles: command) {
    case .refused:
      throw UsageError(say("till \(name) has no place in a walkthrough or scenario file: write a shell script"))
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
        say("till simulator \(call.verb.name) has no place in a walkthrough or scenario file: write a shell script"))
    }
    // An option of that name may be every command's too, and is then what opens a store.
    try check(options, of: .simulator, allowing: call.verb.options)
    for (parameter, text) in call.given {
      switch parameter.reach {
      case .value: continue
      case .readsFile, .writesFile:
        guard FolderScope(folder).holds(text) else {
          throw UsageError(
            say("\(safeText(text)): a file can name files of its throw-away folder alone; write $folder/NAME"))
        }
      case .beyond: throw UsageError(StageText.optionHasNoPlace(parameter.name).text)
      }
    }
  }
}
