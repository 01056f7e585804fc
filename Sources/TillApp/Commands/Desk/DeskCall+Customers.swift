import AppStoreModel
import Core
import Desk
import Storage

extension DeskCall {
  func limit() throws -> Int {
    guard let text = options["limit"] else { return 50 }
    guard let limit = Int(text), limit > 0, limit <= 10_000 else {
      throw UsageError(say("invalid --limit “\(safeText(text))”; use a number up to 10000"))
    }
    return limit
  }

  /// Returns the desk; where it is writable, first derives the entitlements of customers with new evidence.
  private func settledDesk() throws -> CustomerDesk {
    guard !options.has("readonly"), let desk = try? self.desk(acts: true) else { return try self.desk(acts: false) }
    // An agent's database role may not derive entitlements (it reads, and writes notes): the listener does that.
    do { try desk.settle(limit: 2000) } catch let fault as DatabaseFault where fault.cause == .forbidden {}
    return desk
  }

  func find() throws -> ExitStatus {
    let desk = try settledDesk()
    let limit = try limit()
    var after: Int64 = 0
    if let text = options["after"] {
      guard let number = Int64(text) else {
        throw UsageError(DeskCommandText.afterGiveNextOfList(safeText(text)).text)
      }
      after = number
    }
    var rows = try desk.find(words[0], after: after, limit: limit)
    // Signed data holds no order number, so Apple is asked once, if the options name an App Store.
    if rows.isEmpty, options.has("backend"), !desk.engine.isReadOnly, CustomerDesk.mayBeOrder(words[0]),
      let customer = try asking({ try desk.lookUp(order: words[0], at: appStore(of: desk)) })
    {
      rows = try desk.rows(of: [customer])
    }
    var document: JSONObject = ["customers": .array(rows.map { .object($0.document) })]
    if rows.count == limit, let last = rows.last { document.append("next", .string("\(last.customer)")) }
    output.document(document)
    output.text(
      rows.isEmpty
        ? say("no customer matches “\(safeText(words[0]))”; try a transaction, order or account token id") : table(rows)
    )
    return .done
  }

  func view() throws -> ExitStatus {
    if words[0] == "quarantine" { return try quarantine() }
    guard let view = SavedView.allCases.first(where: { $0.name == words[0] }) else {
      let hint = remedy(for: words[0], among: SavedView.allCases.map(\.name), listedBy: "till help desk")
      throw UsageError(say("unknown view “\(safeText(words[0]))”; \(hint)"))
    }
    let desk = try settledDesk()
    if let name = options["format"] {
      guard let format = ViewFormat(rawValue: name) else {
        throw UsageError(say("invalid --format “\(safeText(name))”; use csv, markdown or json"))
      }
      return try export(view, as: format, of: desk)
    }
    let limit = try limit()
    let lines = try desk.view(view, after: try options["after"].map(viewPlace), limit: limit)
    var document: JSONObject = [
      "view": .string(view.name),
      "customers": .array(lines.map { .object($0.row.document(subject: $0.subject, date: $0.date)) }),
    ]
    if lines.count == limit, let last = lines.last {
      document.append("next", .string("\(last.place.place).\(last.place.customer).\(last.place.subject)"))
    }
    output.document(document)
    output.text(
      lines.isEmpty
        ? say("no customers") : table(lines.map(\.row), subjects: lines.map { ($0.subject, $0.date) }))
    return .done
  }

  private func viewPlace(_ text: String) throws(UsageError) -> ViewPlace {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let place = Int64(parts[0]), let customer = Int64(parts[1]) else {
      throw UsageError(DeskCommandText.afterGiveNextOfList(safeText(text)).text)
    }
    return ViewPlace(place: place, customer: customer, subject: String(parts[2]))
  }

