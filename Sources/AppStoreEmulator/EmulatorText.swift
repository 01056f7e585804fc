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

  case noFirstLine, headIsMalformed, serverStops, bodyIsTooLarge, tooMuchUnderWay
  case noSuchPath, otherContentType(String), pagesMayNotAsk, hostIsNone, otherHost(String), appServerIsForThis
  case tooFewDescriptors(Int, needed: Int), tooLittleSpace(Int, needed: Int), isServedAlready(String, by: Int32?)

  case methodIsNotKnown, moreThanOneHost, moreThanOneOrigin, twoLengths, lengthAndCoding, transferCodingIsNotKnown

  case noLibmicrohttpd, noTLS, cannotListen(host: String, port: UInt16, reason: String)

  case noAddress(String)

  case noTarget

  case noToken, noBearer, notSignedWithKey(String), otherIssuer(String), otherBundleId(String)
  case otherAudience(String), noExpiry, hasEnded, lastsTooLong, isNotYetIssued

  case faultsCannotBeRead(String), faultHasNo(String), faultRanges, faultWasAskedFor
  case limitsTakeProductionOrSandbox(String)
}

// MARK: - English

extension EmulatorText {
  var english: String {
    switch self {
    case .controlApiIsForThis:
      "the control API is for this machine alone: start till serve with TILL_CONTROL_TOKEN, and send that token"
    case .controlTokenIsMissing:
      "the control token is missing or wrong; set TILL_CONTROL_TOKEN, or send Authorization: Bearer TOKEN"

    case .noHere(let method): "there is no \(method) here: see /till/openapi.json"
    case .noVerb(let name): "there is no verb \(name): see /till/openapi.json"
    case .asksBeforeItActs(let name): "\(name) asks before it acts, and nobody can answer here"
    case .bodyIsNoJsonObject: "the body is no JSON object"

    case .noNumberAfter(let value): "after \(value) is no number"
    case .noFilter(let field): "there is no filter \(field): take method, path, transaction, status or after"

    case .noWorld(let name): "there is no world \(name)"
    case .noRoute(let method): "there is no \(method) here: see /till/openapi.json"
    case .worldHasNo(let unknown): "a world has no \(unknown): see /till/openapi.json"
    case .folderCannotBeMade(let folder): "\(folder) cannot be made"
    case .tooManyWorlds(let count): "there are \(English.counted(count, "world")): delete one first"
    case .noWorldName(let name): "\(name) is no name of a world: take letters, digits, - and _, at most 40"
    case .worldIsThere(let name): "there is a world \(name) already: delete it, or take another name"
    case .theCatalogue: "the catalogue"
    case .forkIsOfSameApp: "a fork is for the same app: leave out bundleId"
    case .noWorldEnvironment(let name): "environment \(name): a world signs for Sandbox or Production"
    case .noSeed(let seed): "seed \(seed): take a whole number from 0"
    case .noClock: "clock is a date such as 2026-03-01, or milliseconds since 1970"
    case .bodyCannotBeRead(let error): "the body cannot be read: \(error)"

    case .otherLedger: "another ledger is served here than the one this device belongs to"
    case .argumentsAreOneObject: "a call's arguments are one JSON object"
    case .noSuchCall: "this `till serve` knows no such call"
    case .faultsAreNumbers: "faults are numbers in one JSON object"

    case .noKeyFile(let own): "--key \(own) cannot be read: give the .p8 file of App Store Connect"
    case .noRootCertificate: "the ledger's root certificate cannot be read: start a new ledger with another --store"
    case .noKeyCanBeMade: "a key on P-256 cannot be made: check the installation of OpenSSL"
    case .fileHoldsNoKey(let file): "\(file) holds no key on P-256: move it aside, or give another one with --key"
    case .noCertificateCanBeMade(let names): "no certificate can be made for \(names): check --allow-host"
    case .cannotBeWritten(let path): "\(path) cannot be written: check the directory's permissions"

    case .noAppServer(let error): "the app's server cannot be opened: \(error)"

    case .noFirstLine: "the request's first line cannot be read"
    case .headIsMalformed: "the request's head is malformed"
    case .serverStops: "the server stops"
    case .bodyIsTooLarge: "the body is too large"
    case .tooMuchUnderWay: "too much is under way: send it again later"

    case .noSuchPath: "unknown path"
    case .otherContentType(let types): "wrong Content-Type; send \(types)"
    case .pagesMayNotAsk: "web pages may not call this server"
    case .hostIsNone: "the Host field is malformed"
    case .otherHost(let name): "unknown host “\(name)”; allow it with --allow-host \(name)"
    case .appServerIsForThis:
      "the app's server answers this machine only; set TILL_APP_SERVER_SECRET to allow other machines"

    case .tooFewDescriptors(let count, let needed):
      "too few open files allowed: \(count) (\(needed) are needed); raise the limit with ulimit -n"
    case .tooLittleSpace(let count, let needed):
      "too little memory allowed: \(count) MB of address space (\(needed) MB are needed); raise the limit with ulimit -v"
    case .isServedAlready(let folder, let process):
      "another till serve\(process.map { " (process \($0))" } ?? "") uses \(folder); stop it, or choose another --store"

    case .methodIsNotKnown: "the method is not known"
    case .moreThanOneHost: "more than one Host"
    case .moreThanOneOrigin: "more than one Origin"
    case .twoLengths: "the length of the body is stated more than once"
    case .lengthAndCoding: "both a length and a transfer coding"
    case .transferCodingIsNotKnown: "the transfer coding is not known"

    case .noLibmicrohttpd: "libmicrohttpd is not installed: run Assets/setup, or install it by hand"
    case .noTLS: "this libmicrohttpd has no TLS: leave out --tls, or install one that was built with GnuTLS"
    case .cannotListen(let host, let port, let reason):
      "cannot listen on \(host) port \(port)\(reason): take another --port"

    case .noAddress(let host): "\(host) is no address to listen on: take one such as 127.0.0.1"

    case .noTarget: "the request's target cannot be read"

    case .noToken: "no token in the Authorization field"
    case .noBearer: "the Authorization field is no Bearer TOKEN"
    case .notSignedWithKey(let keyId): "the token is not signed ES256 with the key of kid \(keyId)"
    case .otherIssuer(let issuerId): "the token's iss is not \(issuerId)"
    case .otherBundleId(let bundleId): "the token's bid is not \(bundleId)"
    case .otherAudience(let audience): "the token's aud is not \(audience)"
    case .noExpiry: "the token has no exp in seconds"
    case .hasEnded: "the token has ended: its exp is past"
    case .lastsTooLong: "the token's exp is more than an hour away"
    case .isNotYetIssued: "the token's iat is yet to come"

    case .faultsCannotBeRead(let error): "the faults cannot be read: \(error)"
    case .faultHasNo(let unknown): "a fault has no \(unknown): see /till/openapi.json"
    case .faultRanges:
      "a fault's status is 400 to 599, times at least 1, retryAfter up to a day in milliseconds, path from / on"
    case .faultWasAskedFor: "a fault that was asked for"
    case .limitsTakeProductionOrSandbox(let name):
      "limits \(name): take Production or Sandbox"
    }
  }
}
