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
  case commandsTitle
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
