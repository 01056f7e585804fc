extension SupportVerb {
  /// Does what the words and options behind `till support` say, and gives the lines that say what came of it.
  ///
  /// The dashboard has asked before, so that nothing is asked here; what is locked stays so.
  static func perform(_ words: [String], in session: StoreSession, isUTC: Bool) throws -> [String] {
    let unlock = session.isUnlocked ? ["--unlock"] : []
    let options = try Arguments(["support"] + words + ["--yes"] + unlock)
    let call = Invocation(
      words: Array(options.words.dropFirst()), options: options, output: Output(json: false, utc: isUTC))
    return try perform(call, in: session).lines
  }
}
