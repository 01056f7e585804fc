import AppStoreModel
import Core
import Device
import Verbs

extension Command {
  static let transactions = list(
    "transactions", "list the account's signed transactions, newest first",
    header: ["TRANSACTION", "PRODUCT", "BOUGHT", "STATE", "SIGNATURE", "SOURCE"],
    read: { try $0.transactions($1) }, document: \.document
  ) { row, dates in
    let transaction = row.transaction
    let state =
      transaction.revocationWords.map { $0 + " " + dates.date(transaction.revocationDate) }
      ?? (row.isAbsent ? say("no longer listed") : "")
    return [
      transaction.transactionId ?? "", transaction.productId ?? "", dates.date(transaction.purchaseDate), state,
      term(row.verdict.word), term(row.origin.rawValue),
    ]
  }

  static let refunds = list(
    "refunds", "list refunded and revoked purchases",
    header: ["TAKEN BACK", "WHY", "PRODUCT", "TRANSACTION", "REVERSED"], read: { try $0.refunds($1) },
    document: \.document
  ) { row, dates in
    [
      dates.date(row.revocationDate), row.words, row.productId, row.transactionId, dates.date(row.reversedDate),
    ]
  }

  static let orders = list(
    "orders", "list the orders: paid purchases on their way to the customer",
    header: [
      "CREATED", "STATE", "PRODUCT", "TRANSACTION", "USER", "ACCOUNT", "ORDER", "NEXT TRY", "WHY", "WHAT TO DO",
    ],
    read: { try $0.orders($1) }, document: \.document,
    first: { session, store, productId, output in
      let clock = try session.clock(for: store.deviceState(), from: store)
      return try store.waitingPurchases(of: productId, at: clock).map { ($0.document, $0.cells(output)) }
    }
  ) { row, dates in
    [
      dates.date(row.createdDate), row.stateWords, row.productId, row.transactionId, shownUser(row.user),
      row.account, row.id,
      dates.date(row.nextRetryDate), row.why ?? "", row.advice,
    ]
  }

  static let unfinished = list(
    "unfinished", "list transactions that are not finished at the App Store",
    header: ["SINCE", "TRANSACTION", "PRODUCT", "STATE", "ORDER", "ACCOUNT", "NEXT TRY", "WHY", "WHAT TO DO"],
    read: { try $0.unfinished($1) }, document: \.document
  ) { row, dates in
    [
      dates.date(row.date), row.transactionId, row.productId, row.stateWords, row.orderId ?? "", row.account ?? "",
      dates.date(row.nextRetryDate), row.lastError ?? "", row.advice,
    ]
  }

  static let journal = list(
    "journal", "list what happened on this device", header: ["WHEN", "STEP", "PRODUCT", "WHAT"],
    read: { try $0.journal($1) }, document: \.document, statistics: true
  ) { row, dates in [dates.date(row.date), row.kind, row.productId ?? "", row.text] }

  /// Returns a command that prints one page of a list.
  ///
  /// - Parameter first: Rows to print above the newest page, and under `waiting` in the document.
  private static func list<Row: Hashable & Sendable>(
    _ name: String, _ summary: Words, header: [Words],
    read: @escaping @Sendable (LocalStore, PageRequest) throws -> Page<Row>,
    document: @escaping @Sendable (Row) -> JSONObject, statistics: Bool = false,
    first:
      @escaping @Sendable (StoreSession, LocalStore, String?, Output) throws -> [(
        document: JSONObject, cells: [String]
      )] = { _, _, _, _ in [] },
    cells: @escaping @Sendable (Row, Output) -> [String]
  ) -> Command {
    Command(
      name: name, summary: summary,
      forms: [UsageForm(.option(.onlyProduct), .option(.limit), .option(.after), .option(.json))]
        + (statistics ? [UsageForm(.needed(.statistics))] : []),
      examples: ["till \(name)", "till \(name) --limit 5 --json"]
    ) { call in
      if call.options.has(.statistics) { return try await call.journalStatistics() }
      let limit = try call.options[.limit] ?? 50
      let session = try await call.session()
      try await call.refresh(session)
      let store = try session.reader()
      // A row may name a product that is no longer in any catalogue, so an unknown name is taken as an id.
      let product = try call.options[.onlyProduct].map { name in
        let meant = try store.products().meant(by: name) { $0 }
        return meant.count == 1 ? meant[0].id : name
      }
      let request = PageRequest(limit: limit, after: try call.options[.after], productId: product)
      let page = try read(store, request)
      let waiting = page.previous == nil ? try first(session, store, product, call.output) : []
      var answer: JSONObject = [:]
      if !waiting.isEmpty { answer["waiting"] = .array(waiting.map { .object($0.document) }) }
      answer.append(name, .array(page.rows.map { .object(document($0)) }))
      answer.append("next", text: page.next)
      call.output.document(answer)
      var table = Table(titles: header)
      waiting.forEach { table.append($0.cells) }
      page.rows.forEach { table.append(cells($0, call.output)) }
      call.output.text(table.text)
      if let next = page.next { call.output.text(DeskCommandText.more(after: next).text) }
      return .done
    }
  }
}

extension Parameter where Value == Bool {
  fileprivate static var statistics: Self { .flag("stats", "counts and durations") }
}

extension WaitingPurchase {
  /// Returns the row in the list of orders.
  fileprivate func cells(_ output: Output) -> [String] {
    [
      output.date(intent.createdDate), stateWords, intent.productId, intent.transactionId ?? "",
      shownUser(intent.user), intent.account, intent.id, "", why, advice,
    ]
  }

  var document: JSONObject {
    var document: JSONObject = ["intentId": .string(intent.id), "state": .string(intent.state.rawValue)]
    document.append("productId", .string(intent.productId))
    document["transactionId"] = (goneThrough?.transactionId ?? intent.transactionId).map { .string($0) }
    document["user"] = loginName(intent.user).map { .string($0) }
    document.append("account", .string(intent.account))
    document.append("createdDate", intent.createdDate.json)
    document.append("wentThrough", .bool(goneThrough != nil))
    document["isPaid"] = goneThrough?.isPaid.map { .bool($0) }
    return document
  }
}
