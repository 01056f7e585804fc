import AppStoreModel
import Core
import Desk
import Storage
import Verbs

extension DeskCall {
  /// Returns the desk; where it is writable, first derives the entitlements of customers with new evidence.
  func settledDesk() throws -> CustomerDesk {
    guard !options.has(.readonly), let desk = try? self.desk(acts: true) else { return try self.desk(acts: false) }
    try settle(desk)
    return desk
  }

  /// Derives what waits, where the login may.
  func settle(_ desk: CustomerDesk) throws {
    // An agent's database role may not derive entitlements (it reads, and writes notes): the listener does that.
    do { try desk.settle(limit: 2000) } catch let fault as DatabaseFault where fault.cause == .forbidden {}
  }

  func find() throws -> ExitStatus {
    let desk = try settledDesk()
    let limit = try options[.limit] ?? 50
    var rows = try desk.find(words[0], after: options[.afterCustomer] ?? 0, limit: limit + 1)
    // Signed data holds no order number, so Apple is asked once, if the options name an App Store.
    if rows.isEmpty, options.has(.backend), !desk.engine.isReadOnly,
      let customer = try customer(ofOrder: words[0], desk)
    {
      rows = try desk.rows(of: [customer])
    }
    let next = rows.count > limit ? "\(rows[limit - 1].number)" : nil
    rows = Array(rows.prefix(limit))
    var document: JSONObject = ["customers": .array(rows.map { .object($0.document) })]
    document.append("next", ifPresent: next.map { .string($0) })
    output.document(document)
    output.text(rows.isEmpty ? try desk.noCustomer(words[0]).description : table(rows))
    noteMore(after: next)
    return .done
  }

  /// Says on standard error that a list goes on, and how to continue it.
  private func noteMore(after next: String?) {
    if let next, !output.json { output.note(DeskCommandText.more(after: next).text) }
  }

  /// Returns the customer of an order number, which Apple is asked about once.
  func customer(ofOrder number: String, _ desk: CustomerDesk) throws -> Int64? {
    guard CustomerDesk.mayBeOrder(number) else { return nil }
    return try asking { try desk.lookUp(order: number, at: appStore(of: desk)) }
  }

  func view() throws -> ExitStatus {
    if words[0] == "quarantine" {
      if options.has(.allApps) || options.has(.viewFormat) || options.has(.afterPlace) {
        throw UsageError(say("till desk view quarantine takes neither --all-apps nor --format nor --after"))
      }
      return try quarantine()
    }
    guard let view = SavedView.allCases.first(where: { $0.name == words[0] }) else {
      let hint = remedy(for: words[0], among: SavedView.allCases.map(\.name), listedBy: "till help desk")
      throw UsageError(say("unknown view “\(safeText(words[0]))”; \(hint)"))
    }
    let desk = try settledDesk()
    if options.has(.allApps), options.has(.viewFormat) || options.has(.afterPlace) {
      throw UsageError(say("--all-apps takes neither --format nor --after; use --bundle-id for one app"))
    }
    if let format = try options[.viewFormat] { return try export(view, as: format, of: desk) }
    let limit = try options[.limit] ?? 50
    if options.has(.allApps) { return try viewOfAllApps(view, limit, [desk] + desk.others()) }
    let found = try desk.view(view, after: options[.afterPlace], limit: limit + 1)
    let lines = found.prefix(limit)
    let next = found.count > limit ? lines.last?.place.text : nil
    var document: JSONObject = [
      "view": .string(view.name),
      "customers": .array(lines.map { .object($0.row.document(subject: $0.subject, date: $0.date)) }),
    ]
    document.append("next", ifPresent: next.map { .string($0) })
    output.document(document)
    output.text(
      lines.isEmpty
        ? say("no customers") : table(lines.map(\.row), subjects: lines.map { ($0.subject, $0.date) }))
    noteMore(after: next)
    return .done
  }

  /// Prints the first lines of a view over all apps, in the view's order.
  private func viewOfAllApps(_ view: SavedView, _ limit: Int, _ desks: [CustomerDesk]) throws -> ExitStatus {
    let found = try desks.flatMap { desk in
      try settle(desk)
      return try desk.view(view, limit: limit + 1).map { (app: desk.identity.name, line: $0) }
    }.sorted { $0.line.place.place < $1.line.place.place }
    let lines = found.prefix(limit)
    output.document([
      "view": .string(view.name),
      "customers": .array(
        lines.map { app, line in
          var row = line.row.document(subject: line.subject, date: line.date)
          row.append("bundleId", .string(app.bundleId))
          row.append("environment", .string(app.environment))
          return .object(row)
        }),
    ])
    output.text(
      lines.isEmpty
        ? say("no customers")
        : table(
          lines.map(\.line.row), subjects: lines.map { ($0.line.subject, $0.line.date) }, apps: lines.map(\.app)))
    if found.count > limit, !output.json { output.note(DeskCommandText.more(limit: limit).text) }
    return .done
  }

  private func quarantine() throws -> ExitStatus {
    let limit = try options[.limit] ?? 50
    let found = try desk(acts: false).quarantined(limit: limit + 1)
    let rows = found.prefix(limit)
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
    if found.count > limit, !output.json { output.note(DeskCommandText.more(limit: limit).text) }
    return .done
  }

