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

// MARK: - English

extension HTTPText {
  var english: String {
    switch self {
    case .noURL: "no URL: write it as https://HOST/PATH"
    case .onlyHTTP: "only http and https can be asked"
    case .noUserOrFragment: "a URL here has neither a user name nor a fragment"
    case .needsTLS: "https is required for anything but this machine"

    case .noLibcurl: "libcurl could not be opened: install it (Assets/setup does)"
    case .wasCancelled(let server): "the request to \(server) was cancelled"
    case .sentTooMuch(let server, let limit): "\(server) sent more than \(limit) bytes: nothing of it was used"
    case .notFound(let server, let detail): "\(server) could not be found: check the name and the network (\(detail))"
    case .takesNoConnections(let server, let detail):
      "\(server) does not take connections: is it running? (\(detail))"
    case .noAnswerInTime(let server, let detail): "\(server) did not answer in time: try again later (\(detail))"
    case .brokeOff(let server, let detail): "\(server) broke off before its answer was whole: try again (\(detail))"
    case .answeredNoHTTP(let server, let detail): "what \(server) answered is not HTTP: check the address (\(detail))"
    case .noProofOverTLS(let server, let detail):
      "\(server) could not prove over TLS who it is: check the address and the clock (\(detail))"
    case .requestFailed(let server, let detail): "the request to \(server) failed: \(detail)"

    case .noMethod: "no method that HTTP knows"
    case .headerBreaksLine(let name): "the header \(name) cannot be sent: it would break the line"

    case .noMemory: "libcurl has no memory for another request"
    }
  }
}