  private func quarantine() throws -> ExitStatus {
    let rows = try desk(acts: false).quarantined(limit: limit())
    output.document([
      "view": "quarantine",
      "quarantined": .array(
        rows.map {
          [
            "place": .string($0.place), "failure": .string($0.failure),
            "reason": .string(safeText($0.message, limit: 300)),
            "date": $0.date.json,
          ]
        }),
    ])
    output.text(
      rows.isEmpty
        ? say("the quarantine is empty")
        : rows.map { "\(output.date($0.date))  \($0.place): \(safeText($0.message, limit: 300))" }.joined(
          separator: "\n"))
    return .done
  }

  private func table(_ rows: [CustomerRow], subjects: [(String, Timestamp?)]? = nil) -> String {
    var table = Table(titles: [
      "CUSTOMER", subjects == nil ? "TOKEN" : "WHAT", subjects == nil ? "LAST EVENT" : "WHEN", "PRODUCTS",
    ])
    for (index, row) in rows.enumerated() {
      let products = row.products.map { "\($0.productId) \(EntitlementState(rawValue: $0.state)?.words ?? $0.state)" }
      table.append([
        "#\(row.customer)", subjects?[index].0 ?? row.tokens.first ?? "",
        output.date(subjects.map { $0[index].1 } ?? row.lastEventDate), products.joined(separator: ", "),
      ])
    }
    return table.text
  }

  // MARK: One customer

  /// Returns the answer for the customer whom the first word names.
  private func answer() throws -> (desk: CustomerDesk, customer: Int64, answer: CustomerAnswer) {
    let desk = try settledDesk()
    let customer = try desk.customer(words[0])
    // Every access is recorded in the audit; for an agent's database role, the database writes the entry.
    if !desk.engine.isReadOnly, desk.engine.agent == nil { try desk.note("look", by: agent, subject: "#\(customer)") }
    return (desk, customer, try desk.answer(for: customer))
  }

  func helpCustomer() throws -> ExitStatus {
    let customerCase = try CustomerCase(argument: words[1])
    let statuses = try answer().answer.statuses
    let only = try words.count > 2 ? statuses.map(\.product).product(named: words[2]).id : nil
    call.show(
      CustomerHelp(
        customerCase,
        statuses.filter { only == nil || $0.product.id == only }.map { status in
          // A desk runs no command of a device.
          var status = status
          status.next.action = nil
          return CustomerHelp.Product(status)
        }))
    return .done
  }

  func customer() throws -> ExitStatus {
    let (desk, customer, answer) = try answer()
    let (row, notes) = (try desk.rows(of: [customer])[0], try desk.notes(about: customer))
    output.document(document(of: customer, answer, row, notes, desk))
    var lines = [desk.identity.environment.warning].compactMap(\.self)
    lines += ["customer #\(customer)  " + row.tokens.map { safeText($0) }.joined(separator: "  ")]
    for status in answer.statuses {
      let standing = AnswerText.customerIs(
        entitled: status.entitled, state: status.words, end: status.expiresDate.map { output.date($0) })
      lines.append("\(safeText(status.product.id)): \(standing)")
      lines += status.reasons.map { reason in
        "  \(reason.supports ? "+" : "-") "
          + "\((reason.transactionId.map { safeText($0) + " " }) ?? "")\(safeText(reason.text, limit: 600))"
      }
      lines.append("  \(AnswerText.next(status.next))")
      if let say = status.next.say { lines.append(AnswerText.sentence(safeText(say, limit: 600)).text) }
    }
    lines += notes.map { "note, \(output.date($0.date)), \(safeText($0.author)): \(safeText($0.body, limit: 600))" }
    output.text(lines.joined(separator: "\n"))
    return .done
  }

