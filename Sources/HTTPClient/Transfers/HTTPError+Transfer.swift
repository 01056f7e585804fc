import CCurl
import SafeText

extension HTTPError {
  /// What a request that was cancelled ends with.
  static func cancelled(_ request: HTTPRequest) -> HTTPError {
    HTTPError(.cancelled, "the request to \(request.address.server) was cancelled")
  }

  /// What libcurl's code means for a person.
  init(_ code: CURLcode, _ order: TransferOrder, isTooLarge: Bool, detail: String) {
    let server = order.request.address.server
    let detail = safeText(detail.isEmpty ? String(cString: till_curl_easy_strerror(code)) : detail)
    if isTooLarge || code == CURLE_FILESIZE_EXCEEDED {
      self.init(.tooLarge, "\(server) sent more than \(order.limits.bodyBytes) bytes: nothing of it was used")
      return
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      self.init(.notFound, "\(server) could not be found: check the name and the network (\(detail))")
    case CURLE_COULDNT_CONNECT, CURLE_PROXY:
      self.init(.unreachable, "\(server) does not take connections: is it running? (\(detail))")
    case CURLE_OPERATION_TIMEDOUT:
      self.init(.timedOut, "\(server) did not answer in time: try again later (\(detail))")
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR:
      self.init(.interrupted, "\(server) broke off before its answer was whole: try again (\(detail))")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2:
      self.init(.malformed, "what \(server) answered is not HTTP: check the address (\(detail))")
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      self.init(.untrusted, "\(server) could not prove over TLS who it is: check the address and the clock (\(detail))")
    default:
      self.init(.failed, "the request to \(server) failed: \(detail)")
    }
  }
}
