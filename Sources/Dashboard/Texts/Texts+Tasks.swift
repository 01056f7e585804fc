import StoreModel

extension Texts {
  /// A task under way, for the message line.
  static func doing(_ kind: Work.Kind) -> String {
    switch kind {
    case .command(.start): "starting"
    case .command(.buy): "the purchase"
    case .command(.restore): "a restore"
    case .command(.refundCheck): "a refund check"
    case .command(.askRefund): "asking for a refund"
    case .command(.use): "a use"
    case .command(.signIn): "signing in"
    case .command(.signOut): "signing out"
    case .command(.logIn): "logging in"
    case .command(.retry): "trying again"
    case .command(.closeOrder): "giving up the order"
    case .command(.setFault): "switching a fault"
    case .command(.setUpdates): "switching updates"
    case .command(.newDevice): "setting up a new device"
    case .command(.deferPurchase): "putting a purchase off"
    case .command(.lookUp): "looking a customer up"
    case .command(.support): "support's work"
    case .move: "the App Store's work"
    }
  }

  /// What was done, where the program has no report of its own.
  static func done(_ kind: Work.Kind, detail: String?, _ state: State) -> Report? {
    guard let text = done(kind, state) else { return detail.map { line($0) } }
    return line([text, detail ?? ""].filter { !$0.isEmpty }.joined(separator: " "), .good)
  }

  private static func done(_ kind: Work.Kind, _ state: State) -> String? {
    switch kind {
    case .command(.signIn(let account)): "Signed in as \(safe(account)). Press r to restore what it owns."
    case .command(.signOut): "Signed out: nothing is entitled until an Apple Account signs in."
    case .command(.logIn(.some(let user))): "Logged in as \(safe(user)): what is bought now is for \(safe(user))."
    case .command(.logIn(nil)): "Logged out of the app: what is bought now is for nobody in particular."
    case .command(.setFault(let kind, .off)): "\(kind.name) is off."
    case .command(.setFault(let kind, .on)): "\(kind.name) is on: \(kind.words)."
    case .command(.setFault(let kind, .once)): "\(kind.name) is on, once: \(kind.words)."
    case .command(.setUpdates(.held)): "Updates held: news waits for r or c."
    case .command(.setUpdates(.live)): "Updates live: news appears by itself."
    case .command(.newDevice): "A new device: it knows nothing yet. Press r to restore."
    case .command(.deferPurchase(let item)):
      "\(state.name(of: item.productId)) waits until somebody logs in (i); a restart does not forget it."
    case .command: nil
    case .move(let move): done(move, state)
    }
  }

  private static func done(_ move: AppStoreMove, _ state: State) -> String {
    let hint = state.device.updates == .held ? " The device learns of it by c." : ""
    return switch move {
    case .approvePurchase: "A parent approved: charged.\(hint)"
    case .declinePurchase: "A parent declined. The app is never told."
    case .approveRefund: "Apple granted the refund.\(hint)"
    case .declineRefund: "Apple declined the refund: the purchase stands.\(hint)"
    case .reverseRefund: "Apple took the refund back.\(hint)"
    case .setNetwork(let isOn): isOn ? "The network is on." : "The network is off: nothing reaches the App Store."
    case .setPayments(let isOn): isOn ? "Payments are allowed." : "This device may not make payments."
    case .advance(let milliseconds): "The App Store's clock moved \(span(milliseconds / 1000)) forward.\(hint)"
    case .startOver: "Started over with the demo data."
    case .verb: ""
    }
  }

  static func stopped(_ kind: Work.Kind) -> String {
    switch kind {
    case .command(.buy): "Stopped waiting. What became of the purchase shows at the next start, buy, restore or check."
    case .command(.restore): "Restore cancelled: nothing was removed."
    case .command(.refundCheck): "Refund check cancelled: nothing was removed."
    default: "Stopped: \(doing(kind))."
    }
  }

  // MARK: Failures

  static func failure(of kind: Work.Kind, _ problem: Problem) -> Report {
    let message = Message("\(failed(kind)): \(safe(problem.message))", .bad)
    guard let remedy = remedy(problem.kind) else { return Report(title: failed(kind), summary: message) }
    return Report(
      title: failed(kind), summary: message,
      lines: [Message(safe(problem.message), .bad), Message(remedy)])
  }

  private static func failed(_ kind: Work.Kind) -> String {
    switch kind {
    case .command(.start): "The start failed"
    case .command(.buy): "The purchase failed"
    case .command(.restore): "The restore failed"
    case .command(.refundCheck): "The refund check failed"
    case .command(.askRefund): "The refund was not asked for"
    case .command(.use): "Nothing was used"
    case .command(.signIn): "Nobody signed in"
    case .command(.signOut): "Nobody signed out"
    case .command(.logIn): "The user stays as before"
    case .command(.retry): "Nothing could be tried again"
    case .command(.closeOrder): "The order was not given up"
    case .command(.setFault): "The fault stays as it was"
    case .command(.setUpdates): "Updates stay as they were"
    case .command(.newDevice): "This device stays as it is"
    case .command(.deferPurchase): "The purchase was not put off"
    case .command(.lookUp): "Nobody was found"
    case .command(.support(let move)): move.isReading ? "The App Store did not answer" : "Nothing was changed"
    case .move: "The App Store did not do it"
    }
  }

  /// What to do about a failure.
  private static func remedy(_ kind: FailureKind?) -> String? {
    switch kind {
    case .some(.networkError): "Nothing was lost. Switch the network on (s, then o) or try again later."
    case .some(.purchaseNotAllowed): "Allow payments on the App Store's side (s, then p) and buy again."
    case .some(.notAvailableInStorefront): "Sign in with an Apple Account of another storefront (s, then i)."
    case .some(.duplicateRequest): "Apple has the first request; look with c whether it was granted."
    case .some(.systemError), .some(.unknown): "Nothing was lost. Try again."
    default: nil
    }
  }

  static func unreadable(_ slot: ReadSlot, _ problem: Problem) -> String {
    switch slot {
    case .situation: "The App Store's side could not be read: \(safe(problem.message))"
    default: "The store could not be read: \(safe(problem.message))"
    }
  }
}
