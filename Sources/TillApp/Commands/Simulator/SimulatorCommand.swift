import AppStoreModel
import Core
import Device
import Verbs

extension Command {
  /// The command `till simulator`, generated from the rows of `Verb`.
  static let simulator = Command(
    name: "simulator", summary: "act as a customer or Apple at the simulated App Store",
    forms: Verb.all.filter { $0.access != .otherCommands }.map(\.form),
    details: summaries,
    examples: [
      "till simulator advance 30d", "till simulator refund approve 1000000000000001",
      "till simulator refund approve 1000000000000001 --percentage 50",
      "till simulator billing fail com.example.app.pro", "till simulator fault timeout-after-payment --once",
      "till simulator fault purchase networkError", "till simulator fault purchase --off",
      "till simulator buy com.example.app.pro --account new@ --ago 90d --renewals until-now",
      "till simulator preview com.example.app.pro",
      "till simulator family join child@", "till simulator checkpoint before",
      "till simulator checkpoint --restore before",
      "till simulator run tests/*.json5 --jobs 4 --junit report.xml --server http://127.0.0.1:8080",
      "till simulator root > root.pem", "till simulator pending --json",
    ],
    words: 0...10_000
  ) { call in
    if call.words.first == Verb.run.words.first, call.words.count > 1 { return try ScenarioRun.run(call) }
    let verb = try VerbCall(call.words, call.options)
    let session = try await verb.verb.isReading ? call.session(without: verb.verb.options) : call.actingSession()
    let named = try verb.naming(session.reader().products())
    let answer = try await call.carryOut(named, in: session)
    // Apple notifies the app server even without a device; after a reset there is nothing to notify.
    if !named.verb.isReading, named.verb.effect != .newEpoch { try await session.purchasing().hear() }
    call.output.document(answer.document)
    // The answer can come from a `till serve`, so its text is made safe for the terminal.
    for line in answer.text.split(separator: "\n", omittingEmptySubsequences: false) {
      call.output.text(safeText(line))
    }
    return .done
  }

  private static let summaries: [Words] = {
    let verbs = Verb.all.filter { $0.access != .otherCommands }
    let width = (verbs.map(\.name.count).max() ?? 0) + 2
    return ["Verbs:"] + verbs.map { "  \(padded($0.name, toWidth: width))\($0.summary)" }
  }()
}

extension VerbCall {
  /// Parses the words after `till simulator` with the options of the call.
  init(_ words: [String], _ options: Arguments) throws(StoreError) {
    var given: [String: String] = [:]
    for name in options.given { given[name] = options.texts(of: name).last ?? "" }
    try self.init(words: words, options: given, ignoring: Set(CommandTable.globalOptions.map(\.name)))
    isUTC = options.has(.utc)
    isConfirmed = options.has(.yes)
  }
}

extension Invocation {
  /// Carries out a verb; asks for confirmation first where the verb needs one.
  func carryOut(_ verb: VerbCall, in session: StoreSession) async throws -> VerbAnswer {
    try await session.carryOut(verb, asking: { try confirm($0) }, printing: { output.raw($0) })
  }
}
