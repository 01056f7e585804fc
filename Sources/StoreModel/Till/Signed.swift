/// A signed object together with the text that carries its signature.
package struct Signed<Payload: Hashable & Sendable>: Hashable, Sendable {
  package var payload: Payload
  /// The JWS in compact serialization, exactly as it arrived.
  package var jws: String
  /// `verified`, or `skipped` in Xcode's environments; a failed one goes to quarantine instead.
  package var verdict: Verdict
  /// SHA-256 of the root certificate that it was verified against, lower-case hexadecimal; nil when skipped.
  package var rootFingerprint: String?

  package init(payload: Payload, jws: String, verdict: Verdict, rootFingerprint: String?) {
    self.payload = payload
    self.jws = jws
    self.verdict = verdict
    self.rootFingerprint = rootFingerprint
  }
}
