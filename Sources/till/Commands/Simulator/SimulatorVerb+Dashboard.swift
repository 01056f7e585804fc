import StrictJSON

extension SimulatorVerb {
  /// Does what the words and options behind `till simulator` say, and gives the line that says so.
  ///
  /// The dashboard has asked before, so that nothing is asked here.
  ///
  /// - Throws: what the verb throws; a `CommandError` for one that works in files of its own.
  static func perform(_ words: [String], in session: StoreSession, isUTC: Bool) async throws -> String {
    let options = try Arguments(["simulator"] + words + ["--yes"] + (isUTC ? ["--utc"] : []))
    let words = Array(options.words.dropFirst())
    let verb = try verb(for: words, options: options)
    let call = Invocation(words: words, options: options, output: Output(json: false, utc: isUTC))
    let answer = try await session.carryOut(verb, words, call)
    return answer.document["message"]?.stringValue ?? answer.text
  }
}
