extension Command {
  static let help = Command(
    name: "help", summary: "this list, or one command", usage: ["help [COMMAND]"],
    examples: ["till help buy", "till help simulator"], words: 0...1
  ) { call in
    guard let name = call.words.first else { return Help.overview(call.output) }
    return Help.command(try CommandTable.command(named: name), call.output)
  }
}
