/// The JSON answer of each verb, besides `ok` and `message`, for the OpenAPI description (`/till/openapi.json`).
extension Verb {
  /// The shape of the whole answer; nil for a verb without a declared one.
  package var answer: DocumentShape? {
    if switches != nil { return Self.done + .object([.init(name: name, shape: .flag, isOptional: false)]) }
    return Self.answers[self].map { Self.done + $0 }
  }

  private static let done: DocumentShape = ["ok": .flag, "message": .text]

  private static let answers: [Verb: DocumentShape] = ofTheClock.merging(ofPurchases) { $1 }
    .merging(ofSubscriptions) { $1 }.merging(ofAccounts) { $1 }.merging(ofLists) { $1 }.merging(ofNotifications) { $1 }
    .merging(ofHistory) { $1 }

  private static let ofTheClock: [Verb: DocumentShape] = [
    .advance: ["now": .integer], .advanceTo: ["now": .integer], .setBack: ["now": .integer],
    .clockDate: ["now": .integer],
    .pause: ["paused": .flag, "now": .integer], .rate: ["rate": .text],
    .renewalLimit: ["renewalLimit": .orNull(.integer)], .appInSandbox: ["app-in-sandbox": .flag],
    .shape: ["shape": .text], .retentionReview: ["retention-review": .text],
    .gracePeriod: ["grace": .flag, "graceDays": .integer, "eligible": .text, "sandbox": .flag],
  ]

  // MARK: Purchases

  private static let decided: DocumentShape = ["transactionId": .text, "productId?": .text, "account?": .text]
  private static let begun: DocumentShape = ["productId": .text, "account": .text, "date": .integer]

  private static let ofPurchases: [Verb: DocumentShape] = [
    .approve: decided, .decline: decided, .resolve: decided, .approveRefund: decided, .declineRefund: decided,
    .reverseRefund: decided, .askForRefund: ["transactionId": .text, "account": .text],
    .buy: [
      "productId": .text, "account": .text, "transactionId?": .text, "alreadyOwned?": .flag, "pending?": .flag,
    ],
    .preview: [
      "productId": .text, "charged": .text, "change?": .text, "currentProductId?": .text, "refund?": .text,
      "effectiveDate?": .integer, "renewal?": .text, "offer?": .text, "isEligibleForIntroductoryOffer?": .flag,
      "offers": .list([
        "text": .text, "eligible": .flag, "type?": .integer, "offerId?": .text, "billingPlanType?": .text,
        "reason?": .text,
      ]),
    ],
    .promote: begun, .giveUpPromoted: ["productId": .text],
    .promoted: ["promoted": .list(begun), "next?": .text],
    .anotherId: ["transactionId": .text, "of": .text],
  ]

  // MARK: Subscriptions

  private static let subscription: DocumentShape = [
    "originalTransactionId": .text, "transactionId": .text, "productId": .text, "account": .text, "state": .text,
    "autoRenew": .flag, "billingFails": .flag, "expiresDate": .integer, "gracePeriodExpiresDate?": .integer,
    "nextProductId?": .text, "priceIncrease?": .text,
  ]

  private static let ofSubscriptions: [Verb: DocumentShape] = [
    .renew: subscription, .expire: subscription, .autoRenew: subscription, .failBilling: subscription,
    .resolveBilling: subscription, .increasePrice: subscription, .consent: subscription, .extend: subscription,
    .retention: [
      "originalTransactionId": .text, "signedPayload": .text, "realtimeURL?": .text,
      "defaultMessageIdentifier?": .text,
    ],
  ]

  // MARK: Accounts

  private static let families: DocumentShape = [
    "families": .list([
      "organizer": .text, "members": .list(.text),
      "shares": .list([
        "productId": .text, "transactionId": .text, "originalTransactionId": .text, "owner": .text, "member": .text,
      ]),
    ])
  ]
  /// The contents of files in Base64, by the files' names.
  private static let files: DocumentShape = ["files": .map(.text)]

  private static let ofAccounts: [Verb: DocumentShape] = [
    .storefront: ["account": .text, "storefront": .text], .locale: ["account": .text, "locale": .text],
    .noLocale: ["account": .text], .newAccount: [:], .rescindConsent: ["account": .text],
    .externalPurchase: ["externalPurchaseId": .text, "subtype": .text],
    .receipt: ["account": .text, "environment": .text, "file": .text] + files,
    .family: families, .joinFamily: families, .leaveFamily: families, .share: families,
  ]

  // MARK: Lists

