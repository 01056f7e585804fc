import Dashboard
import Walkthroughs

extension Step {
  /// What a person presses for the moves from one on, with the names of products as the dashboard shows them.
  func hints(from index: Int = 0, names: [String: String], in state: State) -> [WalkthroughPanel.Hint] {
    guard case .moves(let moves) = deed else { return [] }
    return moves.indices.dropFirst(index).compactMap { index in
      switch moves[index].resolved(with: names) {
      case .action(let action):
        let entry =
          ActionTable.entry(of: action, in: Self.scopes(after: index == 0 ? nil : moves[index - 1]))
          ?? ActionTable.entries.first { $0.action == action }
        return WalkthroughPanel.Hint(key: entry?.keyNames.first ?? "", title: entry?.title ?? action.rawValue)
      case .product(let id):
        // Where the cursor is already, nothing has to be pressed.
        return state.selected?.id == id ? nil : WalkthroughPanel.Hint(title: "select \(state.name(of: id))")
      case .choose(let text):
        let product = state.productName(ofTransaction: text).map { "\($0), " } ?? ""
        return WalkthroughPanel.Hint(title: "choose \(product)\(text)")
      case .type(let text): return WalkthroughPanel.Hint(title: "type \"\(text)\"")
      }
    }
  }

  /// Where the keys go after a move, as far as the move alone tells.
  private static func scopes(after move: Move?) -> [Scope] {
    switch move {
    case .action(.use), .action(.more), .action(.fewer): [.useSheet]
    case .type: [.entry, .refundReason]
    default: [.confirmation]
    }
  }

  /// The command lines that are run off the stage; its folder, another one each time, keeps its name.
  func commandLines(names: [String: String]) -> [String] {
    guard case .commands(let commands) = deed else { return [] }
    let match = Match(names: names.filter { $0.key != "folder" })
    return commands.map { words in
      let shown = words.map(match.resolve).map { $0.contains(" ") || $0.isEmpty ? "\"\($0)\"" : $0 }
      return (["till"] + shown).joined(separator: " ")
    }
  }
}
