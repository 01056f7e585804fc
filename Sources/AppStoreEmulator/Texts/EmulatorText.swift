import Texts

/// What is wrong with a request to `till serve`, or with how it was started.
enum EmulatorText: Sentence {
  case controlApiIsForThis, controlTokenIsMissing

  case noHere(String), noVerb(String), asksBeforeItActs(String), bodyIsNoJsonObject

  case noNumberAfter(String), noFilter(String)

  case noWorld(String), noRoute(String), worldHasNo(String), folderCannotBeMade(String), tooManyWorlds(Int)
  case noWorldName(String), worldIsThere(String), theCatalogue, forkIsOfSameApp, noWorldEnvironment(String)
  case noSeed(String), noClock, bodyCannotBeRead(String)

  case otherLedger, argumentsAreOneObject, noSuchCall, faultsAreNumbers

  case noKeyFile(String), noRootCertificate, noKeyCanBeMade, fileHoldsNoKey(String), noCertificateCanBeMade(String)
  case cannotBeWritten(String)

  case noAppServer(String)

  case noFirstLine, serverStops, bodyIsTooLarge

  case methodIsNotKnown, moreThanOneHost, twoLengths, lengthAndCoding, transferCodingIsNotKnown

  case noLibmicrohttpd, noTLS, cannotListen(host: String, port: UInt16, reason: String)

  case noAddress(String)

  case noTarget

  case noToken, noBearer, notSignedWithKey(String), otherIssuer(String), otherBundleId(String)
  case otherAudience(String), noExpiry, hasEnded, lastsTooLong, isNotYetIssued

  case faultsCannotBeRead(String), faultHasNo(String), faultRanges, faultWasAskedFor
  case limitsTakeProductionOrSandbox(String)
}