  private static let armedFault: DocumentShape = [
    "fault": .text, "on": .flag, "once?": .flag, "kind?": .text, "text": .text, "kinds": .list(.text),
  ]
  /// Apple's decoded transaction payload; optional fields are optional at Apple too.
  private static let transactionPayload: DocumentShape = [
    "transactionId": .text, "originalTransactionId": .text, "webOrderLineItemId?": .text, "bundleId": .text,
    "productId": .text, "subscriptionGroupIdentifier?": .text, "purchaseDate": .integer,
    "originalPurchaseDate": .integer, "expiresDate?": .integer, "quantity": .integer, "type": .text,
    "appAccountToken?": .text, "inAppOwnershipType": .text, "signedDate": .integer, "revocationReason?": .integer,
    "revocationDate?": .integer, "environment": .text, "price?": .integer, "currency?": .text,
  ]

  private static let ofLists: [Verb: DocumentShape] = [
    .fault: armedFault, .faultOff: ["fault": .text, "on": .flag],
    .showFaults: ["faults": .list(armedFault), "next?": .text],
    .root: ["root": .text, "fingerprint": .text, "pem": .text],
    .pending: [
      "pending": .list([
        "kind": .text, "transactionId": .text, "productId": .text, "account": .text, "date": .integer,
        "displayPrice": .text, "note?": .text,
      ]), "next?": .text,
    ],
    .showAccounts: ["accounts": .list(["name": .text, "storefront": .text, "note": .text]), "next?": .text],
    // A restated transaction can have any content.
    .transactions: ["transactions": .list(["transactionId?": .text, "productId?": .text]), "next?": .text],
    .transaction: ["transaction": transactionPayload, "orderNumber?": .text, "signedTransactionInfo": .text],
    .showSubscriptions: [
      "subscriptions": .list(
        subscription + [
          "renewals": .integer, "nextDate": .integer, "renewalInfo": .object([]), "signedRenewalInfo": .text,
        ]), "next?": .text,
    ],
  ]

  // MARK: Notifications

  private static let notificationRow: DocumentShape = [
    "notificationUUID": .text, "notificationType": .text, "subtype?": .text, "account?": .text, "productId?": .text,
    "transactionId?": .text, "signedDate": .integer, "delivery": .text,
    "sendAttempts": .list([
      "attemptDate": .integer, "sendAttemptResult": .text, "status?": .integer, "milliseconds?": .integer,
    ]), "nextAttempt?": .integer,
  ]
  private static let planned: DocumentShape = [
    "notificationUUID": .text, "notificationType": .text, "nextAttempt?": .integer,
  ]

  private static let ofNotifications: [Verb: DocumentShape] = [
    .showNotifications: ["notifications": .list(notificationRow), "next?": .text],
    .notification: notificationRow + [
      "payload": .object([]), "transaction?": .object([]), "renewalInfo?": .object([]), "signedPayload": .text,
    ],
    .testNotification: ["notificationUUID": .text, "testNotificationToken": .text],
    .consumption: [
      "consumption": .list([
        "transactionId": .text, "productId": .text, "account": .text, "consumptionRequestReason?": .text,
        "state": .text, "askedDate?": .integer, "deadline?": .integer, "answeredDate?": .integer,
        "answer?": .object([]),
      ]), "next?": .text,
    ],
    .askConsumptionAgain: ["transactionId": .text], .answerConsumption: ["transactionId": .text],
    .holdNotifications: ["hold": .flag], .resendNotification: planned, .duplicateNotification: planned,
    .delayNotification: planned, .loseNotification: planned, .postNotification: planned,
    .reorderNotifications: ["count": .integer], .hurryNotifications: ["count": .integer],
  ]

  // MARK: The history

  private static let epoch: DocumentShape = ["epoch": .integer, "now": .integer]
  private static let switchedOn: DocumentShape = ["switchedOn": .list(.text)]

  private static let ofHistory: [Verb: DocumentShape] = [
    .restate: ["transactionId": .text], .delete: ["deleted": .list(.text)], .resetAccount: ["account": .text],
    .reset: epoch, .resetDemo: epoch, .clear: epoch, .resetSettings: switchedOn,
    .makeCheckpoint: [
      "name": .text, "checkpoints": .list(["name": .text, "now": .integer]), "file?": .text, "files?": .map(.text),
    ],
    .restoreCheckpoint: ["name": .text] + epoch, .importHistory: ["name": .text] + epoch,
    .save: ["file": .text, "bytes": .integer] + files,
    .takeCatalogue: ["unknownProductIds": .list(.text), "warnings": .list(.text)] + switchedOn,
    .giveCatalogue: ["file": .text] + files,
  ]
}
