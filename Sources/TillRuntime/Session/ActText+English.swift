import Texts

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
