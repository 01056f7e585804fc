import AppServer
import AppStoreModel
import Backends
import Core
import Device
import Libc
import Verbs

extension StoreSession {
  /// Runs an action on the device, and then keeps what it made of each product's state.
  ///
  /// An action that was refused is none: no undo offers it.
  ///
  /// - Parameter isUnchanged: Whether the action changed nothing, so that there is nothing to undo.
  @discardableResult
  func act<Outcome: Sendable>(
    isUnchanged: (Outcome) -> Bool = { _ in false }, _ work: (Purchasing) async throws -> Outcome
  ) async throws -> Outcome {
    let purchasing = try purchasing()
    let outcome: Outcome
    do {
      outcome = try await work(purchasing)
    } catch let error where error is StoreError || error is VerificationError {
      try await endUnchanged(purchasing)
      throw error
    }
    try await purchasing.rememberStatuses()
    if isUnchanged(outcome) { try await endUnchanged(purchasing) }
    return outcome
  }

  /// Returns what this machine's embedded app server answers.
  func askEmbeddedServer<Answer>(_ ask: (EmbeddedAppServer) throws(VerificationError) -> Answer) throws -> Answer {
    let server = try embeddedServer()
    do throws(VerificationError) {
      return try ask(server)
    } catch {
      throw CommandError(.unusable, error.message)
    }
  }
}

extension Invocation {
  /// Prints the result of a command: a document that begins with its message, or a text, which is usually the message.
  func done(_ message: String, _ members: JSONObject = [:], text: String? = nil) -> ExitStatus {
    var document: JSONObject = ["ok": true, "message": .string(message)]
    for (name, value) in members { document.append(name, value) }
    output.document(document)
    output.text(text ?? safeText(message, limit: 1000))
    return .done
  }

  /// Returns the text of an option that the command needs.
  ///
  /// - Throws: A `UsageError` with the mistake where the option is missing or empty.
  func required(_ option: Parameter<String>, else mistake: Words) throws(UsageError) -> String {
    guard let text = try options[option], !text.isEmpty else { throw UsageError(mistake.text) }
    return text
  }

  /// Prints why a command failed, in its document too where it printed none.
  func failed(_ reason: String) -> ExitStatus {
    output.document(ofFailure: reason)
    output.note(safeText(reason, limit: 400))
    return .failed
  }

  /// Opens the store that the options name, and prints a notice of what the opening changed.
  ///
  /// - Parameter own: Options with a different meaning in this command, which must not affect the opening of the store.
  func session(without own: [String] = []) async throws -> StoreSession {
    var options = options
    for name in own { options.set(name, to: []) }
    var opening = options.storeOptions
    opening.asOf = try options[.asOf]
    // A past state is read-only.
    if opening.asOf != nil { opening.isReadOnly = true }
    let session = try await opened(opening)
    session.notices.forEach { output.note($0) }
    try await takeCatalogue(in: session)
    return session
  }

  /// Opens a store, which is closed when the call ends.
  func opened(_ opening: StoreOptions) async throws -> StoreSession {
    let session = try await StoreSession(opening, in: dependencies)
    sessions.add(session)
    return session
  }

  /// Throws a `CommandError` with `--readonly`, before something changes.
  func refuseReadOnly() throws {
    if options.has(.readonly) { throw CommandError(.failed, ArgumentText.readOnly.text) }
  }

  /// Opens the store for a command that changes something.
  ///
  /// - Parameter isForCases: Whether the command only changes how a case's evidence is read.
  /// - Throws: A `CommandError` with `--readonly`, and in a case.
  func actingSession(isForCases: Bool = false) async throws -> StoreSession {
    try refuseReadOnly()
    let session = try await session()
    guard isForCases || !(session.spec.kind is CaseKind) else {
      throw CommandError(.failed, NoBackend.caseReason)
    }
    if !name.isEmpty, name != "undo" { session.begin("\(line)") }
    if session.appStore == nil, try await session.followReset() {
      output.note(say("the App Store was reset, so Till put this device's store aside and started a new one"))
    }
    return session
  }

  /// The command with its words and its own options, without those for the output.
  private var line: String {
    let silent: Set = [Parameter<Bool>.json.name, Parameter<Bool>.yes.name]
    let own = (try? CommandTable.command(named: name))?.options.map(\.name) ?? []
    let given = own.filter { !silent.contains($0) }.flatMap { name in
      options.texts(of: name).flatMap { $0.isEmpty ? ["--" + name] : ["--" + name, $0] }
    }
    return ShellWords.text([name] + words + given)
  }

  /// Runs a refund check at the App Store where `--refresh` asks for one and the backend supports it.
  func refresh(_ session: StoreSession) async throws {
    guard options.has(.refresh), session.backend.capabilities.refundCheck == nil else { return }
    try refuseReadOnly()
    session.believeClock()
    let purchasing = try session.purchasing()
    let report = try await purchasing.refundCheck()
    if report.result != .done { output.note(safeText(report.summary, limit: 400)) }
  }

  /// Asks for confirmation before an action that cannot be undone; without a terminal, only `--yes` confirms it.
  ///
  /// - Throws: A `CommandError`: exit 2 without a terminal, which names `--yes`; exit 1 after a “no”.
  func confirm(_ question: String) throws {
    if options.has(.yes) { return }
    guard isatty(0) == 1, isatty(2) == 1 else {
      throw CommandError(.usage, say("\(question) Nothing was changed; add --yes to confirm"))
    }
    output.ask(question)
    guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
      throw CommandError(.failed, say("nothing was changed"))
    }
  }
}
