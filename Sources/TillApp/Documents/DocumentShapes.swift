import Verbs

extension DocumentShape {
  /// The shape of each command's `--json` document, by the command's name.
  static let byCommand = Dictionary(
    uniqueKeysWithValues: CommandTable.rows.map { ($0.command.name, $0.document()) })

  /// The shape that most commands share; the ids of the changed objects are added to it.
  static let done: DocumentShape = ["ok": .flag, "message": .text]
}

/// Shapes that several documents contain.
extension DocumentShape {
  static let underWay: DocumentShape = [
    "kind": .text, "orderId?": .text, "intentId?": .text, "since": .number, "until?": .number, "who": .text,
    "cause?": .text, "ground?": .text, "account?": .text, "reversedDate?": .number, "nextChargeDate?": .number,
  ]
  static let claim: DocumentShape = [
    "fact": .text, "transactionId?": .text, "intentId?": .text, "who?": .text, "until?": .number,
  ]
  static let status: DocumentShape = [
    "account": .orNull(.text), "user": .orNull(.text), "backend": .text, "environment": .text,
    "updates": .words(["held", "live"]), "restorePolicy": .orNull(.text), "asOf": .number,
    "lastChecked": .orNull(.number), "signedByApple?": .flag, "clockSuspect?": .flag,
    "products": .list([
      "productId": .text, "displayName": .text, "type": .text, "price": .number, "currency": .text,
      "displayPrice": .text, "state": .text, "entitled": .flag, "confirmed": .flag, "cause?": .text,
      "underWay?": .list(underWay), "chargedTwice?": chargedTwice, "balance?": .number, "expiresDate?": .number,
      "subscriptionGroupIdentifier?": .text,
    ]),
  ]
  static let explanation: DocumentShape = [
    "productId": .text, "state": .text, "entitled": .flag, "confirmed": .flag, "signedByApple?": .flag,
    "reasons": .list([
      "supports": .flag, "rule": .text, "transactionId?": .text, "orderId?": .text, "intentId?": .text,
      "grantId?": .text, "text": .text,
    ]), "cause?": .text, "underWay?": .list(underWay), "chargedTwice?": chargedTwice,
    "claims?": .list(claim), "next": nextStep,
  ]
  static let nextStep: DocumentShape = [
    "who": .text, "text": .text, "command?": .text, "needs?": .list(.text), "key?": .text, "say?": .text,
    "until?": .number,
  ]
  static let chargedTwice: DocumentShape = ["certain": .flag, "purchases": .list(.text)]
  static let outcome: DocumentShape = ["transactionId?": .text, "productId?": .text, "reason": .text]
  static let checkedRefund: DocumentShape = [
    "transactionId": .text, "productId": .text, "revocationDate": .orNull(.number),
  ]
  static let transaction: DocumentShape = [
    "transactionId?": .text, "originalTransactionId?": .text, "productId?": .text, "bundleId?": .text, "type?": .text,
    "purchaseDate?": .number, "expiresDate?": .number, "quantity?": .number, "price?": .number, "currency?": .text,
    "environment?": .text, "revocationDate?": .number, "revocationReason?": .number, "appAccountToken?": .text,
    "signedDate?": .number, "verification": .text, "origin": .text, "versions": .number, "absent?": .flag,
    "refundAskedDate?": .number,
  ]
  static let refund: DocumentShape = [
    "transactionId": .text, "productId": .text, "revocationDate": .number, "originalTransactionId": .text,
    "purchaseDate?": .number, "revocationReason?": .number, "revocationType?": .text, "revocationPercentage?": .number,
    "price?": .number, "currency?": .text, "reversedDate?": .number,
  ]
  static let order: DocumentShape = [
    "orderId": .text, "state": .text, "productId": .text, "transactionId": .text, "user": .orNull(.text),
    "appAccountToken": .orNull(.text), "createdDate": .number, "updatedDate?": .number, "account": .text,
    "ground?": .text, "verification": .text,
    "lastError?": .text, "closedReason?": .text, "attempts?": .number, "nextRetryDate?": .number,
    "creditedUsers?": .list(.text), "creditedQuantity?": .number, "attribution?": .text, "policyOutcome?": .text,
  ]
  static let waitingPurchase: DocumentShape = [
    "intentId": .text, "state": .text, "productId": .text, "transactionId?": .text, "user?": .text, "account": .text,
    "createdDate": .number, "wentThrough": .flag, "isPaid?": .flag,
  ]
  static let unfinished: DocumentShape = [
    "transactionId": .text, "productId": .text, "state": .text, "orderId?": .text, "account?": .text,
    "date?": .number, "lastError?": .text, "attempts?": .number, "nextRetryDate?": .number, "advice": .text,
  ]
  static let journalEntry: DocumentShape = [
    "id": .number, "date": .number, "machineDate": .number, "kind": .text, "text": .text, "account?": .text,
    "user?": .text, "productId?": .text, "transactionId?": .text, "orderId?": .text,
  ]
  static let serverEntry: DocumentShape = [
    "date": .number, "kind": .text, "text": .text, "user?": .text, "transactionId?": .text, "orderId?": .text,
  ]
  static let statistics: DocumentShape = [
    "ok": .flag, "message": .text,
    "steps": .list([
      "kind": .text, "count": .number, "medianMilliseconds?": .number, "longestMilliseconds?": .number,
    ]),
    "purchases": [
      "begun": .number, "paid": .number, "cancelled": .number, "failed": .number, "delivered": .number,
    ], "failures": ["missingTokens": .number, "failedPersists": .number, "failedQueries": .number],
  ]
  static let exam: DocumentShape = .forms([
    done + [
      "passed": .number, "failed": .number,
      "cases": .list([
        "case": .text, "title": .text, "ok": .flag,
        "answers": .list([
          "user": .text, "product": .text, "expected": .flag, "answered": .text, "after": .text, "ok": .flag,
        ]), "notifications": .list(.text), "message?": .text, "name?": .text, "mistake?": .text, "practice?": .text,
      ]),
    ],
    done + [
      "rootCertificatePEMFile": .text, "rootCertificateFile": .text, "bundleId": .text, "environment": .text,
      "url": .text, "issuerId": .text, "keyId": .text, "privateKeyFile": .text, "appAppleId?": .number,
    ], done + ["list": .list(["case": .text, "title": .text])],
  ])
  static let desk: DocumentShape = .forms([
    [
      "engine": .text, "customers": .number, "transactions": .number, "notifications": .number,
      "quarantined": .number, "newest?": .orNull(.number), "schema": .number,
    ],
    [
      "imported": .number, "known": .number, "failed": .number, "customers": .number, "seconds": .number,
      "perSecond": .number, "failures": .list(["place": .text, "reason": .text]),
    ], ["customers": .list(.object([])), "next?": .text], ["ok": .flag], ["products": .list(.any)], ["view": .text],
  ])
  static let configuration: DocumentShape = .forms([
    [
      "file": .text, "exists": .flag,
      "settings": .list([
        "name": .text, "value": .any, "from": .words(["default", "file", "environment", "option"]), "line?": .number,
        "variable?": .text,
      ]), "keys": .list(keys), "profiles": .list(.text),
    ], ["keys": .list(keys)],
  ])
  static let keys: DocumentShape = [
    "action": .text, "places": .list(.text), "keys": .list(.text), "chosen": .flag,
  ]
  static let help: DocumentShape = [
    "ok": .flag, "message": .text, "name": .text, "usage": .list(.text), "examples": .list(.text),
  ]
}
