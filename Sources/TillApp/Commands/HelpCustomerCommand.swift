import AppStoreModel
import Core
import Device
import Verbs

/// The command that answers a customer's complaint.
extension Command {
  static let helpCustomer = Command(
    name: "help-customer", summary: "check with the App Store and suggest how to help a customer",
    forms: [UsageForm(.value("CASE"), .group(.value("PRODUCT", .products)), .option(.json))],
    details: [
      "Cases: paid-and-nothing, refunded-and-still-there, ended-though-paying, changed-phone, charged-twice.",
      "With --readonly or --case, Till answers from stored evidence and does not ask the App Store.",
    ],
    examples: ["till help-customer paid-and-nothing", "till help-customer charged-twice premium --json"], words: 1...2
  ) { call in
    call.show(try await call.help(CustomerCase(argument: call.words[0])))
    return .done
  }
}

extension CustomerCase {
  /// Reads the name of a case from the command line.
  init(argument: String) throws(UsageError) {
    guard let customerCase = CustomerCase(rawValue: argument) else {
      let hint = remedy(for: argument, among: CustomerCase.allCases.map(\.rawValue))
      throw UsageError(say("unknown case “\(safeText(argument))”; \(hint)"))
    }
    self = customerCase
  }
}

extension Invocation {
  /// Shows the answer to a complaint.
  func show(_ help: CustomerHelp) {
    output.document(help.document { document(of: $0) })
    output.text(lines(of: help).joined(separator: "\n"))
  }

  /// Returns the answer to a complaint, after a refund check where the session may act, else from stored evidence.
  fileprivate func help(_ customerCase: CustomerCase) async throws -> CustomerHelp {
    let isReading = options.has(.readonly) || options.has(.caseName)
    let session = try await isReading ? self.session() : actingSession()
    let only = try words.count > 1 ? session.reader().products().product(named: words[1]).id : nil
    guard !isReading, !session.isReadOnly else {
      try await refresh(session)
      let statuses = try session.statuses(from: session.reader(), for: only).statuses
      return CustomerHelp(customerCase, statuses.map { CustomerHelp.Product($0) })
    }
    return try await session.act(isUnchanged: \.changedNothing) { try await $0.help(customerCase, of: only) }
  }

  fileprivate func lines(of help: CustomerHelp) -> [String] {
    var lines = [say("the customer says: “\(help.customerCase.words)”")]
    if let problem = help.problem { lines.append(say("the App Store could not be asked: \(safeText(problem))")) }
    if help.products.isEmpty { lines += self.lines(of: help.next) }
    for product in help.products {
      lines.append("\(safeText(product.name)): \(product.stateWords)")
      lines += self.lines(of: product.next)
    }
    return lines
  }

  private func lines(of step: NextStep) -> [String] {
    var lines = ["  " + AnswerText.next(step).text]
    if let until = step.until { lines.append("  " + say("until \(output.date(until.wholeMinute))")) }
    if let command = shownCommand(for: step) { lines.append("    " + safeText(command, limit: 600)) }
    if let say = step.say { lines.append("  " + AnswerText.sentence(safeText(say, limit: 600)).text) }
    return lines
  }
}

extension CustomerHelp {
  /// Returns the JSON document of `till help-customer`.
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
