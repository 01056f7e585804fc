import Core

/// The result of verifying one signed object.
///
/// Only `verified` may grant access. `skipped` may grant it only on a device that is bound to the environment whose
/// check was skipped, and `attested` only if no signed data exists.
package enum Verdict: Hashable, Sendable {
  /// All checks passed: form, certificates, signature and the configured claims.
  case verified

  /// A check failed; the object may be shown but never used.
  case failed(VerificationFailure)

  /// Only form and claims were checked.
  ///
  /// The verifier itself is configured for Xcode or LocalTesting, where Apple signs nothing.
  case skipped

  /// The object has no signature of its own; this attestation replaces it.
  case attested(Attestation)

  /// The reason why verification failed; nil if it did not fail.
  package var failure: VerificationFailure? {
    guard case .failed(let failure) = self else { return nil }
    return failure
  }

  /// The rank of the verdict when several versions of a transaction exist, independent of their dates.
  ///
  /// A version without its own signature never replaces one that has a signature.
  private var weight: Int {
    switch self {
    case .verified, .skipped: 3
    case .attested(.answer): 2
    case .attested(.receipt): 1
    case .attested(.file), .failed: 0
    }
  }

  /// Returns whether a version with this verdict replaces one with another, whatever their dates; nil if these decide.
  package func outweighs(_ other: Verdict) -> Bool? { weight == other.weight ? nil : weight > other.weight }
}

/// Why a signed object was rejected.
package struct VerificationFailure: Error, Hashable, Sendable {
  /// The kind of check that failed.
  package var kind: VerificationFailureKind

  /// One sentence without a full stop, for people.
  ///
  /// An example is "signed with a certificate that had expired on 2025-03-01". It may quote text from outside Till, so
  /// it must pass `safeText` before it is shown.
  package var message: String

  /// Makes a failure from its kind and its message.
  package init(_ kind: VerificationFailureKind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

/// The kinds of verification failure.
package enum VerificationFailureKind: String, Hashable, Sendable, CaseIterable {
  /// The object is larger than the limit (64 KiB).
  case size

  /// The text is not a JWS in compact form with a valid header and payload.
  case format

  /// The header does not hold exactly three certificates.
  case chainLength

  /// A certificate in the header is unreadable.
  case certificate

  /// The certificates do not lead to a trusted root, lack Apple's marks, or were not valid at the effective date.
  case chain

  /// The signature of the leaf certificate's key does not match header and payload.
  case signature

  /// The object is of another kind than expected.
  case kindMismatch

  /// The payload has the bundle id or the App Store id of another app.
  case appIdentifier

  /// The payload has another environment than expected, or none.
  case environment
}

/// The payload of a signed object, together with the text that carries its signature.
package struct Signed<Payload: Hashable & Sendable>: Hashable, Sendable {
  package var payload: Payload
  /// The JWS in compact form, exactly as it arrived.
  package var jws: String
  /// The verdict: `verified`, or `skipped` in Xcode's environments; failed objects go to quarantine instead.
  package var verdict: Verdict
  /// The SHA-256 of the root certificate of the chain, lower-case hexadecimal; nil if the check was skipped.
  package var rootFingerprint: String?

  package init(payload: Payload, jws: String, verdict: Verdict, rootFingerprint: String?) {
    self.payload = payload
    self.jws = jws
    self.verdict = verdict
    self.rootFingerprint = rootFingerprint
  }
}

/// The proof of a transaction that has no signature of its own, such as an entry of a receipt.
package enum Attestation: String, Hashable, Sendable, CaseIterable {
  /// Apple's server returned the data for a receipt, over TLS.
  case answer

  /// The signature of the app receipt that contains the transaction.
  case receipt

  /// No proof: the data came from a file, which any person could have written.
  case file
}

/// How a device's purchases are confirmed before delivery: by an app server, or by the device alone.
package enum VerificationWay: Hashable, Sendable {
  /// The device alone: an order goes from paid over verified to delivered.
  case none
  /// An app server inside this process, which keeps its data in a file beside the ledger.
  case embedded
  /// A separate app server at a URL.
  case url(String)

  /// Reads the word that `--verify-with` accepts and the device stores; nil for an unknown word.
  ///
  /// A URL is accepted unchecked; the connection checks it.
  package init?(_ text: String) {
    switch text {
    case "none": self = .none
    case "embedded": self = .embedded
    default:
      guard text.contains("://") else { return nil }
      self = .url(text)
    }
  }

  /// Returns how purchases are confirmed with a kind of App Store; where nothing is bought, `embedded` means `none`.
  package func effective(for kind: StoreIdentity.Kind) -> VerificationWay {
    switch kind {
    case .simulator, .external: self
    case .appStore, .receipt, .none: self == .embedded ? .none : self
    }
  }

  /// The word for this way: `none`, `embedded`, or the URL.
  package var text: String {
    switch self {
    case .none: "none"
    case .embedded: "embedded"
    case .url(let url): url
    }
  }
}
