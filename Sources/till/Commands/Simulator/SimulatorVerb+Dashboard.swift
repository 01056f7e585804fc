extension SimulatorVerb {
  /// Does what the words and options behind `till simulator` say, for the dashboard: what it says of it, in one line.
  ///
  /// - Throws: what the verb throws; a `CommandError` for one that works in files of its own.
  static func perform(_ words: [String], in session: StoreSession, isUTC: Bool) throws -> String {
    let options = try Arguments(["simulator"] + words)
    let words = Array(options.words.dropFirst())
    let verb = try verb(for: words, options: options)
    guard case .atAppStore(let run) = verb.deed else {
      throw CommandError(.usage, "till simulator \(verb.name) is for the command line alone")
    }
    let call = Invocation(words: words, options: options, output: Output(json: false, utc: isUTC))
    return try run(
      SimulatorCall(
        words: Array(words.dropFirst()), invocation: call, session: session, appStore: session.simulatedAppStore())
    ).text
  }
}
