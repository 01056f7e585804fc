import AppStoreModel
import Core
import Desk
import Libc
import Verbs

extension DeskCall {
  // MARK: The worker's requests

  /// Adds a request for the worker: refresh a customer, extend a subscription or hold a consumption answer.
  func request() throws -> ExitStatus {
    let desk = try self.desk(acts: true)
    guard words.count >= 2, let kind = DeskRequest.Kind(rawValue: words[0]), kind != .consumption else {
      throw UsageError(say("usage: till desk request refresh CUSTOMER, extend SUBSCRIPTION DAYS, or hold TRANSACTION"))
    }
    try settle(desk)
    let customer = try desk.customer(words[1])
    var body: JSONObject = [:]
    if kind == .extend {
      guard words.count == 3, let days = Int(words[2]), (1...90).contains(days) else {
        throw UsageError(say("invalid extension; till desk request extend SUBSCRIPTION DAYS takes 1 to 90 days"))
      }
      body = [
        "days": .number(days), "reasonCode": .number(try options[.reasonCode] ?? 0),
        "request": .string(call.dependencies.newID()),
      ]
    }
    let made = try desk.request(
      kind, about: kind == .refresh ? "" : words[1], of: customer, body: body, by: try agent)
    output.document(made.document)
    output.text(
      DeskCommandText.requested(
        kind: kind.rawValue, customer: "\(customer)", worker: commandLine(["worker"])
      ).text)
    return .done
  }

  /// Lists the requests with their results, and the outcomes of the answers about consumption.
  func requests() throws -> ExitStatus {
    let desk = try self.desk(acts: false)
    let limit = try options[.limit] ?? 50
    let (found, outcomes) = (try desk.requests(limit: limit + 1), try desk.consumptionOutcomes())
    let rows = found.prefix(limit)
    output.document([
      "requests": .array(rows.map { .object($0.document) }),
      "outcomes": .array(
        outcomes.map {
          [
            "refundPreference": $0.preference.isEmpty ? .null : .string($0.preference), "sent": .number($0.sent),
            "refunded": .number($0.refunded), "declined": .number($0.declined),
          ]
        }),
    ])
    var table = Table(titles: ["WHEN", "WHAT", "CUSTOMER", "ABOUT", "BY", "STATE"])
    for row in rows {
      table.append([
        output.date(row.asked), term(row.kind.rawValue), "#\(row.customer)", safeText(row.subject), safeText(row.agent),
        term(row.state.rawValue) + (row.outcome.map { ": " + safeText($0, limit: 100) } ?? ""),
      ])
    }
    output.text(rows.isEmpty ? say("the worker has no requests") : table.text)
    if found.count > limit, !output.json { output.note(DeskCommandText.more(limit: limit).text) }
    return .done
  }

  // MARK: The worker

  /// Carries out the waiting requests at Apple until Ctrl-C; only once with `--once`, only as a trial with `--dry-run`.
  func work() throws -> ExitStatus {
    let desk = try self.desk(acts: true)
    let rules = try options[.rules].map(Self.rules) ?? ConsumptionRules()
    let isTrial = options.has(.dryRun)
    let name = "\(try agent)@\(Self.hostName) \(getpid())"
    let worker = DeskWorker(desk, at: isTrial ? nil : try appStore(of: desk), rules: rules, name: name)
    guard try isTrial || worker.claim() else { throw CommandError(.failed, DeskCommandText.anotherWorker.text) }
    defer { if !isTrial { try? worker.release() } }
    let stop = StopSign()
    var isGood = true
    var said: Set<DeskWorker.Line> = []
    repeat {
      let lines = try worker.round()
      // Each line is printed only once, so a waiting request does not repeat in every round.
      for line in lines where said.insert(line).inserted { show(line) }
      isGood = isGood && !lines.contains { $0.outcome == .failed }
      guard !isTrial, !options.has(.onlyOnce), !stop.isAsked else { break }
      stop.wait(for: .seconds(5))
      guard try worker.claim() else { throw CommandError(.failed, DeskCommandText.anotherWorker.text) }
    } while !stop.isAsked
    return isGood ? .done : .failed
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, 255) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func show(_ line: DeskWorker.Line) {
    var document: JSONObject = [
      "kind": .string(line.kind.rawValue), "customer": .number(line.customer), "subject": .string(line.subject),
      "outcome": .string(line.outcome.rawValue), "detail": .string(line.detail),
    ]
    document.append("until", ifPresent: line.until?.json)
    if output.json { return output.line(document) }
    output.text(
      DeskCommandText.worked(
        kind: term(line.kind.rawValue), customer: "\(line.customer)", subject: safeText(line.subject),
        outcome: line.outcome.rawValue, detail: safeText(line.detail, limit: 300)
      ).text)
  }

  private static func rules(_ file: String) throws -> ConsumptionRules {
    do {
      guard let object = try JSONValue(parsing: InputFile.bytes(file)).objectValue else {
        throw JSONError.missing("rules")
      }
      return try ConsumptionRules(json: object)
    } catch let error as JSONError {
      throw UsageError(safeText(file) + (error.path.isEmpty ? " " : ": ") + safeText(error.description))
    }
  }
}

extension DeskRequest {
  /// The request in JSON documents.
  fileprivate var document: JSONObject {
    var document: JSONObject = [
      "number": .number(number), "customer": .number(customer), "kind": .string(kind.rawValue),
      "subject": .string(subject), "agent": .string(agent), "asked": asked.json, "state": .string(state.rawValue),
    ]
    if !body.isEmpty { document.append("body", .object(body)) }
    document.append("outcome", ifPresent: outcome.map { .string($0) })
    return document
  }
}
