import AppStoreModel
import Backends
import Core
import Desk
import Dispatch
import Libc
import Serve
import Verbs

extension DeskCall {
  /// Imports files, one after the other.
  func importFiles() throws -> ExitStatus {
    try MachineLimits.checkSpace()
    guard !words.isEmpty || options.has(.claims) || options.has(.usageFile) || options.has(.people) else {
      throw UsageError(say("missing file; use till desk import FILE..."))
    }
    // An invalid file is refused before anything is stored.
    let claims = try records(in: options.all(.claims)) { json throws(JSONError) in
      let claim = try Claim(json: json)
      try claim.check(now: .machine)
      return claim
    }
    let usages = try records(in: options.all(.usageFile)) { json throws(JSONError) in try Usage(json: json) }
    let people = try records(in: options.all(.people)) { json throws(JSONError) in try PersonRecord(json: json) }
    let desk = try madeDesk(file: words.first { $0 != "-" })
    let importing = try DeskImport(desk)
    let stop = StopSign()
    let progress = ProgressLine(output)
    let clock = ContinuousClock()
    let start = clock.now
    var result = ImportResult()
    for (index, file) in words.enumerated() where !result.isCancelled {
      do {
        try importing.run(file, into: &result) { soFar in
          progress.show(soFar, of: file, since: start)
          return !stop.isAsked
        }
      } catch let error as DeskError where !result.batches.isEmpty {
        // What other files brought is still counted, and can be taken back.
        result.failed += 1
        result.failures.append((say("file \(index + 1) of \(words.count)"), error.description))
      }
    }
    let told = try store(claims, usages, people, into: desk, &result)
    if !result.isCancelled, try options[.derive] != "later" {
      let waiting = try desk.waitingCount()
      do {
        try desk.settle { count in
          progress.show(derived: count, of: waiting)
          if stop.isAsked { throw CancellationError() }
        }
      } catch is CancellationError {
        output.note(say("stopped while computing customers; Till continues when they are next read"))
      }
      try desk.foldFigures()
    }
    progress.end()
    let seconds = max(0.001, start.duration(to: clock.now) / .seconds(1))
    result.customers = try desk.summary().customers
    output.document(result.document(seconds: seconds, claims: told.claims))
    var lines = result.lines(seconds: words.isEmpty ? nil : seconds, told.lines)
    if let batch = result.batches.last, result.broughtAnything || !told.lines.isEmpty {
      lines.append(say("undo: \(commandLine(["import", "--undo", "\(batch)"]))"))
    }
    output.text(lines.joined(separator: "\n"))
    for failure in result.failures.prefix(20) {
      output.note("\(failure.place): \(safeText(failure.reason, limit: 300))")
    }
    if result.failed > 20 { output.note(say("and \("\(result.failed - 20)") more: till desk view quarantine")) }
    if result.isCancelled { output.note(DeskCommandText.stoppedSameCommandGoes.text) }
    return result.failed == 0 && !result.isCancelled ? .done : .failed
  }

  /// Takes an import back.
  func undoImport() throws -> ExitStatus {
    guard words.isEmpty, let batch = try options[.undoneImport].map({ Int64($0) }) else {
      throw UsageError(say("usage: till desk import --undo BATCH, the number that the import printed"))
    }
    let desk = try self.desk(acts: true)
    let stop = StopSign()
    let progress = ProgressLine(output)
    do {
      let count = try desk.undoImport(batch, by: agent) { count in
        progress.show(undone: count)
        if stop.isAsked { throw CancellationError() }
      }
      try desk.settle()
      try desk.foldFigures()
      progress.end()
      let words = say(
        count, "took import \("\(batch)") back; it had brought data about \(count) customer",
        "took import \("\(batch)") back; it had brought data about \(count) customers")
      return call.done(words, ["batch": .number(batch), "customers": .number(count)], text: words)
    } catch is CancellationError {
      progress.end()
      throw CommandError(.failed, DeskCommandText.stoppedSameCommandGoes.text)
    }
  }

  /// Stores the team server's records.
  ///
  /// - Returns: How many claims were new, and a line for each kind of record.
  private func store(
    _ claims: [Claim], _ usages: [Usage], _ people: [PersonRecord], into desk: CustomerDesk,
    _ result: inout ImportResult
  ) throws -> (claims: Int, lines: [String]) {
    var told: (claims: Int, lines: [String]) = (0, [])
    if !claims.isEmpty || !usages.isEmpty {
      let batch = try desk.beginImport()
      result.batches.append(batch)
      let stored = try desk.store(claims: claims, batch: batch)
      let count = try desk.store(usages: usages, batch: batch)
      try desk.endImport(batch)
      told.claims = stored.count
      if !claims.isEmpty {
        told.lines.append(
          say(stored.count, "\(stored.count) new claim of your server", "\(stored.count) new claims of your server"))
      }
      if !stored.full.isEmpty {
        told.lines.append(DeskCommandText.claimsAreFull(stored.full.sorted(), limit: Claim.limit).text)
      }
      if !usages.isEmpty {
        told.lines.append(
          say(count, "\(count) new record of consent and use", "\(count) new records of consent and use"))
      }
    }
    guard !people.isEmpty else { return told }
    let count = try stride(from: 0, to: people.count, by: PersonRecord.requestLimit).reduce(0) { count, start in
      let some = Array(people[start..<min(start + PersonRecord.requestLimit, people.count)])
      return try count + desk.store(people: some, isHashed: options.has(.hashAttributes))
    }
    told.lines.append(say(count, "\(count) user of your app", "\(count) users of your app"))
    return told
  }

