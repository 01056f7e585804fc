import AppStoreModel
import Backends
import Core
import Device

extension SupportVerb {
  static let changing = [extend, extendAll, consumption, token, finish, test]

  private static let extend = SupportVerb(
    name: "extend", usage: "extend SUBSCRIPTION DAYS [--reason-code N]", words: 2...2, options: ["reason-code"]
  ) { desk in
    let id = try desk.original(of: desk.words[0])
    guard let days = Int(desk.words[1]), (1...90).contains(days) else {
      throw UsageError(EvidenceText.extendedByDays(safeText(desk.words[1])).text)
    }
    let code = try desk.call.options.number("reason-code", in: 0...3) ?? 0
    let request = desk.session.dependencies.newID()
    let answer = try desk.change(
      say(
        days, "extend the renewal of \(safeText(id)) by \(days) day",
        "extend the renewal of \(safeText(id)) by \(days) days"), transactionId: id,
      consequence: say("The customer pays later, and Apple allows it twice a year.")
    ) { try await desk.client.extend(id, days: days, reasonCode: code, requestIdentifier: request) }
    let date = try answer.milliseconds("effectiveDate").map { Timestamp(milliseconds: $0) }
    return SupportAnswer(
      document: ["ok": true, "message": "extended", "requestIdentifier": .string(request), "answer": .object(answer)],
      lines: [say("extended: the next renewal is on \(desk.call.output.date(date))")])
  }

  private static let extendAll = SupportVerb(
    name: "extend-all", usage: "extend-all PRODUCT DAYS [--reason-code N] [--storefronts CODE,CODE]", words: 2...2,
    options: ["reason-code", "storefronts"]
  ) { desk in
    let product = desk.words[0]
    guard let days = Int(desk.words[1]), (1...90).contains(days) else {
      throw UsageError(EvidenceText.extendedByDays(safeText(desk.words[1])).text)
    }
    let request = desk.session.dependencies.newID()
    var terms: JSONObject = [
      "extendByDays": .number(days),
      "extendReasonCode": .number(try desk.call.options.number("reason-code", in: 0...3) ?? 0),
      "requestIdentifier": .string(request), "productId": .string(product),
    ]
    if let codes = desk.call.options["storefronts"] {
      terms.append("storefrontCountryCodes", .strings(codes.split(separator: ",").map { $0.uppercased() }))
    }
    let body = terms
    let identifier = try desk.change(
      say(
        days, "extend the renewals of every subscriber of \(safeText(product)) by \(days) day",
        "extend the renewals of every subscriber of \(safeText(product)) by \(days) days"), transactionId: nil,
      consequence: say("All of them pay later, and Apple allows it twice a year.")
    ) { try await desk.client.extendAll(body) }
    return SupportAnswer(
      document: ["ok": true, "message": .string(EvidenceText.askedFor.text), "requestIdentifier": .string(identifier)],
      lines: [
        say(
          "requested; till support extend-status \(safeText(product)) "
            + "\(safeText(identifier)) shows Apple's progress")
      ])
  }

  private static let consumption = SupportVerb(
    name: "consumption", usage: "consumption TRANSACTION FILE.json|JSON", words: 2...2
  ) { desk in
    let (id, file) = (desk.words[0], desk.words[1])
    let bytes = try file.hasPrefix("{") ? Array(file.utf8) : InputFile.bytes(file)
    guard case .object(let consumption) = try? JSONValue(parsing: bytes) else {
      throw CommandError(.usage, say("\(safeText(file)) is not a single JSON object like Apple's ConsumptionRequest"))
    }
    guard try consumption.bool("customerConsented") == true else {
      throw CommandError(.usage, say("customerConsented must be true in \(safeText(file)); ask the customer first"))
    }
    try desk.change(
      say("send consumption information of \(safeText(id))"), transactionId: id,
      consequence: say("Apple considers it when it decides the refund.")
    ) { try await desk.client.sendConsumption(id, consumption) }
    return .done("sent")
  }

  private static let token = SupportVerb(name: "token", usage: "token TRANSACTION UUID", words: 2...2) { desk in
    let (id, text) = (try desk.original(of: desk.words[0]), desk.words[1])
    guard let uuid = UUIDText.normalized(text) else { throw UsageError(say("invalid UUID “\(safeText(text))”")) }
    try desk.change(
      say("set the app account token of \(safeText(id))"), transactionId: id,
      consequence: say("All its renewals carry \(uuid) from now on.")
    ) { try await desk.client.setAppAccountToken(id, token: uuid) }
    return .done("set")
  }

  private static let finish = SupportVerb(name: "finish", usage: "finish TRANSACTION", words: 1...1) { desk in
    let id = desk.words[0]
    try desk.change(
      "finish \(safeText(id))", transactionId: id,
      consequence: say("The App Store stops delivering it: be sure that the customer has it.")
    ) { try await desk.client.finish(id) }
    return .done("finished")
  }

  private static let test = SupportVerb(name: "test-notification", usage: "test-notification", words: 0...0) { desk in
    let token = try desk.change(
      say("send a test notification to the app server"), transactionId: nil,
      consequence: say("It affects no customer.")
    ) { try await desk.client.requestTestNotification() }
    return SupportAnswer(
      document: ["ok": true, "message": .string(EvidenceText.askedFor.text), "testNotificationToken": .string(token)],
      lines: [say("requested; till support test-result \(safeText(token)) shows the result")])
  }
}

extension SupportAnswer {
  /// Returns the answer of a change that has no further data.
  fileprivate static func done(_ word: String) -> SupportAnswer {
    SupportAnswer(document: ["ok": true, "message": .string(word)], lines: [word])
  }
}
