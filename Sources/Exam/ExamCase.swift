import AppStoreModel
package import Core
import Verbs

/// One case of the exam: what happens at the App Store, and the moments at which the server is asked.
///
/// The steps are verbs of the simulated App Store (`till simulator VERB`), so that a case can be read and done by hand.
package struct ExamCase: Sendable {
  /// Its name for `--case`.
  package let name: String
  /// What happens, in one sentence.
  package let title: Words
  package let steps: [ExamStep]
  /// Who signs what is posted.
  let sender: Sender
  /// Whether a server can pass only by reading the notification history.
  package let needsHistory: Bool

  /// Whose notifications the server gets.
  enum Sender: Sendable {
    /// The App Store whose root certificate the server trusts.
    case appStore
    /// Certificates of the same form under another root.
    case stranger
    /// The same App Store, for another app.
    case otherApp
    /// The same App Store, for the other of Sandbox and Production.
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

  /// Every case, in the order of the scorecard.
  package static let all = purchases + refunds + subscriptions + plans + delivery

  /// The users of the app: `anna` buys unless a step says otherwise; `ben` is asked about too, and mostly has nothing.
  static let people = ["anna", "ben"]

  /// The short names of the products that are bought in it, in that order.
  var products: [String] {
    var products: [String] = []
    for case .verb(let line) in steps {
      let words = line.split(separator: " ").map(String.init)
      guard let place = words.firstIndex(of: "buy"), place + 1 < words.count else { continue }
      if !products.contains(words[place + 1]) { products.append(words[place + 1]) }
    }
    return products
  }

  // MARK: Moments

  /// What one world plays: the steps up to the moments that lie at one time.
  struct Part: Sendable {
    /// The steps, the last of them a question.
    let steps: ArraySlice<ExamStep>
    /// How far the steps move the App Store's clock until then, in milliseconds.
    let length: Int64

    /// How long ago the world begins: a second passes with each step, and what was signed last is not of the future.
    var age: Int64 { length + Int64(steps.count + 2) * 1000 }
  }

  /// A part for each time at which the server is asked.
  ///
  /// A server compares dates with its own clock. So each part plays in a world of its own that began so long ago that the
  /// App Store's clock and the machine's agree when the server is asked.
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
  /// A verb of the simulated App Store, as `till simulator` takes it, with short names of products.
  ///
  /// `ben: ` before it: Ben's Apple Account does it, not Anna's. `$1` is the transaction of the first purchase, `$latest`
  /// the newest transaction, `$shared` what a family shares; `$anna` and `$ben` are the users' tokens. A purchase carries
  /// the token of the account's own user unless `--token` says otherwise.
  case verb(String)
  /// Asks the server what each user has of each product.
  ///
  /// `kept` is the practice that prevents that it gives what has ended, `lost` that it refuses what stands.
  case ask(kept: ExamPractice = .expiry, lost: ExamPractice = .credit)
  /// What is signed from now on waits instead of being posted.
  case hold
  /// What waits is posted.
  case post(Order)
  /// What was posted is posted once more, newest first.
  case postAllAgain
  /// The server cannot be reached from now on: attempts fail.
  case outage
  /// The server can be reached again: Apple's next attempts are made.
  case reachable
  /// Apple has given up on what the server did not take: only the notification history has it.
  case givenUp
  /// The app sets a user's token on a transaction (Apple: Set App Account Token), before its notification is posted.
  case claim(String, by: String)
  /// A notification tells a transaction as it is signed now.
  case tell(String, about: String)

  /// How what waits is posted.
  package enum Order: Sendable {
    case newestFirst, twice
  }

  package init(stringLiteral line: String) { self = .verb(line) }

  /// How far it moves the App Store's clock, in milliseconds.
  var length: Int64 {
    guard case .verb(let line) = self, line.hasPrefix("advance "),
      let duration = try? VerbDuration(String(line.dropFirst(8)))
    else { return 0 }
    return duration.milliseconds
  }

  /// The step as the table of cases writes it.
  package var text: String {
    switch self {
    case .verb(let line): line
    case .ask: "?"
    case .hold: "(wait)"
    case .post(.newestFirst): "(post newest first)"
    case .post(.twice): "(post twice)"
    case .postAllAgain: "(post all again)"
    case .outage: "(outage)"
    case .reachable: "(reachable)"
    case .givenUp: "(given up)"
    case .claim(let transaction, let person): "(\(person) claims \(transaction))"
    case .tell(let type, let transaction): "(\(type) \(transaction))"
    }
  }
}
