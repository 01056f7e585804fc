import AppStoreSimulator
import SafeText
import StoreModel
import StrictJSON

extension SimulatorVerb {
  /// Looking at transactions, taking them out, and going back.
  static let managing: [SimulatorVerb] = [
    SimulatorVerb(
      name: "transactions",
      usage: "transactions [TXN] [--account NAME] [--product ID] [--limit N] [--after NEXT]", upTo: 1,
      options: ["account", "product", "limit", "after"], isReading: true
    ) { call in
      if let transactionId = call.words.first { return try call.transaction(transactionId) }
      let options = call.invocation.options
      let limit = try options.number("limit", in: 1...10_000) ?? 50
      let page = try call.appStore.transactions(
        of: options["account"], PageRequest(limit: limit, after: options["after"], productId: options["product"]))
      var table = Table(["TRANSACTION", "PRODUCT", "BOUGHT", "EXPIRES", "REFUNDED"])
      for row in page.rows {
        let dates = [row.purchaseDate, row.expiresDate, row.revocationDate].map { call.invocation.output.date($0) }
        table.append([row.transactionId ?? "", row.productId ?? ""] + dates)
      }
      return SimulatorAnswer.list(
        "transactions", page.rows.map { .object($0.json) }, next: page.next, table: table)
    },
    SimulatorVerb(name: "restate", usage: "restate TXN JSON", words: 2) { call in
      guard case .object(let members)? = try? JSONValue(parsing: Array(call.words[1].utf8)) else {
        throw UsageError(
          "the second word must be a JSON object with members of a transaction, such as {\"type\": \"Sticker\"}")
      }
      try call.appStore.restate(call.words[0], members)
      return SimulatorAnswer(
        "\(call.words[0]) is signed anew, and says otherwise: " + members.map { $0.name }.joined(separator: ", "),
        ["transactionId": .string(call.words[0])])
    },
    SimulatorVerb(name: "delete", usage: "delete TXN [--yes]", words: 1) { call in
      let transactionId = call.words[0]
      _ = try call.appStore.transactionInfo(transactionId)
      try call.device.confirm(
        "delete \(safeText(transactionId)) and everything that came of it, as if it had never been?")
      let gone = try call.appStore.deleteTransaction(transactionId)
      return SimulatorAnswer(
        gone.count == 1 ? "\(gone[0]) is deleted" : "\(gone.count) transactions are deleted",
        ["deleted": .array(gone.map(JSONValue.string))])
    },
    SimulatorVerb(name: "reset", usage: "reset [ACCOUNT] [--yes]", upTo: 1) { call in
      if let account = call.words.first {
        try call.device.confirm("delete everything that \(safeText(account)) bought?")
        try call.appStore.resetAccount(account)
        return SimulatorAnswer("\(account) owns nothing and has no history", ["account": .string(account)])
      }
      try call.device.confirm("start the App Store over with the demo data?")
      try call.appStore.reset()
      let clock = try call.appStore.clock()
      return SimulatorAnswer(
        "the App Store started over; devices begin anew at their next start",
        ["epoch": .number(JSONNumber(clock.epoch)), "now": clock.now.json])
    },
    SimulatorVerb(
      name: "checkpoint", usage: "checkpoint [NAME] [--to FILE] [--restore NAME] [--from FILE]", upTo: 1,
      options: ["to", "restore", "from"]
    ) { call in
      let options = call.invocation.options
      switch (options["restore"], options["from"]) {
      case (nil, nil):
        return try call.makeCheckpoint()
      case (let name?, nil) where call.words.isEmpty && !options.has("to"):
        try call.appStore.restoreCheckpoint(name)
        return try call.wentBack(to: name)
      case (nil, let file?) where call.words.isEmpty && !options.has("to"):
        try call.appStore.importHistory(call.device.read(file), name: file)
        return try call.wentBack(to: file)
      default:
        throw UsageError("name a checkpoint to make, or one to go back to with --restore or --from, not both")
      }
    },
  ]
}

extension SimulatorCall {
  /// Everything about one transaction.
  fileprivate func transaction(_ id: String) throws -> SimulatorAnswer {
    let info = try appStore.transactionInfo(id)
    let payload = try CompactPayload.json(of: info.signedTransactionInfo)
    var members: JSONObject = ["transaction": .object(payload)]
    if info.ownership == .purchased { members.append("orderNumber", .string(info.orderId)) }
    members.append("signedTransactionInfo", .string(info.signedTransactionInfo))
    var table = Table(["FIELD", "VALUE"])
    for (name, value) in payload { table.append([name, CompactPayload.text(of: value, invocation.output)]) }
    if info.ownership == .purchased { table.append(["order number", info.orderId]) }
    return SimulatorAnswer("the transaction \(info.transactionId)", members, text: table.text)
  }

  fileprivate func makeCheckpoint() throws -> SimulatorAnswer {
    let name = try appStore.makeCheckpoint(words.first)
    var members: JSONObject = ["name": .string(name)]
    var text = "the checkpoint \(safeText(name)) is made"
    if let file = invocation.options["to"] {
      try device.write(Array(appStore.exportHistory().utf8), file)
      members.append("file", .string(file))
      text += " and written to \(safeText(file))"
    }
    let rows = try appStore.checkpoints().map { checkpoint -> JSONValue in
      ["name": .string(checkpoint.name), "now": checkpoint.date.json]
    }
    members.append("checkpoints", .array(rows))
    return SimulatorAnswer(text, members)
  }

  fileprivate func wentBack(to name: String) throws -> SimulatorAnswer {
    let clock = try appStore.clock()
    return SimulatorAnswer(
      "the App Store is where it was in \(safeText(name)): it is \(invocation.output.date(clock.now)); "
        + "devices begin anew at their next start",
      ["name": .string(name), "epoch": .number(JSONNumber(clock.epoch)), "now": clock.now.json])
  }
}
