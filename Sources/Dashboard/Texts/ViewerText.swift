package import AppStoreModel
package import Core

/// The texts of the viewer.
package enum ViewerText {
  package static func title(_ subject: SignedItemDetail.Subject) -> Words {
    switch subject {
    case .transaction(let id): "Transaction \(id)"
    case .order: "Order"
    case .quarantined: "In quarantine"
    case .journal(let id): "Journal entry \(id)"
    case .storeTransaction(let id): "Transaction \(id) at the App Store"
    case .notification: "Notification"
    case .subscription(let id, _): "Subscription \(id) at the App Store"
    }
  }
  package static func section(_ section: Viewer.Section) -> Words {
    switch section {
    case .fields: "Fields"
    case .versions: "Versions"
    case .json: "JSON"
    case .trust: "Trust"
    }
  }
  package static func kind(_ kind: SignedKind) -> Words {
    switch kind {
    case .transaction: "transaction"
    case .renewalInfo: "renewal information"
    case .notification: "notification"
    case .appTransaction: "app transaction"
    }
  }
  package static var nothingSigned: Words { "there is no signed data about it" }
  package static var notHeld: Words {
    "No signed data is stored about it: it is not a purchase, or it was rejected and is in quarantine."
  }
  package static func signed(_ date: String) -> Words { "signed \(date)" }
  package static func version(_ number: Int, of count: Int) -> Words { "version \(number) of \(count)" }
  package static var notThere: Words { "absent" }
  package static var labelAccount: Words { "Apple Account" }
  package static func origin(_ origin: Origin) -> Words {
    switch origin {
    case .history: "the account's history at the App Store"
    case .update: "an update that the App Store sent"
    case .purchase: "a purchase on this device"
    case .imported: "a file that was imported"
    }
  }
  package static func delivery(_ delivery: AppStoreNotification.Delivery) -> Words {
    switch delivery {
    case .waiting: "waiting to be sent"
    case .delivered: "the app server received it"
    case .failed: "every attempt failed; no more follow"
    case .notPosted: "not posted"
    }
  }
  package static func attempt(status: Int64?, milliseconds: Int64?) -> Words {
    (status.map { "answered \($0)" } ?? "no answer") + (milliseconds.map { " after \($0) ms" } ?? "")
  }
  package static func verdict(_ verdict: Verdict) -> Words {
    switch verdict {
    case .verified: "Trusted: every check passed."
    case .failed: "Not trusted: it does not count."
    case .skipped: "Not checked: in this environment Apple signs nothing."
    case .attested(.answer): "No signature of its own: Apple's receipt server returned it."
    case .attested(.receipt): "No signature of its own: the app receipt that lists it is signed."
    case .attested(.file): "No signature of its own: it comes from an unsigned file."
    }
  }
  package static func check(_ check: VerificationCheck) -> Words {
    switch check {
    case .size: "not larger than a signed object can be"
    case .form: "three parts in base64url"
    case .json: "header and payload are JSON objects"
    case .algorithm: "the header asks for ES256 and no extension"
    case .certificateCount: "exactly three certificates"
    case .certificates: "all three certificates can be read"
    case .path: "the certificates lead to a trusted root"
    case .marks: "the certificates carry Apple's marks"
    case .key: "the signing key is on the curve P-256"
    case .dates: "all certificates were valid when it was signed"
    case .signature: "the signature matches the content"
    case .kind: "the kind of signed object is the expected one"
    case .content: "the payload can be read"
    case .app: "it is for this app"
    case .environment: "it is from this environment"
    }
  }
  package static var notReached: Words { "not reached" }
  package static var notAsked: Words { "not required here" }
  package static var chain: Words { "Certificate chain" }
  package static func role(_ role: CertificateFacts.Role) -> Words {
    switch role {
    case .leaf: "signing certificate"
    case .intermediate: "intermediate"
    case .root: "root"
    }
  }
  package static func validity(_ from: String, _ until: String) -> Words { "valid \(from) to \(until)" }
  package static var pinned: Words { "trusted by this store: the chain ends here" }
  package static func forged(member: String, before: String, after: String) -> Words {
    "One letter changed: \(member) is \(after) instead of \(before)."
  }
  package static func forgedFollows(_ verdict: Verdict) -> Words {
    if case .failed = verdict {
      "A device that received this would put it in quarantine with that reason, would not count it, and would "
        + "ask the App Store again at its next action. Nothing is stored here."
    } else {
      "A device of this environment would trust it: no signature is checked there. Nothing is stored here."
    }
  }
}
