import AppStoreModel
import Core
import Simulator

/// The result of a command.
struct StageResult {
  let status: ExitStatus
  let document: JSONObject?
  /// The command's message, in one line.
  let message: String
}

extension Stage {
  /// Returns the mistake in a command line of a file, in one line; nil when it may run on a stage.
  static func mistake(in words: [String]) -> String? {
    do throws(UsageError) {
      try FileRules.check(Arguments(words), folder: "$folder")
      return nil
    } catch {
      return error.message
    }
  }

  /// Opens a device of this stage, with its App Store.
  func session(device: String? = nil) throws -> StoreSession {
    let (options, dependencies) = (try arguments(device: device).storeOptions, dependencies)
    return try blocking { try await StoreSession(options, in: dependencies) }
  }

  /// Returns arguments that open a device of this stage, followed by a command's words.
  func arguments(_ words: [String] = [], device: String? = nil) throws(UsageError) -> Arguments {
    let store =
      serverOptions(of: device)
      ?? device.map { ["--store", "\(directory)/device-\($0)", "--backend", "simulator:\(directory)/appstore.db"] }
      ?? ["--store", directory]
    return try Arguments(store + ["--json", "--yes", "--utc"] + words)
  }

  /// Runs a command line of Till on the stage, as a separate program beside the dashboard would.
  func run(_ words: [String], device: String?) throws -> StageResult {
    try meet(device)
    let names = names
    let words = words.map { Match(names: names).resolve($0) }
    // The rules are checked again with the values of the names, which are unknown when the file is read.
    try FileRules.check(Arguments(words), folder: directory)
    let options = try arguments(words, device: device)
    let sink = OutputSink()
    let output = Output(json: true, utc: true, sink: sink)
    var (status, message) = (ExitStatus.done, "")
    do {
      let command = try CommandTable.command(named: options.words.first ?? "")
      let call = Invocation(
        name: options.words.first ?? "", words: Array(options.words.dropFirst()), options: options, output: output,
        dependencies: dependencies)
      status = try blocking { try await command.run(call) }
    } catch {
      let error = CommandError(explaining: error)
      (status, message) = (error.status, error.message)
    }
    let document = sink.document
    let answered = document?["message"]?.stringValue ?? ""
    let said = [message, answered == message ? "" : answered, sink.notes].filter { !$0.isEmpty }
    let line = said.joined(separator: "; ").split(whereSeparator: \.isNewline).joined(separator: "; ")
    return StageResult(status: status, document: document, message: safeText(line, limit: 400))
  }

  /// Runs a step, and returns its unexpected results.
  ///
  /// It does not check the step's expectations.
  func perform(_ step: Step) throws -> [String] {
    switch step.deed {
    case .commands(let commands): try perform(commands, of: step)
    case .post(let url): try post(to: url, for: step)
    case .call(let call): try make(call, for: step)
    case .nothing, .moves: []
    }
  }

  private func perform(_ commands: [[String]], of step: Step) throws -> [String] {
    let before = try step.name == nil ? [] : transactionIds()
    for (index, words) in commands.enumerated() {
      let result = try run(words, device: step.device)
      func said(_ mismatches: [String]) -> [String] {
        mismatches.map { "till \(words.joined(separator: " ")): \($0)" }
      }
      let isLast = index == commands.count - 1
      if let mismatch = result.mismatch(failingWith: isLast ? step.failure : nil) { return said([mismatch]) }
      guard isLast else { continue }
      // The expected answer may name the transaction that the step itself creates.
      if let mismatch = try nameNewest(step, before) { return [mismatch] }
      guard let answer = step.answer else { continue }
      let document = result.document.map { JSONValue.object($0) }
      return said(Match(names: names).differences(answer, document, subject: "answer"))
    }
    return []
  }

  /// Reads the state that the step's expectations describe, from the step's device.
  func observe(_ step: Step, screen: [String]? = nil) throws -> Observation {
    func document(_ words: String...) throws -> JSONObject {
      let result = try run(words, device: step.device)
      guard let document = result.document, result.status == .done else {
        throw CommandError(.failed, "till \(words.joined(separator: " ")): \(result.message)")
      }
      return document
    }
    var observation = Observation(status: try document("status"), screen: screen)
    for list in step.expectations.lists.keys {
      let rows = try document(list.rawValue, "--limit", "10000")[list.rawValue]?.arrayValue ?? []
      observation.lists[list] = rows.compactMap(\.objectValue)
    }
    return observation
  }

  /// Gives the step's name to the newest transaction that the step created.
  ///
  /// - Returns: An error message where the step created none; else nil.
  func nameNewest(_ step: Step, _ before: Set<String>) throws -> String? {
    guard let name = step.name else { return nil }
    let new = try transactionIds().subtracting(before)
    guard let newest = new.max(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) else {
      return say("the step made no transaction, so the name \(name) has none")
    }
    self.name(newest, name)
    return nil
  }

  /// Returns every transaction id of the ledger, including those of pending purchases.
  func transactionIds() throws -> Set<String> {
    let appStore = try SimulatedAppStore(path: directory + "/appstore.db", machineClock: dependencies.clock)
    let waiting = try appStore.pending().map(\.transactionId)
    return try Set(waiting).union(Page.allRows { try appStore.transactions($0) }.compactMap(\.transactionId))
  }
}

extension StageResult {
  /// Returns the difference between the result and the expected one: success, or an error that contains a text.
  fileprivate func mismatch(failingWith failure: String?) -> String? {
    guard let failure else {
      guard status != .done else { return nil }
      return message.isEmpty ? say("failed with status \(status.rawValue)") : message
    }
    guard status != .done else { return say("succeeded instead of failing") }
    return message.contains(failure) ? nil : say("expected the error \"\(failure)\", got: \(message)")
  }
}
