import Dashboard
import Walkthroughs

extension Step {
  /// What a person presses for the moves from one on, with the names of products as the dashboard shows them.
  func hints(from index: Int = 0, names: [String: String], in state: State) -> [WalkthroughPanel.Hint] {
    guard case .moves(let moves) = deed else { return [] }
    return moves.dropFirst(index).compactMap { move in
      switch move.resolved(with: names) {
      case .action(let action):
        let entry = ActionTable.entries.first { $0.action == action }
        return WalkthroughPanel.Hint(key: entry?.keyNames.first ?? "", title: entry?.title ?? action.rawValue)
      case .product(let id):
        // Where the cursor is already, nothing has to be pressed.
        return state.selected?.id == id ? nil : WalkthroughPanel.Hint(title: "select \(state.name(of: id))")
      case .choose(let text): return WalkthroughPanel.Hint(title: "choose \(text)")
      case .type(let text): return WalkthroughPanel.Hint(title: "type \"\(text)\"")
      }
    }
  }

  /// The command lines that are run off the stage.
  func commandLines(names: [String: String]) -> [String] {
    guard case .commands(let commands) = deed else { return [] }
    let match = Match(names: names)
    return commands.map { words in
      let shown = words.map(match.resolve).map { $0.contains(" ") || $0.isEmpty ? "\"\($0)\"" : $0 }
      return (["till"] + shown).joined(separator: " ")
    }
  }
}
