import Texts

/// What a replay of recorded requests says.
enum ReplayText: Sentence {
  case inWithoutHeadsAndTokens(count: Int, target: String)
  case notKnownHere(name: String, count: Int)
  case lineNotOneJsonObject(name: String, index: String)
  case holdsNoRequests(String)
  case needsRequest
  case holdsAuthorizationHeader(String)
  case lineIsNoPath(place: String, target: String)
  case statusRecordedHere(status: String, status2: String)
  case signedText
  case isRecordedHere(path: String, list: String, list2: String)
  case onlyHere(String)
  case recordingsProducts

  case isOtherwise(String, recorded: String?, here: String?)
  case endpoint(String, requests: Int, differences: Int), difference(String, places: String, count: Int)
  case isAbsentHere(String, isKnown: Bool)
}

// MARK: - English

extension ReplayText {
  var english: String {
    switch self {
    case .inWithoutHeadsAndTokens(let count, let target):
      "\(English.counted(count, "request")) in \(target), without heads and tokens"
    case .notKnownHere(let name, let count):
      "not known here: \(name), \(English.counted(count, "time"))"
    case .lineNotOneJsonObject(let name, let index):
      "\(name), line \(index): not one JSON object"
    case .holdsNoRequests(let name):
      "\(name) holds no requests"
    case .needsRequest:
      "needs request.method, request.path and response.status"
    case .holdsAuthorizationHeader(let name):
      "holds an Authorization header, which is a secret: till replay \(name) --clean FILE"
    case .lineIsNoPath(let place, let target):
      "line \(place): \(target) is no path of the App Store Server API: it begins with /inApps"
    case .statusRecordedHere(let status, let status2):
      "status \(status) recorded, \(status2) here"
    case .signedText:
      "a signed text"
    case .isRecordedHere(let path, let list, let list2):
      "\(path) is \(list) recorded, \(list2) here"
    case .onlyHere(let path):
      "\(path) only here"
    case .recordingsProducts:
      "the recording's products"

    case .isOtherwise(let name, let recorded, let own):
      "\(name) \(recorded ?? "none") recorded, \(own ?? "none") here"
    case .endpoint(let name, let requests, let differences):
      "\(name): \(English.counted(requests, "request")), "
        + (differences == 0 ? "alike" : English.counted(differences, "difference"))
    case .difference(let text, let places, let count):
      "  \(text)  (\(English.agreeing(count, "line", "lines")) \(places))"
    case .isAbsentHere(let path, let isKnown):
      isKnown ? "\(path) recorded, absent here" : "\(path) recorded, absent here: nothing here knows it"
    }
  }
}
