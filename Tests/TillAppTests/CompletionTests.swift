import Testing

@testable import TillApp

/// Tests of the shell completion, from the tables alone.
@Suite struct CompletionTests {
  private func words(_ typed: String...) -> [String] {
    Completion(typed, values: CompletionValues()).candidates.map(\.word)
  }

  @Test func commandsBeginALine() {
    #expect(words("") == CommandTable.all.map(\.name))
    #expect(Set(words("refund")) == ["refunds", "refund-check"])
    #expect(words("--demo") == ["--demo"])
  }

  @Test func usageLinesAreTheGrammar() {
    #expect(words("order", "") == ["show", "close", "reopen"])
    #expect(words("restore-policy", "transfer") == ["transfer", "transferIfInactive"])
    #expect(words("walkthrough", "re") == ["record"])
    #expect(words("duration", "com.example.x", "") == ["none"])
    #expect(words("verify", "") == [":files", "-"])
    #expect(words("moon", "") == [])
  }

  @Test func verbsAreWordsOfTheSimulator() {
    #expect(Set(words("simulator", "refund", "")) == ["ask", "approve", "decline", "reverse"])
    #expect(words("simulator", "ref").contains("refund"))
    #expect(Set(words("simulator", "auto-renew", "")) == ["on", "off"])
    #expect(words("simulator", "refund", "approve", "1", "--per") == ["--percentage"])
  }

  @Test func optionsAndTheirValues() {
    #expect(words("buy", "--outc") == ["--outcome"])
    #expect(words("status", "--outc") == [])
    #expect(words("verify", "--kind", "t") == ["transaction"])
    #expect(words("--store", "") == [":files"])
    // The value of an option is not a word of the command.
    #expect(words("--store", "/x", "order", "--json", "c") == ["close"])
    #expect(words("fault", "app-server-d") == ["app-server-down"])
    #expect(words("walkthrough", "play", "first-p") == ["first-purchase"])
    #expect(words("simulator", "run", "05-up") == ["05-upgrade-outlived", ":files"])
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func everyShellAsksTheSame(name: String) throws {
    let script = try #require(Shell(rawValue: name)).script
    #expect(script.contains("completion next --") && script.hasSuffix("\n"))
  }
}
