/// What each command prints with `--json`, by the command's name.
extension DocumentShape {
  /// What most commands print, with the ids that it concerns.
  private static let done: DocumentShape = ["ok": .flag, "message": .text]

  static let byCommand: [String: DocumentShape] = [
    "status": status,
    "buy": [
      "result": .words([
        "success", "pending", "cancelled", "failed", "unverified", "unanswered", "halfSuccess", "refused",
      ]), "alreadyOwned": .flag, "transactionId?": .text, "orderId?": .text, "interrupted?": .flag, "message?": .text,
    ],
    "restore": [
      "result": .words(["restored", "nothing", "cancelled", "failed"]), "restored": .list(.text),
      "entitled": .list(.text), "inactive": .list(["productId": .text, "state": .text]), "alreadyKnown": .number,
      "notRestorable": .list(outcome), "otherUser": .list(outcome), "failed": .list(outcome), "message?": .text,
    ],
    "refund-check": [
      "result": .text, "complete": .flag, "checked": .number, "refunded": .list(checkedRefund),
      "reversed": .list(checkedRefund), "entitled": .list(.text), "removed": .list(.text), "unchanged": .number,
      "message?": .text,
    ],
    "ask-refund": done + ["result": .text, "transactionId": .text, "productId": .orNull(.text)],
    "use": done + ["productId": .text, "balance": .number],
    "explain": explanation, "check": done + ["productId": .text, "entitled": .flag, "confirmed": .flag],
    "duration": done + ["productId": .text], "transactions": ["transactions": .list(transaction), "next?": .text],
    "refunds": ["refunds": .list(refund), "next?": .text], "orders": ["orders": .list(order), "next?": .text],
    "unfinished": ["unfinished": .list(unfinished), "next?": .text],
    "journal": .forms([["journal": .list(journalEntry), "next?": .text], statistics]),
    "retry": done + ["orders": .list(.any), "done": .list(.any)],
    "order": .forms([
      done + [
        "order": order, "token": .text, "sameToken": .list(.any), "journal": .list(journalEntry),
        "serverJournal": .list(serverEntry),
      ], done,
    ]),
    "account": done + ["account": .orNull(.text)],
    "user": .forms([
      done + ["users": .list(["user": .text, "appAccountToken": .text, "purchases": .number, "firstSeen": .number])],
      done + ["policy": .text, "rights": .list(.any), "grants": .list(.any), "balances": .list(.any)],
      done + ["user": .orNull(.text)],
    ]),
    "grant": done, "transfer": done + ["transactionId": .text, "user": .text],
    "record": done + [
      "reference": .text, "platform": .text, "user": .text, "productId": .text, "purchaseDate": .number,
    ],
    "secret": done + ["isSet?": .flag], "restore-policy": done + ["restorePolicy": .text],
    "overdue-age": done + ["overdueAge": .orNull(.any)],
    "server-journal": ["server-journal": .list(serverEntry), "next?": .text],
    "new-device": done + ["account?": .orNull(.text)],
    "reinstall": done + ["account?": .orNull(.text), "user?": .orNull(.text)],
    "undo": .forms([done + ["acts": .list(.text)], done + ["undone": .list(.text), "posted": .number], done]),
    "updates": done + ["updates": .words(["held", "live"])],
    "fault": .forms([
      done + ["faults": .list(["fault": .text, "on": .flag, "text": .text])], done + ["fault": .text, "on": .flag],
      done,
    ]),
    "lookup": .forms([
      [
        "account": .text, "checked": .number,
        "products": .list(["productId": .text, "state": .text, "entitled": .flag]),
      ],
      .object([]),
    ]), "support": .object([]), "desk": desk,
    "walkthrough": .forms([
      done + ["walkthroughs": .list(["name": .text, "ok": .flag])],
      ["walkthroughs": .list(["name": .text, "title": .text, "steps": .number])], done,
    ]),
    "screen": ["width": .number, "height": .number, "lines": .list(.text)],
    "verify": [
      "line": .number, "result": .words(["verified", "failed", "skipped"]), "kind?": .text, "reason?": .text,
      "payload?": .any,
    ],
    "show": done + ["id": .text, "productId?": .orNull(.text), "documents": .list(.object([]))],
    "simulator": done, "serve": ["url": .text],
    "replay": ["ok": .flag, "requests": .number, "message?": .text, "endpoints?": .any, "unknown?": .list(.any)],
    "import": .forms([
      done + ["products": .list(.text), "unknownProductIds": .list(.any), "warnings": .list(.text)], done,
    ]),
    "export": .forms([["transactions": .list(transaction)], done]),
    "doctor": ["ok": .flag, "checks": .list(["name": .text, "ok": .flag, "detail": .text])], "config": configuration,
    "completion": done + ["script": .text], "manual": .forms([done + ["page": .text], done + ["files": .list(.text)]]),
    "help": .forms([done + ["commands": .list(help)], help]),
  ]
}

