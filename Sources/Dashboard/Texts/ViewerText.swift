package import StoreModel
package import Texts

/// What is said of a thing that is opened in full.
package enum ViewerText {
  package static func title(_ subject: Exhibit.Subject) -> Words {
    switch subject {
    case .transaction(let id): "Transaction \(id)"
    case .order: "Order"
    case .quarantined: "In quarantine"
    case .journal(let id): "Journal entry \(id)"
    case .storeTransaction(let id): "Transaction \(id), as the App Store has it"
    case .notification: "Notification"
    case .subscription(let id, _): "Subscription \(id), as the App Store has it"
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
  package static func kind(_ kind: Exhibit.Kind) -> Words {
    switch kind {
    case .transaction: "transaction"
    case .renewalInfo: "renewal information"
    case .notification: "notification"
    case .appTransaction: "app transaction"
    case .unknown: "signed object"
    }
  }
  package static var nothingSigned: Words { "nothing about it is signed" }
  package static var notHeld: Words {
    "Nothing signed is held about it: it is no purchase, or what came was refused and is in quarantine."
  }
  package static func signed(_ date: String) -> Words { "signed \(date)" }
  package static func version(_ number: Int, of count: Int) -> Words { "version \(number) of \(count)" }
  package static var notThere: Words { "not there" }
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
    case .delivered: "the app's server took it"
    case .failed: "every attempt failed, and none follows"
    case .notPosted: "not posted"
    }
  }
  package static func attempt(status: Int64?, milliseconds: Int64?) -> Words {
    (status.map { "answered \($0)" } ?? "no answer") + (milliseconds.map { " after \($0) ms" } ?? "")
  }
  package static func verdict(_ verdict: Verdict) -> Words {
    switch verdict {
    case .verified: "Trusted: every check passed."
    case .failed: "Not trusted: it counts for nothing."
    case .skipped: "Not checked: in this environment nothing is signed by Apple."
    case .attested(.answer): "No signature of its own: Apple's server told it as its answer to a receipt."
    case .attested(.receipt): "No signature of its own: the app receipt that lists it is signed."
    case .attested(.file): "No signature of its own: a file says so, and nobody vouches for it."
    }
  }
  package static func check(_ check: VerificationCheck) -> Words {
    switch check {
    case .size: "no larger than any signed object is"
    case .form: "three parts in base64url"
    case .json: "header and payload are JSON objects"
    case .algorithm: "the header asks for ES256 and no extension"
    case .certificateCount: "exactly three certificates"
    case .certificates: "each certificate can be read"
    case .path: "they lead to a trusted root"
    case .marks: "they carry Apple's marks"
    case .key: "the signing key is on the curve P-256"
    case .dates: "all were valid when it was signed"
    case .signature: "the signature fits what it says"
    case .kind: "it is of the kind that was expected"
    case .content: "the payload can be read"
    case .app: "it is for this app"
    case .environment: "it is from this environment"
    }
  }
  package static var notReached: Words { "not reached" }
  package static var notAsked: Words { "not asked for here" }
  package static var chain: Words { "Who vouches for whom" }
  package static func role(_ role: CertificateFacts.Role) -> Words {
    switch role {
    case .leaf: "signing certificate"
    case .intermediate: "intermediate"
    case .root: "root"
    }
  }
  package static func validity(_ from: String, _ until: String) -> Words { "valid \(from) to \(until)" }
  package static var pinned: Words { "this store trusts it: the chain ends here" }
  package static func forged(member: String, before: String, after: String) -> Words {
    "One letter is changed: \(member) says \(after) instead of \(before)."
  }
  package static func forgedFollows(_ verdict: Verdict) -> Words {
    if case .failed = verdict {
      "A device to which this came would keep it in quarantine with that reason, count it for nothing, and ask the "
        + "App Store again at its next action. Here nothing is stored."
    } else {
      "A device of this environment would believe it: no signature is checked there. Here nothing is stored."
    }
  }
}

/// What a member of a signed object means, with its unit.
package enum MemberText {
  package static func product(_ name: String) -> Words { "\(name)" }
  package static func ownership(isShared: Bool) -> Words {
    isShared ? "had through the family" : "bought by this account"
  }
  package static func reason(isRenewal: Bool) -> Words { isRenewal ? "a renewal" : "the customer bought it" }
  package static func offerType(_ int: Int64) -> Words {
    switch int {
    case 1: "an introductory offer"
    case 2: "a promotional offer"
    case 3: "an offer code"
    case 4: "a win-back offer"
    default: "an offer of a kind that is not known here"
    }
  }
  package static func expiration(_ int: Int64) -> Words {
    switch int {
    case 1: "the customer cancelled"
    case 2: "the payment failed"
    case 3: "the customer did not agree to a higher price"
    case 4: "the product was not available at the renewal"
    default: "another reason"
    }
  }
  package static func renews(_ isOn: Bool) -> Words { isOn ? "it renews" : "it does not renew" }
  package static func retrying(_ isOn: Bool) -> Words {
    isOn ? "Apple tries the payment again" : "no payment is being tried again"
  }
  package static func agreed(_ isOn: Bool) -> Words {
    isOn ? "the customer agreed to the higher price" : "the customer has not answered"
  }
  package static func revokedBecause(_ int: Int64) -> Words {
    switch int {
    case 1: "refunded because of a problem with the app"
    default: "refunded for another reason"
    }
  }
  package static func status(_ int: Int64) -> Words {
    switch int {
    case 1: "active"
    case 2: "expired"
    case 3: "in billing retry"
    case 4: "in the grace period"
    case 5: "revoked"
    default: "a state that is not known here"
    }
  }
}
