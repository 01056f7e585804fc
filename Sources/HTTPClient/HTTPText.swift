import Texts

/// Why a request got no answer.
enum HTTPText: Sentence {
  case noURL, onlyHTTP, noUserOrFragment, needsTLS

  case noLibcurl, wasCancelled(String), sentTooMuch(server: String, limit: Int)
  case notFound(server: String, detail: String), takesNoConnections(server: String, detail: String)
  case noAnswerInTime(server: String, detail: String), brokeOff(server: String, detail: String)
  case answeredNoHTTP(server: String, detail: String), noProofOverTLS(server: String, detail: String)
  case requestFailed(server: String, detail: String)

  case noMethod, headerBreaksLine(String)

  case noMemory
}