/// What the documents are made of.
extension DocumentShape {
  private static let underWay: DocumentShape = [
    "kind": .text, "orderId?": .text, "intentId?": .text, "since": .number, "until?": .number, "who": .text,
    "cause?": .text,
  ]
  private static let status: DocumentShape = [
    "account": .orNull(.text), "user": .orNull(.text), "backend": .text, "environment": .text,
    "updates": .words(["held", "live"]), "restorePolicy": .orNull(.text), "asOf": .number,
    "lastChecked": .orNull(.number),
    "products": .list([
      "productId": .text, "displayName": .text, "type": .text, "price": .number, "currency": .text,
      "displayPrice": .text, "state": .text, "entitled": .flag, "confirmed": .flag, "cause?": .text,
      "underWay?": .list(underWay), "balance?": .number, "expiresDate?": .number,
      "subscriptionGroupIdentifier?": .text,
    ]),
  ]
  private static let explanation: DocumentShape = [
    "productId": .text, "state": .text, "entitled": .flag, "confirmed": .flag,
    "reasons": .list([
      "supports": .flag, "rule": .text, "transactionId?": .text, "orderId?": .text, "intentId?": .text,
      "grantId?": .text, "text": .text,
    ]), "cause?": .text, "underWay?": .list(underWay),
    "next": [
      "who": .text, "text": .text, "command?": .text, "key?": .text, "say?": .text, "until?": .number,
    ],
  ]
  private static let outcome: DocumentShape = ["transactionId?": .text, "productId?": .text, "reason": .text]
  private static let checkedRefund: DocumentShape = [
    "transactionId": .text, "productId": .text, "revocationDate": .orNull(.number),
  ]
  private static let transaction: DocumentShape = [
    "transactionId?": .text, "originalTransactionId?": .text, "productId?": .text, "bundleId?": .text, "type?": .text,
    "purchaseDate?": .number, "expiresDate?": .number, "quantity?": .number, "price?": .number, "currency?": .text,
    "environment?": .text, "revocationDate?": .number, "revocationReason?": .number, "appAccountToken?": .text,
    "signedDate?": .number, "verification": .text, "origin": .text, "versions": .number, "absent?": .flag,
    "refundAskedDate?": .number,
  ]
  private static let refund: DocumentShape = [
    "transactionId": .text, "productId": .text, "revocationDate": .number, "originalTransactionId": .text,
    "purchaseDate?": .number, "revocationReason?": .number, "revocationType?": .text, "revocationPercentage?": .number,
    "price?": .number, "currency?": .text, "reversedDate?": .number,
  ]
  private static let order: DocumentShape = [
    "orderId": .text, "state": .text, "productId": .text, "transactionId": .text, "user": .orNull(.text),
    "appAccountToken": .orNull(.text), "createdDate": .number, "updatedDate?": .number, "verification": .text,
    "lastError?": .text, "closedReason?": .text, "attempts?": .number, "nextRetryDate?": .number,
    "creditedUsers?": .list(.text), "creditedQuantity?": .number, "attribution?": .text, "policyOutcome?": .text,
  ]
  private static let unfinished: DocumentShape = [
    "transactionId": .text, "productId": .text, "state": .text, "orderId?": .text, "date?": .number,
    "lastError?": .text, "attempts?": .number, "nextRetryDate?": .number, "advice": .text,
  ]
  private static let journalEntry: DocumentShape = [
    "id": .number, "date": .number, "machineDate": .number, "kind": .text, "text": .text, "account?": .text,
    "user?": .text, "productId?": .text, "transactionId?": .text, "orderId?": .text,
  ]
  private static let serverEntry: DocumentShape = [
    "date": .number, "kind": .text, "text": .text, "user?": .text, "transactionId?": .text, "orderId?": .text,
  ]
  private static let statistics: DocumentShape = [
    "ok": .flag, "message": .text,
    "steps": .list([
      "kind": .text, "count": .number, "medianMilliseconds?": .number, "longestMilliseconds?": .number,
    ]),
    "purchases": [
      "begun": .number, "paid": .number, "cancelled": .number, "failed": .number, "delivered": .number,
    ], "failures": ["missingTokens": .number, "failedPersists": .number, "failedQueries": .number],
  ]
  private static let desk: DocumentShape = .forms([
    [
      "engine": .text, "customers": .number, "transactions": .number, "notifications": .number,
      "quarantined": .number, "newest?": .orNull(.number), "schema": .number,
    ],
    [
      "imported": .number, "known": .number, "failed": .number, "customers": .number, "seconds": .number,
      "perSecond": .number, "failures": .list(["place": .text, "reason": .text]),
    ], ["customers": .list(.object([])), "next?": .text], ["ok": .flag], ["products": .list(.any)], ["view": .text],
  ])
  private static let configuration: DocumentShape = .forms([
    [
      "file": .text, "exists": .flag,
      "settings": .list([
        "name": .text, "value": .any, "from": .words(["default", "file", "environment", "option"]), "line?": .number,
        "variable?": .text,
      ]), "keys": .list(keys), "profiles": .list(.text),
    ], ["keys": .list(keys)],
  ])
  private static let keys: DocumentShape = [
    "action": .text, "places": .list(.text), "keys": .list(.text), "chosen": .flag,
  ]
  private static let help: DocumentShape = [
    "ok": .flag, "message": .text, "name": .text, "usage": .list(.text), "examples": .list(.text),
  ]
}