  private func document(
    of customer: Int64, _ answer: CustomerAnswer, _ row: CustomerRow, _ notes: [DeskNote], _ desk: CustomerDesk
  ) -> JSONObject {
    var document: JSONObject = [
      "account": .string("#\(customer)"), "user": (row.tokens.first).json, "backend": "desk",
      "environment": .string(desk.identity.environment.rawValue), "asOf": Timestamp.machine.json,
      "lastChecked": .null, "products": .array(answer.statuses.map { .object($0.rowDocument) }),
    ]
    document.mark(desk.identity.environment)
    document.append("customer", .number(customer))
    document.append("appAccountTokens", row.tokens.json)
    document.append("spent", row.spent.amounts)
    document.append("refunded", row.refunded.amounts)
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
      .array(notes.map { ["date": $0.date.json, "author": .string($0.author), "text": .string($0.body)] }))
    return document
  }

  func note() throws -> ExitStatus {
    let desk = try self.desk(acts: true)
    let customer = try desk.customer(words[0])
    try desk.add(note: words[1], about: customer, by: agent)
    return done("noted", customer)
  }

  func export() throws -> ExitStatus {
    let desk = try self.desk(acts: !options.has("readonly"))
    let customer = try desk.customer(words[0])
    let lines = try desk.export(customer)
    if !options.has("readonly") { try desk.note("export", by: agent, subject: "#\(customer)") }
    output.raw((lines.joined(separator: "\n") + "\n").utf8)
    return .done
  }

  func forget() throws -> ExitStatus {
    let desk = try self.desk(acts: true)
    let customer = try desk.customer(words[0])
    try call.confirm(
      say(
        "Delete all data of customer #\("\(customer)")? This cannot be undone. Till keeps "
          + "hashes so that Apple's next notification does not bring the data back."
      )
    )
    if try !desk.forget(customer, by: agent) {
      output.note(
        say(
          "another program still reads the file's old pages; when it has ended, run till desk retain to erase them"
        ))
    }
    return done("forgotten", customer)
  }

  /// The agent's name for the audit.
  var agent: String { Environment.value("USER") ?? Environment.value("LOGNAME") ?? "somebody" }

  private func done(_ word: String, _ customer: Int64) -> ExitStatus {
    output.document(["ok": true, "message": .string(word), "customer": .number(customer)])
    output.text("customer #\(customer): \(word)")
    return .done
  }

  func examine() throws -> ExitStatus {
    let rebuilds = options.has("rebuild")
    let desk = try self.desk(acts: rebuilds)
    var found = try desk.examine(rebuilds: rebuilds, isDeep: options.has("deep"))
    if !PostgreSQLAddress.isOne(place) {
      if Files.isWritable(Files.folder(of: Files.absolute(place))) {
        found.add(Examination.room(in: Files.folder(of: Files.absolute(place))))
      }
      if options.has("deep"), let pages = Examination.pages(of: place) { found.add(pages) }
    }
    output.document([
      "ok": .bool(found.ok),
      "checks": .array(
        found.checks.map { ["name": .string($0.name), "ok": .bool($0.ok), "detail": .string($0.detail)] }),
    ])
    output.text(found.checks.map { "\($0.ok ? "ok  " : "BAD ") \($0.name): \($0.detail)" }.joined(separator: "\n"))
    return found.ok ? .done : .failed
  }
}

extension DeskExamination {
  fileprivate mutating func add(_ check: DoctorCheck) {
    checks.append(Check(name: check.name, ok: check.ok, detail: check.detail))
  }
}

extension CustomerRow {
  /// The customer's row in the document of `desk find`.
  fileprivate var document: JSONObject {
    [
      "customer": .number(customer), "appAccountTokens": tokens.json,
      "products": .array(
        products.map { product in
          var row: JSONObject = [
            "productId": .string(product.productId), "state": .string(product.state),
            "entitled": .bool(product.entitled),
          ]
          row.append("expiresDate", ifPresent: product.expiresDate?.json)
          return .object(row)
        }),
      "spent": spent.amounts, "refunded": refunded.amounts, "lastEventDate": lastEventDate.json,
    ]
  }

  fileprivate func document(subject: String, date: Timestamp?) -> JSONObject {
    var document = document
    document.append("subject", .string(subject))
    document.append("date", ifPresent: date?.json)
    return document
  }
}

extension [String: Int64] {
  /// The amounts by currency, as the documents hold them.
  fileprivate var amounts: JSONValue {
    .array(sorted { $0.key < $1.key }.map { ["currency": .string($0.key), "amount": .number($0.value)] })
  }
}
