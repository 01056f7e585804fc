import Texts

/// What somebody did, by a name that says what is taken back.
package enum ActText: Sentence {
  case purchase(String)
  case restore, refundCheck
  case refundRequest(String)
  case use(String)
  case signIn(String)
  case signOut
  case logIn(String?)
  case retry
  case closeOrder(String)
  case fault(String)
  case updates(String)
  case backToNormal
  /// A decision at the App Store about what was bought.
  case refund(String), refundDeclined(String), refundReversed(String), approval(String), decline(String)
  /// Anything else of the App Store's side, as the command line says it.
  case verb(String)
  /// Anything else.
  case command(String)
}

/// Why nothing is taken back.
package enum UndoText: Sentence {
  case notHere, nothing, barrier
  case notSoMany(Int)
  /// What was taken back, and how many notifications went out before.
  case done([String], posted: Int)
}

// MARK: - English

extension ActText {
  package var english: String {
    switch self {
    case .purchase(let product): "purchase of \(product)"
    case .restore: "restore"
    case .refundCheck: "refund check"
    case .refundRequest(let product): "request for a refund of \(product)"
    case .use(let product): "use of \(product)"
    case .signIn(let account): "sign-in of \(account)"
    case .signOut: "sign-out"
    case .logIn(.some(let user)): "log-in of \(user)"
    case .logIn(nil): "log-out"
    case .retry: "another try of what waited"
    case .closeOrder(let order): "closing of order \(order)"
    case .fault(let name): "fault \(name)"
    case .updates(let mode): "updates \(mode)"
    case .backToNormal: "back to normal"
    case .refund(let product): "refund of \(product)"
    case .refundDeclined(let product): "declined refund of \(product)"
    case .refundReversed(let product): "reversed refund of \(product)"
    case .approval(let product): "approval of \(product)"
    case .decline(let product): "declined purchase of \(product)"
    case .verb(let line), .command(let line): line
    }
  }
}

extension UndoText {
  package var english: String {
    switch self {
    case .notHere: "only what was done in a simulated App Store of this machine can be taken back"
    case .nothing: "nothing was done that can be taken back"
    case .barrier:
      "nothing can be taken back: a new device, a start over, `till serve` or another device came after what was done"
    case .notSoMany(let count):
      "only \(English.counted(count, "act")) can be taken back; what came before is another device's, or too old"
    case .done(let names, let posted):
      "Taken back: \(names.joined(separator: ", "))."
        + (posted == 0 ? "" : " Not taken back: \(English.counted(posted, "notification")) posted to a server.")
    }
  }
}
