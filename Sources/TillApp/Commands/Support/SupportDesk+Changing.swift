import AppStoreModel
import Backends
import Core
import Verbs

extension SupportDesk {

  func extend() async throws -> SupportAnswer {
    let (id, days) = (try original(of: call[.extended]), try call[.freeDays])
    let code = call[maybe: .reasonCode] ?? 0
    let request = session.dependencies.newID()
    let answer = try await change(
      say(
        days, "extend the renewal of \(safeText(id)) by \(days) day",
        "extend the renewal of \(safeText(id)) by \(days) days"), transactionId: id,
      consequence: say("The customer pays later, and Apple allows it twice a year.")
    ) { try await client.extend(id, days: days, reasonCode: code, requestIdentifier: request) }
    let date = try answer.milliseconds("effectiveDate").map { Timestamp(milliseconds: $0) }
    return SupportAnswer(
      document: ["ok": true, "message": "extended", "requestIdentifier": .string(request), "answer": .object(answer)],
      lines: [say("extended: the next renewal is on \(output.date(date))")])
  }

  func extendAll() async throws -> SupportAnswer {
    let (product, days) = (try call[.product], try call[.freeDays])
    let request = session.dependencies.newID()
    var terms: JSONObject = [
      "extendByDays": .number(days),
      "extendReasonCode": .number(call[maybe: .reasonCode] ?? 0),
      "requestIdentifier": .string(request), "productId": .string(product),
    ]
    if let codes = call[maybe: .storefronts] {
      terms.append("storefrontCountryCodes", .strings(codes.split(separator: ",").map { $0.uppercased() }))
    }
    let body = terms
    let identifier = try await change(
      say(
        days, "extend the renewals of every subscriber of \(safeText(product)) by \(days) day",
        "extend the renewals of every subscriber of \(safeText(product)) by \(days) days"), transactionId: nil,
      consequence: say("All of them pay later, and Apple allows it twice a year.")
    ) { try await client.extendAll(body) }
    return SupportAnswer(
      document: ["ok": true, "message": .string(say("requested")), "requestIdentifier": .string(identifier)],
      lines: [
        say(
          "requested; till support extend-status \(safeText(product)) "
            + "\(safeText(identifier)) shows Apple's progress")
      ])
  }

  func sendConsumption() async throws -> SupportAnswer {
    let (id, file) = (try call[.purchase], try call[.consumption])
    let bytes = try file.hasPrefix("{") ? Array(file.utf8) : InputFile.bytes(file)
    guard case .object(let consumption) = try? JSONValue(parsing: bytes) else {
      throw CommandError(.usage, say("\(safeText(file)) is not a single JSON object like Apple's ConsumptionRequest"))
    }
    guard try consumption.bool("customerConsented") == true else {
      throw CommandError(.usage, say("customerConsented must be true in \(safeText(file)); ask the customer first"))
    }
    try await change(
      say("send consumption information of \(safeText(id))"), transactionId: id,
      consequence: say("Apple considers it when it decides the refund.")
    ) { try await client.sendConsumption(id, consumption) }
    return .done("sent")
  }

  func setToken() async throws -> SupportAnswer {
    let (id, uuid) = (try original(of: call[.purchase]), try call[.ownerToken])
    try await change(
      say("set the app account token of \(safeText(id))"), transactionId: id,
      consequence: say("All its renewals carry \(uuid) from now on.")
    ) { try await client.setAppAccountToken(id, token: uuid) }
    return .done("set")
  }

  func finish() async throws -> SupportAnswer {
    let id = try call[.purchase]
    try await change(
      "finish \(safeText(id))", transactionId: id,
      consequence: say("The App Store stops delivering it: be sure that the customer has it.")
    ) { try await client.finish(id) }
    return .done("finished")
  }

  func requestTest() async throws -> SupportAnswer {
    let token = try await change(
      say("send a test notification to the app server"), transactionId: nil,
      consequence: say("It affects no customer.")
    ) { try await client.requestTestNotification() }
    return SupportAnswer(
      document: ["ok": true, "message": .string(say("requested")), "testNotificationToken": .string(token)],
      lines: [say("requested; till support test-result \(safeText(token)) shows the result")])
  }
}

extension SupportAnswer {
  /// Returns the answer of a change that has no further data.
  fileprivate static func done(_ word: String) -> SupportAnswer {
    SupportAnswer(document: ["ok": true, "message": .string(word)], lines: [word])
  }
}
