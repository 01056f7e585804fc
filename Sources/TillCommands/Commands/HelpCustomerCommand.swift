import LocalStore
import Purchasing
import SafeText
import StoreModel
import StrictJSON
import Texts
import TillRuntime

/// What to do for a customer who says something.
extension Command {
  static let helpCustomer = Command(
    name: "help-customer", summary: "what to do when a customer says something, after asking the App Store",
    usage: ["help-customer CASE [PRODUCT] [--json]"],
    details: [
      "The cases: paid-and-nothing, refunded-and-still-there, ended-though-paying, changed-phone, charged-twice.",
      "With --readonly, and in a case file, the App Store is not asked: the answer is from what is known.",
    ],
    examples: ["till help-customer paid-and-nothing", "till help-customer charged-twice premium --json"], words: 1...2
  ) { call in
    guard let customerCase = CustomerCase(rawValue: call.words[0]) else {
      throw UsageError(
        say(
          "unknown case “\(safeText(call.words[0]))”; use "
            + "\(CustomerCase.allCases.map(\.rawValue).joined(separator: ", "))"
        ))
    }
    let help = try call.help(customerCase)
    call.output.document(help.document { call.document(of: $0) })
    call.output.text(call.lines(of: help).joined(separator: "\n"))
    return .done
  }
}

extension Invocation {
  /// The answer: after a check where this session acts, else from what is known.
  fileprivate func help(_ customerCase: CustomerCase) throws -> CustomerHelp {
    let isReading = options.has("readonly") || options["case"] != nil
    let session = try isReading ? self.session() : actingSession()
    defer { session.close() }
    let only = try words.count > 1 ? session.reader().products().product(named: words[1]).id : nil
    guard !isReading, !session.isReadOnly else {
      let statuses = try statuses(in: session, for: only).statuses
      return CustomerHelp(customerCase, statuses.map { CustomerHelp.Product($0) })
    }
    let purchasing = try session.purchasing()
    return try blocking {
      let help = try await purchasing.help(customerCase, of: only)
      try await purchasing.rememberStatuses()
      return help
    }
  }

  fileprivate func lines(of help: CustomerHelp) -> [String] {
    var lines = [say("the customer says: “\(help.customerCase.words)”")]
    if let problem = help.problem { lines.append(say("the App Store could not be asked: \(safeText(problem))")) }
    if help.products.isEmpty { lines += self.lines(of: help.next) }
    for product in help.products {
      lines.append("\(safeText(product.name)): \(product.state.words)")
      lines += self.lines(of: product.next)
    }
    return lines
  }

  private func lines(of step: NextStep) -> [String] {
    var lines = ["  " + AnswerText.next(who: AnswerText.who(step.who).text, safeText(step.text, limit: 600)).text]
    if let until = step.until { lines.append("  " + say("until \(output.date(until))")) }
    if let command = command(for: step) { lines.append("    " + safeText(command, limit: 600)) }
    if let say = step.say { lines.append("  " + AnswerText.sentence(safeText(say, limit: 600)).text) }
    return lines
  }
}

extension CustomerHelp {
  /// The document of `till help-customer`.
  func document(next: (NextStep) -> JSONObject) -> JSONObject {
    var document: JSONObject = ["case": .string(customerCase.rawValue), "checked": .bool(isChecked)]
    document["problem"] = problem.map { .string($0) }
    document.append(
      "products",
      .array(
        products.map { product in
          [
            "productId": .string(product.productId), "displayName": .string(product.name),
            "state": .string(product.state.rawValue), "entitled": .bool(product.entitled),
            "next": .object(next(product.next)),
          ]
        }))
    document.append("next", .object(next(self.next)))
    return document
  }
}
