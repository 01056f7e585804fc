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
  case cannotBeWritten(String), isNotForFiles(String)
  case othersCanWrite(String, program: String), belongsToOthers(String, program: String)

  case noServer(String), noEnvironment(String), otherEnvironment(text: String, own: String), appStoreStartedOver
  case isNotSignedByApple(String)
  case storeWasDamaged(kept: String, account: String?, user: String?, isComplete: Bool)
}

// MARK: - English

extension OpeningText {
  var english: String {
    switch self {
    case .secretCannotBeRead(let file):
      "the secret \(file) cannot be read or is empty: check TILL_APP_SERVER_SECRET_FILE"
    case .noAppServer: "there is no app's server: --verify-with embedded has one confirm purchases"
    case .isSetThere(let url): "the app's server is \(url): this is set there, not here"

    case .keyId: "the id of an in-app purchase key"
    case .keyFile: "the file of an in-app purchase key (.p8)"
    case .noPrivateKey(let error): "--key: no private key as App Store Connect gives it out (.p8): \(error)"
    case .issuerId: "the issuer id of App Store Connect"
    case .bundleId: "the app's bundle id"
    case .noCase(let name, let name2): "there is no case \(name): make it with till import FILE... --case \(name2)"
    case .noPlace(let kind, let text):
      "--backend \(kind):\(text): say \(kind):production, \(kind):sandbox or \(kind):URL"

    case .caseHasNoAppStore: "--case has no App Store: leave out --backend, or leave out --case"
    case .noCaseName(let name): "--case \(name): name it with letters, digits, dots and hyphens, 64 at most"
    case .noBackend(let text, let forms): "--backend \(text): there are \(English.list(forms))"

    case .noProfileFile(let name, let file): "there is no profile \(name): \(file) is not there"
    case .isNoObject: "is no object"
    case .noProfile(let file, let name, let known): "\(file) has no profile \(name): it has \(known)"
    case .backendNeeds(let what, let option, let variable, let file):
      "this backend needs \(what): give --\(option), set \(variable), or write it to \(file)"

    case .sharedSecretCannotBeRead(let path): "the shared secret \(path) cannot be read: check its file"
    case .sharedSecretIsInVariable: "the shared secret is in TILL_RECEIPT_SECRET"
    case .sharedSecretIsInFile(let path): "the shared secret is in \(path)"
    case .noSharedSecretIsSet:
      "no shared secret is set (TILL_RECEIPT_SECRET_FILE): receipts with subscriptions need it"

    case .isNoDirectory(let path): "\(path) is a file, not a directory: name a directory with --store"
    case .directoryCannotBeMade(let path):
      "the directory \(path) could not be made: check the path or name another with --store"
    case .needsRoot(let address): "\(address) is another machine: give the root certificate to trust with --root FILE"
    case .serverFileCannotBeRead(let server): "\(server) cannot be read: move it aside, and the server is asked again"
    case .isServeRunning(let error): "\(error); is `till serve` running there?"
    case .serverFileCannotBeWritten(let server): "\(server) cannot be written: check the directory's permissions"
    case .noThrowAwayDirectory: "no directory for throw-away files could be made: check TMPDIR"

    case .noDuration(let text): "\(text) is no duration: write 90s, 5m, 2h, 30d or 1w"
    case .noSuchFile(let name): "\(name): no such file"
    case .isDirectory(let name): "\(name) is a directory: name a file"
    case .isTooLarge(let name): "\(name) is larger than 256 MB: name a smaller file"
    case .cannotBeRead(let name): "\(name) cannot be read: check its permissions"
    case .othersCanWrite(let path, let program):
      "\(path) can be written by other users, so exec:\(program) of the configuration file is not run; chmod go-w \(path)"
    case .belongsToOthers(let path, let program):
      "\(path) belongs to another user, so exec:\(program) of the configuration file is not run; chown it to yourself"
    case .isNotForFiles(let name): "\(name): a walkthrough or scenario can use files of its throw-away folder alone"
    case .cannotBeWritten(let name): "\(name) cannot be written: name a file in a folder of yours"

    case .noServer(let text): "--verify-with \(text): there are embedded, none and the URL of an app's server"
    case .noEnvironment(let text): "--environment \(text): there are Production, Sandbox, Xcode and LocalTesting"
    case .otherEnvironment(let text, let own):
      "--environment \(text): this backend signs as \(own); leave it out, or take another one with "
        + "--backend, such as appstore:production"
    case .isNotSignedByApple(let name):
      "this backend says \(name): its transactions are not signed by Apple and would not be checked; give "
        + "--environment \(name) if you trust it"
    case .appStoreStartedOver: "the App Store started over: this device's store was set aside and a new one begun"
    case .storeWasDamaged(let kept, let account, let user, let isComplete):
      "this device's store was damaged: it is kept as \(kept), and a new one was begun for "
        + "\(account ?? "nobody") and user \(user ?? "nobody"), "
        + "\(isComplete ? "with everything that the App Store lists" : "without an answer of the App Store yet")"
    }
  }
}
