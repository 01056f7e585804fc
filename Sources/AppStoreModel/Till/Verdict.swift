import Core

/// The result of verifying one signed object.
///
/// Only `verified` may grant anything; `skipped` only in a store that is bound to the environment that was skipped, and
/// `attested` only where that attestation is all that there is.
package enum Verdict: Hashable, Sendable {
  /// Every check passed: form, certificates, signature and the configured claims.
  case verified

  /// A check failed; the object may be shown, never used.
  case failed(VerificationFailure)

  /// The verifier itself is set to Xcode or LocalTesting, where nothing is signed by Apple: only form and claims were
  /// checked.
  case skipped

  /// There is no signature of its own to check; this attestation replaces it.
  case attested(Attestation)

  /// The failure, or nil where there is none.
  package var failure: VerificationFailure? {
    guard case .failed(let failure) = self else { return nil }
    return failure
  }

  /// The rank of a verdict on a transaction, whatever the dates say: one without a signature of its own never
  /// takes the place of one that has one.
  package var weight: Int {
    switch self {
    case .verified, .skipped: 3
    case .attested(.answer): 2
    case .attested(.receipt): 1
    case .attested(.file), .failed: 0
    }
  }
}

/// Why a signed object was refused.
package struct VerificationFailure: Error, Hashable, Sendable {
  /// The check that failed.
  package var kind: VerificationFailureKind

  /// One sentence that a person understands, without a full stop.
  ///
  /// Such as "signed with a certificate that had expired on 2025-03-01". It may quote foreign text, so it passes
  /// `safeText` before it is shown.
  package var message: String

  /// Makes a failure of a kind with its sentence.
  package init(_ kind: VerificationFailureKind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

/// The checks that can fail, in the order in which they are made.
package enum VerificationFailureKind: String, Hashable, Sendable, CaseIterable {
  /// Larger than any signed object is (64 KiB).
  case size

  /// Not a JWS in compact form with a valid header and payload.
  case format

  /// The header does not hold exactly three certificates.
  case chainLength

  /// A certificate in the header cannot be read.
  case certificate

  /// The certificates do not lead to a trusted root, lack Apple's marks, or were not valid at the effective date.
  case chain

  /// The signature is not one of the leaf certificate's key over this header and payload.
  case signature

  /// A kind of signed object other than the one expected.
  case kindMismatch

  /// The bundle id or the App Store's id of another app.
  case appIdentifier

  /// The environment is another, or absent.
  case environment
}

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

/// The proof of a transaction that has no signature of its own: a receipt's entry.
package enum Attestation: String, Hashable, Sendable, CaseIterable {
  /// Apple's server: it answered so to a receipt, over TLS.
  case answer

  /// The signature of the app receipt that lists it.
  case receipt

  /// None: an answer of Apple's server from a file, which any person could have written.
  case file
}

/// The server or rule that confirms a device's purchases: an order's way from paid to delivered.
package enum VerificationWay: Hashable, Sendable {
  /// The device alone: paid, verified, delivered.
  case none
  /// The app's own server, as a file beside the ledger.
  case embedded
  /// The app's own server at a URL.
  case url(String)

  /// Reads the word that `--verify-with` takes and the device keeps; nil for an unknown word.
  ///
  /// A URL is taken as it stands; the connection checks it.
  package init?(_ text: String) {
    switch text {
    case "none": self = .none
    case "embedded": self = .embedded
    default:
      guard text.contains("://") else { return nil }
      self = .url(text)
    }
  }

  /// The way in effect with an App Store: where nothing is bought here, only a URL names a server to ask.
  package func effective(for kind: StoreIdentity.Kind) -> VerificationWay {
    switch kind {
    case .simulator, .external: self
    case .appStore, .receipt, .none: self == .embedded ? .none : self
    }
  }

  /// The word that stands for it: `none`, `embedded`, or the URL.
  package var text: String {
    switch self {
    case .none: "none"
    case .embedded: "embedded"
    case .url(let url): url
    }
  }
}
