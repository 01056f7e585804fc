import AppStoreModel
import Core
import Desk
import Entitlements
import Libc

/// The answers about one Apple Account (`desk customer`) and about one app user (`desk person`).
extension DeskCall {
  /// The name of the person who works at the desk, for the audit and the notes: `--author`, else the system's login.
  var agent: String {
    get throws {
      if let name = try options[.author] { return name }
      if let name = Environment.value("USER") ?? Environment.value("LOGNAME") { return name }
      if let login = getpwuid(getuid())?.pointee.pw_name { return String(cString: login) }
      throw UsageError(say("missing author: the system has no login name for this user; add --author NAME"))
    }
  }

  /// Answers about the customer of an id; about the user if a token leads to several customers.
  func customer() throws -> ExitStatus {
    let desk = try settledDesk()
    let customer: Int64
    do { customer = try desk.customer(words[0]) } catch let error as DeskError {
      guard let tokens = try desk.user(namedBy: words[0]) else { throw error }
      return try show(person: tokens, at: desk)
    }
    try record(["#\(customer)"], at: desk)
    let date = try options[.asOf]
    let answer = try desk.customerAnswer(for: customer, at: date)
    let (row, notes) = (try desk.rows(of: [customer])[0], try desk.notes(about: customer))
    var document = document(of: answer, user: row.tokens.first, account: "#\(customer)", date, notes, desk)
    document.append("customer", .number(customer))
    document.append("appAccountTokens", row.tokens.json)
    document.append("spent", row.spent.amounts)
    document.append("refunded", row.refunded.amounts)
    output.document(document)
    var lines = [
      ([say("customer #\(customer)")] + row.tokens.map { safeText($0) }).joined(separator: "  ")
    ]
    for token in row.tokens {
      let others = try desk.customers(withTokens: [token]).subtracting([customer]).sorted()
      guard !others.isEmpty else { continue }
      lines.append(
        say(
          "the user \(safeText(token)) also pays with \(Language.series(others.prefix(9).map { "#\($0)" })): "
            + "\(safeText(commandLine(["person", token]), limit: 1000))"))
    }
    show(lines + self.lines(of: answer.statuses), notes, desk)
    return .done
  }

  /// Answers a customer's complaint with the steps that support can take, from what the desk knows about the user.
  func helpCustomer() throws -> ExitStatus {
    let desk = try settledDesk()
    let customerCase = try CustomerCase(argument: words[1])
    let customer: Int64
    do { customer = try desk.customer(words[0]) } catch let error as DeskError {
      // Any of the user's Apple Accounts opens all of them.
      guard let tokens = try desk.user(namedBy: words[0]), let any = try desk.customers(withTokens: tokens).min() else {
        throw error
      }
      customer = any
    }
    let opened = try desk.open(customer, asked: words[0])
    try record(opened.customers.map { "#\($0)" }, at: desk)
    let all = opened.first.statuses
    let statuses = try words.count > 2 ? self.statuses(all, named: words[2]) : all
    call.show(
      CustomerHelp(
        customerCase,
        statuses.map { status in
          // A desk runs no command of a device.
          var status = status
          status.next.action = nil
          return CustomerHelp.Product(status)
        }))
    return .done
  }

  /// Returns the status of the named product; none of a product that the customer never bought.
  private func statuses(_ statuses: [ProductStatus], named name: String) throws -> [ProductStatus] {
    guard statuses.meant(by: name, product: \.product).isEmpty else {
      return [try statuses.one(named: name, product: \.product)]
    }
    let near = statuses.map(\.product).near(name).prefix(2).map { safeText($0) }
    guard !near.isEmpty else { return [] }
    let hint = say("did you mean \(Language.alternatives(near))?")
    throw CommandError(.failed, say("unknown product “\(safeText(name))”; \(hint)"))
  }

  /// Answers about an app user: one verdict over all Apple Accounts, and which of them holds what.
  func person() throws -> ExitStatus {
    let desk = try settledDesk()
    return try show(person: desk.tokens(of: words[0]), at: desk)
  }