  /// Reads the team server's records from files.
  private func records<Record>(
    in files: [String], _ make: (JSONObject) throws(JSONError) -> Record
  ) throws -> [Record] {
    try files.flatMap { file in
      let bytes = try InputFile.bytes(file)
      do throws(JSONError) { return try Self.records(in: bytes, make) } catch {
        throw CommandError(
          .failed,
          say(
            "invalid record in \(safeText(file, limit: 300)): \(safeText(error.description)); Till stored nothing"))
      }
    }
  }

  /// Parses the team server's records: a JSON array of objects, or one object per line.
  static func records<Record>(
    in bytes: [UInt8], _ make: (JSONObject) throws(JSONError) -> Record
  ) throws(JSONError) -> [Record] {
    var values: [JSONValue] = []
    if let whole = try? JSONValue(parsing: bytes) {
      values = whole.arrayValue ?? [whole]
    } else {
      for line in bytes.split(separator: UInt8(ascii: "\n")) { values.append(try JSONValue(parsing: line)) }
    }
    var records: [Record] = []
    for (index, value) in values.enumerated() {
      do throws(JSONError) {
        guard let object = value.objectValue else { throw JSONError(.wrongType, say("is not an object")) }
        records.append(try make(object))
      } catch {
        throw error.below("records", index)
      }
    }
    return records
  }
}

/// A flag for the person's request to stop (Ctrl-C); the running batch is still finished.
final class StopSign {
  /// Closed as soon as the person asks.
  private let asked = Mailbox<Never>()
  private let source: any DispatchSourceSignal

  init() {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler { [asked] in asked.close() }
    source.resume()
  }

  var isAsked: Bool { asked.isClosed }

  /// Waits for the request, and no longer than some time.
  func wait(for duration: Duration) { _ = asked.next(until: ContinuousClock.now + duration) }
}

/// The progress of an import: one line on a terminal; nothing elsewhere.
private final class ProgressLine {
  private let isSeen: Bool
  private var last: ContinuousClock.Instant?
  private var wasShown = false

  init(_ output: Output) { isSeen = isatty(2) == 1 && output.sink == nil && !output.json }

  func show(_ result: ImportResult, of file: String, since start: ContinuousClock.Instant) {
    let seconds = max(0.001, start.duration(to: .now) / .seconds(1))
    var line = say(
      "\(safeText(file, limit: 60)): \("\(result.lines)") lines, "
        + "\("\(Int(Double(result.lines) / seconds))") per second")
    if let part = result.part, part > 0.001 {
      line += say(", \("\(Int(part * 100))") %, \("\(Int(seconds / part - seconds))") s left")
    }
    show(line)
  }

  func show(derived count: Int, of waiting: Int) {
    show(say("computed \(count) of \("\(max(count, waiting))") customers"))
  }

  private func show(_ line: String) {
    guard isSeen, last.map({ $0.duration(to: .now) > .milliseconds(200) }) ?? true else { return }
    last = .now
    wasShown = true
    Files.write(Array("\r\u{1B}[K\(line)".utf8), to: 2)
  }

  func show(undone count: Int) { show(say(count, "\(count) customer", "\(count) customers")) }

  func end() {
    if wasShown { Files.write(Array("\r\u{1B}[K".utf8), to: 2) }
  }
}

extension ImportResult {
  fileprivate func document(seconds: Double, claims: Int) -> JSONObject {
    [
      "imported": .number(imported), "known": .number(known), "failed": .number(failed),
      "customers": .number(customers), "newCustomers": .number(newCustomers), "renewalInfos": .number(renewals),
      "notifications": .number(notifications), "claims": .number(claims), "forgotten": .number(forgotten),
      "waiting": .number(waiting), "batches": .array(batches.map { .number($0) }), "complete": .bool(!isCancelled),
      "seconds": .number(JSONNumber((seconds * 1000).rounded() / 1000)),
      "perSecond": .number(Int(Double(imported + known) / seconds)),
      "failures": .array(
        failures.map { ["place": .string($0.place), "reason": .string(safeText($0.reason, limit: 300))] }),
    ]
  }

  /// Whether the files had anything that the desk now has, or that failed.
  fileprivate var broughtAnything: Bool { imported + renewals + notifications + failed > 0 }

  /// - Parameters:
  ///   - seconds: How long the files of signed data took; nil if there were none.
  ///   - told: The lines about the team server's records.
  fileprivate func lines(seconds: Double?, _ told: [String]) -> [String] {
    var lines: [String] = []
    if let seconds {
      lines.append(
        say(
          "imported \("\(imported)"), already known \("\(known)"), failed "
            + "\("\(failed)"); \("\(Int(Double(imported + known) / seconds))") per second"
        ))
    }
    if renewals + notifications > 0 {
      lines.append(
        Language.series([
          say(notifications, "\(notifications) notification", "\(notifications) notifications"),
          say(renewals, "\(renewals) renewal info record", "\(renewals) renewal info records"),
        ]))
    }
    lines += told
    if waiting > 0 {
      lines.append(
        say(
          waiting, "\(waiting) renewal info waits for a transaction of its subscription",
          "\(waiting) renewal infos wait for a transaction of their subscriptions"))
    }
    if forgotten > 0 {
      lines.append(say("\("\(forgotten)") about customers whose data was deleted; Till kept none of them"))
    }
    lines.append(
      say(
        customers, "\(customers) customer, \(newCustomers) of them new",
        "\(customers) customers, \(newCustomers) of them new"))
    return lines
  }
}