  private func table(
    _ rows: [DeskCustomer], subjects: [(String, Timestamp?)]? = nil, apps: [DeskAppName]? = nil
  ) -> String {
    var table = Table(
      titles: (apps == nil ? [] : ["APP"]) + [
        "CUSTOMER", subjects == nil ? "TOKEN" : "WHAT", subjects == nil ? "LAST EVENT" : "WHEN", "PRODUCTS",
      ])
    for (index, row) in rows.enumerated() {
      let products = row.holdings.map { "\($0.productId) \(EntitlementState(rawValue: $0.state)?.words ?? $0.state)" }
      table.append(
        (apps.map { ["\($0[index].bundleId) \($0[index].environment)"] } ?? []) + [
          "#\(row.number)", subjects?[index].0 ?? row.tokens.first ?? "",
          output.date(subjects.map { $0[index].1 } ?? row.lastEventDate), products.joined(separator: ", "),
        ])
    }
    return table.text
  }

  func note() throws -> ExitStatus {
    let desk = try self.desk(acts: true)
    let customer = try desk.customer(words[0])
    try desk.add(note: words[1], about: customer, by: try agent)
    return done("noted", customer)
  }

  func export() throws -> ExitStatus {
    let desk = try self.desk(acts: !options.has(.readonly))
    let customer = try desk.customer(words[0])
    let lines = try desk.export(customer) + desk.exportNotifications(customer)
    if !options.has(.readonly) { try desk.note("export", by: try agent, subject: "#\(customer)") }
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
    if try !desk.forget(customer, by: try agent) {
      output.note(
        say(
          "another program still reads the file's old pages; when it has ended, run till desk retain to erase them"
        ))
    }
    return done("forgotten", customer)
  }

  /// Sets how long expiring data is kept, where the options say so, and deletes older data.
  func retain() throws -> ExitStatus {
    let retention = try options[.retention]
    let desk = try self.desk(acts: true)
    if let retention { try desk.setRetention(months: retention, by: try agent) }
    let report = try desk.retire(by: try agent)
    let names = Set(report.rows.keys).union(report.pieces.keys).sorted()
    var document: JSONObject = ["ok": true, "months": report.months.map { .number($0) } ?? .null]
    document.append("before", ifPresent: report.before?.json)
    document.append(
      "gone",
      .array(
        names.map {
          [
            "table": .string($0), "rows": .number(report.rows[$0] ?? 0), "months": .number(report.pieces[$0] ?? 0),
          ]
        }))
    var lines = [say("everything is kept")]
    if let months = report.months, let before = report.before {
      lines = [
        say(
          months, "kept everything since \(before.formatted(.day)) (\(months) month and the current one)",
          "kept everything since \(before.formatted(.day)) (\(months) months and the current one)")
      ]
    }
    lines += names.map { name in
      let (rows, months) = (report.rows[name] ?? 0, report.pieces[name] ?? 0)
      return say(
        "\(name): \(say(rows, "\(rows) row", "\(rows) rows")) deleted, "
          + "\(say(months, "\(months) whole month", "\(months) whole months")) dropped")
    }
    document.append("message", .string(lines[0]))
    output.document(document)
    output.text(lines.joined(separator: "\n"))
    return .done
  }

  private func done(_ word: String, _ customer: Int64) -> ExitStatus {
    call.done(word, ["customer": .number(customer)], text: say("customer #\(customer): \(term(word))"))
  }

  func examine() throws -> ExitStatus {
    let rebuilds = options.has(.rebuild)
    let desk = try self.desk(acts: rebuilds)
    var found = try desk.examine(rebuilds: rebuilds, isDeep: options.has(.deep))
    let place = try place
    if !PostgreSQLAddress.isOne(place) {
      if Files.isWritable(Files.folder(of: Files.absolute(place))) {
        found.add(Examination.room(in: Files.folder(of: Files.absolute(place))))
      }
      if options.has(.deep), let pages = Examination.pages(of: place) { found.add(pages) }
    }
    output.document([
      "ok": .bool(found.ok),
      "checks": .array(
        found.checks.map { ["name": .string($0.name), "ok": .bool($0.ok), "detail": .string($0.detail)] }),
    ])
    output.text(
      found.checks.map { "\($0.ok ? "ok  " : "BAD ") \(term($0.name)): \($0.detail)" }.joined(separator: "\n"))
    return found.ok ? .done : .failed
  }
}

extension DeskExamination {
  fileprivate mutating func add(_ check: DoctorCheck) {
    checks.append(Check(name: check.name, ok: check.ok, detail: check.detail))
  }
}

extension DeskCustomer {
  /// The customer's row in the document of `desk find`.
  fileprivate var document: JSONObject {
    [
      "customer": .number(number), "appAccountTokens": tokens.json,
      "products": .array(
        holdings.map { product in
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
  var amounts: JSONValue {
    .array(sorted { $0.key < $1.key }.map { ["currency": .string($0.key), "amount": .number($0.value)] })
  }
}