  private func show(person tokens: [String], at desk: CustomerDesk) throws -> ExitStatus {
    let date = try options[.asOf]
    let found = try desk.person(of: tokens, at: date)
    let person = found.person
    try record(person.accounts.map { "#\($0.customer)" }, at: desk)
    let notes = try person.accounts.flatMap { try desk.notes(about: $0.customer) }.sorted { $0.date > $1.date }
    var document = document(of: found.answer, user: tokens.first, account: nil, date, notes, desk)
    document.append("person", .object(person.document))
    document.append(
      "accounts",
      .array(
        found.accounts.map { account in
          ["customer": .number(account.customer), "products": .array(account.statuses.map { .object($0.rowDocument) })]
        }))
    document.append("paidTwice", .array(found.paidTwice.map { .string($0.product.id) }))
    output.document(document)
    var lines = [say("user \(safeText(person.user ?? tokens[0]))")]
    lines += person.lines
    for status in found.paidTwice {
      lines.append(say("warning: two purchases overlap; the user pays twice for \(safeText(status.product.id))"))
    }
    if !person.others.isEmpty {
      lines.append(
        say("other users of these Apple Accounts: \(Language.series(person.others.prefix(9).map { safeText($0) }))"))
    }
    lines += self.lines(of: found.answer.statuses)
    for account in found.accounts {
      let products = account.statuses.map { "\(safeText($0.product.id)) \($0.words)" }
      lines.append(say("Apple Account #\(account.customer): \(Language.series(products))"))
    }
    show(lines, notes, desk)
    return .done
  }

  /// Records the access in the audit; for an agent's database role, the database writes the entry.
  private func record(_ subjects: [String], at desk: CustomerDesk) throws {
    guard !desk.engine.isReadOnly, desk.engine.agent == nil else { return }
    for subject in subjects { try desk.note("look", by: try agent, subject: subject) }
  }

  private func lines(of statuses: [ProductStatus]) -> [String] {
    if statuses.isEmpty { return [say("no purchase is known at this date")] }
    return statuses.flatMap { status in
      let answer = status.answer(end: status.expiresDate.map { output.date($0) })
      var lines = ["\(safeText(status.product.id)): \(answer)"]
      lines += status.reasons.map { reason in
        "  \(reason.supports ? "+" : "-") "
          + "\((reason.transactionId.map { safeText($0) + " " }) ?? "")\(safeText(reason.text, limit: 600))"
      }
      lines.append("  \(AnswerText.next(status.next))")
      if let say = status.next.say { lines.append(AnswerText.sentence(safeText(say, limit: 600)).text) }
      return lines
    }
  }

  private func show(_ lines: [String], _ notes: [DeskRemark], _ desk: CustomerDesk) {
    let notes = notes.map { note in
      say("note, \(output.date(note.date)), \(safeText(note.author)): \(safeText(note.text, limit: 600))")
    }
    output.text(([desk.identity.environment.warning].compactMap(\.self) + lines + notes).joined(separator: "\n"))
  }

  private func document(
    of answer: CustomerAnswer, user: String?, account: String?, _ date: Timestamp?, _ notes: [DeskRemark],
    _ desk: CustomerDesk
  ) -> JSONObject {
    var document: JSONObject = [
      "account": account.json, "user": user.json, "backend": "desk",
      "environment": .string(desk.identity.environment.rawValue), "asOf": (date ?? Timestamp.machine).json,
      "lastChecked": .null, "products": .array(answer.statuses.map { .object($0.rowDocument) }),
    ]
    document.mark(desk.identity.environment)
    document.append(
      "why",
      .array(
        answer.statuses.map { status in
          var next = status.next
          next.action = nil
          return .object(status.explainDocument(next: call.document(of: next)))
        }))
    document.append(
      "notes",
      .array(notes.map { ["date": $0.date.json, "author": .string($0.author), "text": .string($0.text)] }))
    return document
  }
}

extension DeskPerson {
  /// What the team sent about the user, line by line.
  fileprivate var lines: [String] {
    var lines = user == nil ? [] : tokens.map { say("token \(safeText($0))") }
    lines += attributes.map { "\(safeText($0.name)): \($0.isHashed ? say("hashed") : safeText($0.value))" }
    if !tags.isEmpty { lines.append(say("tags: \(Language.series(tags.map { safeText($0) }))")) }
    if let assignee { lines.append(say("assigned to \(safeText(assignee))")) }
    return lines
  }

  /// The user in JSON documents.
  var document: JSONObject {
    var document: JSONObject = ["appAccountTokens": tokens.json]
    document.append("user", ifPresent: user.map { .string($0) })
    document.append(
      "attributes",
      .array(
        attributes.map { attribute in
          ["name": .string(attribute.name), "value": attribute.isHashed ? .null : .string(attribute.value)]
        }))
    document.append("tags", tags.json)
    document.append("assignee", ifPresent: assignee.map { .string($0) })
    document.append("sharedWith", others.json)
    return document
  }
}
