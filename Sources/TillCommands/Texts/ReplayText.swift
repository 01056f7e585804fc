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
