import StrictJSON

extension SimulatorVerb {
  /// Does what the words and options behind `till simulator` say, and gives the line that says so.
  ///
  /// The dashboard has asked before, so that nothing is asked here.
  ///
  /// - Throws: what the verb throws; a `CommandError` for one that works in files of its own.
  static func perform(_ words: [String], in session: StoreSession, isUTC: Bool) throws -> String {
    let options = try Arguments(["simulator"] + words + ["--yes"])
    let words = Array(options.words.dropFirst())
    let verb = try verb(for: words, options: options)
    guard case .atAppStore(let run) = verb.deed else {
      throw CommandError(.usage, "till simulator \(verb.name) is for the command line alone")
    }
    let call = Invocation(words: words, options: options, output: Output(json: false, utc: isUTC))
    let answer = try run(
      SimulatorCall(
        words: Array(words.dropFirst()), invocation: call, session: session, appStore: session.simulatedAppStore()))
    return answer.document["message"]?.stringValue ?? answer.text
  }
}
