import AppStoreModel
package import Core
import Verbs

/// One case of the exam: events at the App Store, and the moments at which the exam asks the tested server.
///
/// The steps are verbs of the simulated App Store (`till simulator VERB`), so a person can read a case and play it by
/// hand.
package struct ExamCase: Sendable {
  /// The case's name on the command line (`--case NAME`).
  package let name: String
  /// One sentence that says what happens in the case.
  package let title: Words
  package let steps: [ExamStep]
  /// Which App Store signs the notifications that are posted to the server.
  let sender: Sender
  /// Whether a server can pass only if it reads Apple's notification history.
  package let needsHistory: Bool

  /// Which App Store signs the notifications.
  enum Sender: Sendable {
    /// The App Store whose root certificate the server trusts.
    case appStore
    /// An App Store with certificates of the same form, but under a different root certificate.
    case stranger
    /// The same App Store, for another app.
    case otherApp
    /// The same App Store, in the other environment (Sandbox instead of Production, or the reverse).
    case otherEnvironment
  }

  init(
    _ name: String, _ title: Words, from sender: Sender = .appStore, needsHistory: Bool = false, _ steps: ExamStep...
  ) {
    self.name = name
    self.title = title
    self.steps = steps
    self.sender = sender
    self.needsHistory = needsHistory
  }

  /// All cases, in the order of the scorecard.
  package static let all = purchases + refunds + subscriptions + plans + delivery

  /// The app's users: `anna` buys unless a step names `ben`; the exam asks about both, and `ben` mostly has nothing.
  static let people = ["anna", "ben"]

  /// The short names of the products that the case buys, in the order of their first purchase.
  var products: [String] {
    var products: [String] = []
    for case .verb(let line) in steps {
      let words = line.split(separator: " ").map(String.init)
      guard let place = words.firstIndex(of: "buy"), place + 1 < words.count else { continue }
      if !products.contains(words[place + 1]) { products.append(words[place + 1]) }
    }
    return products
  }

  // MARK: Parts

  /// The steps up to one date at which the exam asks the server; each part plays in a world (a ledger) of its own.
  struct Part: Sendable {
    /// The steps from the start of the case; the last one is a question.
    let steps: ArraySlice<ExamStep>
    /// How far these steps move the App Store's clock, in milliseconds.
    let length: Int64

    /// How far in the past the world's clock starts, in milliseconds.
    ///
    /// Each step takes one second, and the last signature must not lie in the future.
    var age: Int64 { length + Int64(steps.count + 2) * 1000 }
  }

  /// The parts of the case, one for each moment at which the exam asks the server about a customer.
  ///
  /// The server compares dates with the machine's clock. Each part therefore runs in its own simulated world. That
  /// world's clock starts in the past and reaches the machine's time when the exam asks.
  var parts: [Part] {
    var (parts, time): ([Part], Int64) = ([], 0)
    for (index, step) in steps.enumerated() {
      time = time.addingSaturated(step.length)
      guard case .ask = step else { continue }
      if parts.last?.length == time { parts.removeLast() }
      parts.append(Part(steps: steps[...index], length: time))
    }
    return parts
  }
}

/// A step of a case.
package enum ExamStep: Sendable, ExpressibleByStringLiteral {
  /// A verb of the simulated App Store, written as `till simulator` takes it, with short product names.
  ///
  /// A line that begins with `ben: ` is done by Ben's Apple Account instead of Anna's. `$1` is the transaction of the
  /// first purchase, `$latest` the newest transaction, `$shared` a family-shared transaction; `$anna` and `$ben` are
  /// the users' tokens. A purchase carries the token of the account's own user unless `--token` says otherwise.
  case verb(String)
  /// Asks the server which of the products each user is entitled to.
  ///
  /// `kept` is the practice that prevents access to what has ended; `lost` is the practice that prevents the refusal of
  /// access that is due.
  case ask(kept: ExamPractice = .expiry, lost: ExamPractice = .credit)
  /// Holds all notifications back from now on instead of posting them.
  case hold
  /// Posts the notifications that were held back.
  case post(Order)
  /// Posts every notification so far a second time, newest first.
  case postAllAgain
  /// Makes the server unreachable from now on: Apple's attempts fail.
  case outage
  /// Makes the server reachable again: Apple makes its next attempts.
  case reachable
  /// Lets Apple give up on the undelivered notifications: only the notification history still has them.
  case givenUp
  /// Sets a user's token on a transaction (Apple: Set App Account Token) before its notification is posted.
  case claim(String, by: String)
  /// Posts a notification that holds the transaction as the App Store signs it now.
  case tell(String, about: String)

  /// The order in which held notifications are posted.
  package enum Order: Sendable {
    case newestFirst, twice
  }

  package init(stringLiteral line: String) { self = .verb(line) }

  /// How far the step moves the App Store's clock, in milliseconds.
  var length: Int64 {
    guard case .verb(let line) = self, line.hasPrefix("advance "),
      let duration = try? VerbDuration(String(line.dropFirst(8)))
    else { return 0 }
    return duration.milliseconds
  }
}
