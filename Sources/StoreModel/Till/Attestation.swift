/// Who vouches for a transaction that carries no signature of its own: what a receipt tells.
package enum Attestation: String, Hashable, Sendable, CaseIterable {
  /// Apple's server: it answered so to a receipt, over TLS.
  case answer

  /// The signature of the app receipt that lists it.
  case receipt

  /// Nobody: an answer of Apple's server as a file has it, which anybody can write.
  case file
}
