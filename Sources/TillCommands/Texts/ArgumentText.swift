import Texts

/// What the command line says of what was written on it, and its help.
enum ArgumentText: Sentence {
  case noLanguage(String)
  case optionNeedsValue(option: String, argument: String), optionTakesNoValue(String)
  case unknownOption(String, near: [String])
  case needsWholeNumber(option: String, text: String, from: Int, to: Int)

  case ambiguous(name: String, ids: [String]), productsAreListed, didYouMean([String])
  case noProduct(name: String, hint: String)

  case commands, whatTillIs, openTheDashboard, openTheDemo, optionsOfEveryCommand, exitStatus([String]), helpSaysMore
  case helpListsOptions

  case readOnly, appStoreStartedOver, noPastDate(String), sayYes(String), nothingWasChanged

  case takesNo(what: String, name: String, near: [String])

  case noCommand(String, near: [String])
  case usage([String])
  case examples
  case options
  case group(String)
  case theDashboard
  case form(String, isFirst: Bool)

  case everyPage
  case folderCannotBeWritten(String)
  case pages(Int, folder: String)
  case madeFromTables
  case description
  case whereFilesLie
  case whichShell
  case completion(shell: String)
  case whatMayBeTyped
  case onlyChoices(option: String, value: String, argument: String)
}

// MARK: - English

extension ArgumentText {
  var english: String {
    switch self {
    case .noLanguage(let name): "--language \(name): there are en and zh"
    case .optionNeedsValue(let option, let argument): "--\(option) needs a value: --\(option) \(argument)"
    case .optionTakesNoValue(let option): "--\(option) takes no value"
    case .unknownOption(let argument, let near):
      near.isEmpty
        ? "unknown option \(argument): see till help"
        : "unknown option \(argument): did you mean \(English.list(near.map { "--" + $0 }, "or"))?"
    case .needsWholeNumber(let option, let text, let from, let to):
      "--\(option) \(text): give a whole number from \(from) to \(to)"

    case .ambiguous(let name, let ids): "\(name) may be \(English.list(ids, "or")): write the id"
    case .productsAreListed: "till status lists them"
    case .didYouMean(let near): "did you mean \(English.list(near, "or"))?"
    case .noProduct(let name, let hint): "no product \(name): \(hint)"

    case .commands: "the commands of till"
    case .whatTillIs: "till shows what a customer's in-app purchases entitle to, and why."
    case .openTheDashboard: "  till                       open the dashboard"
    case .openTheDemo: "  till --demo                the same with throw-away files"
    case .optionsOfEveryCommand: "Options of every command:"
    case .exitStatus(let meanings): "Exit status: \(meanings.joined(separator: ", "))."
    case .helpSaysMore: "till help COMMAND says more about one."
    case .helpListsOptions: "till help lists the options of every command."

    case .readOnly: "read-only: nothing was changed; leave out --readonly to act"
    case .appStoreStartedOver: "the App Store started over: this device's store was set aside and a new one begun"
    case .noPastDate(let text): "--as-of \(text) is no date: write 2026-01-31T12:00:00Z, 2026-01-31 or milliseconds"
    case .sayYes(let question): "\(question) Nothing was changed: say --yes to go on"
    case .nothingWasChanged: "nothing was changed"

    case .takesNo(let what, let name, let near):
      near.isEmpty
        ? "\(what) takes no --\(name): see till help"
        : "\(what) takes no --\(name): did you mean \(English.list(near.map { "--" + $0 }, "or"))?"

    case .noCommand(let name, let near):
      near.isEmpty
        ? "there is no command \(name): see till help"
        : "there is no command \(name): did you mean \(English.list(near, "or"))?"
    case .usage(let forms):
      "usage: till \(forms.joined(separator: "  |  till "))"
    case .examples:
      "Examples:"
    case .options:
      "Options:"
    case .group(let title): "\(title):"
    case .theDashboard:
      "the dashboard"
    case .form(let usage, let isFirst):
      isFirst ? "usage: till \(usage)" : "       till \(usage)"

    case .everyPage:
      "--to writes every page: leave COMMAND out"
    case .folderCannotBeWritten(let folder):
      "\(folder) cannot be written: name a folder of yours"
    case .pages(let count, let folder):
      "\(English.counted(count, "page")) in \(folder)"
    case .madeFromTables:
      "Made from the tables of the program: till manual"
    case .description:
      "A signed, offline, scriptable App Store in a terminal. Without a command the dashboard opens; "
        + "till --demo opens it on throw-away data."
    case .whereFilesLie:
      "One directory for each backend under till in the XDG data directory, or the one that --store names."
    case .whichShell:
      "which shell? till completion bash, zsh or fish"
    case .completion(let shell):
      "completion for \(shell)"
    case .whatMayBeTyped:
      "what may be typed"
    case .onlyChoices(let option, let value, let argument):
      "--\(option)=\(value): there are --\(option) and --\(option)=\(argument)"
    }
  }
}
