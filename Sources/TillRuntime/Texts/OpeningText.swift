import Texts

/// Why a store, its backend or a file cannot be opened as was asked.
enum OpeningText: Sentence {
  case secretCannotBeRead(String), noAppServer, isSetThere(String)

  case keyId, keyFile, noPrivateKey(String), issuerId, bundleId, noCase(name: String, name2: String)
  case noPlace(kind: String, text: String)

  case caseHasNoAppStore, noCaseName(String), noBackend(text: String, forms: [String])

  case noProfileFile(name: String, file: String), isNoObject, noProfile(file: String, name: String, known: String)
  case backendNeeds(what: String, option: String, variable: String, file: String)

  case sharedSecretCannotBeRead(String), sharedSecretIsInVariable, sharedSecretIsInFile(String), noSharedSecretIsSet

  case isNoDirectory(String), directoryCannotBeMade(String), needsRoot(String), serverFileCannotBeRead(String)
  case isServeRunning(String), serverFileCannotBeWritten(String), noThrowAwayDirectory

  case noDuration(String), noSuchFile(String), isDirectory(String), isTooLarge(String), cannotBeRead(String)
  case cannotBeWritten(String)

  case noServer(String), noEnvironment(String), otherEnvironment(text: String, own: String), appStoreStartedOver
  case storeWasDamaged(kept: String, account: String?, user: String?, isComplete: Bool)
}
