import AppStoreModel
import Core
import Dashboard
import TerminalUI

/// A walkthrough or scenario with the path of its file.
struct WalkthroughFile {
  let path: String
  let walkthrough: Walkthrough

  /// The file's name without its extension, by which commands find it.
  var name: String { Self.name(of: path) }
  /// The folder of the file, in which the files that it names are found.
  var folder: String { Files.folder(of: path) }

  /// The extension of walkthrough and scenario files.
  static let ending = ".json5"

  static func name(of path: String) -> String {
    let file = Files.name(of: path)
    return file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file
  }

  /// Reads a walkthrough or scenario file.
  ///
  /// - Throws: A `CommandError` (exit 2) that names the file, and the mistake with its line and key.
  init(path: String) throws {
    self.path = path
    do {
      walkthrough = try Walkthrough(parsing: InputFile.bytes(path), check: Stage.mistake)
    } catch let error as JSONError {
      throw CommandError(.usage, "\(safeText(path)): \(safeText(error.description, limit: 600))")
    }
  }
}

/// The command `till walkthrough play`, which opens a dashboard on a stage.
enum WalkthroughProgram {
  static func play(_ name: String, _ call: Invocation) throws -> ExitStatus {
    let file = try WalkthroughLibrary.file(named: name)
    let terminal: any TerminalDevice
    do throws(TerminalUnavailable) {
      terminal = try DashboardProgram.terminal(call.settings, call.options, call.output)
    } catch {
      throw CommandError(
        .failed, say("no dashboard, as \(error.text); till walkthrough print \(file.name) prints the story"))
    }
    defer { terminal.close() }
    let player = try WalkthroughPlayer(file, size: terminal.size)
    ScreenLoop(host: player, terminal: terminal).run()
    // The terminal is restored before the last tasks are awaited.
    terminal.close()
    player.close()
    return .done
  }
}

extension WalkthroughFile {
  /// The panel before the first step.
  var opening: WalkthroughPanel {
    panel(step: 0, text: walkthrough.story ?? walkthrough.title, status: .reading)
  }

  /// The panel after the last step.
  var ending: WalkthroughPanel {
    let tell = walkthrough.tell.map { Words("Tell the customer: \($0)").text } ?? Words("That was the last step.").text
    return panel(step: walkthrough.steps.count, text: tell, status: .ended)
  }

  /// Returns the panel at the start of a step, with the keys to press in the dashboard's current state.
  func panel(at index: Int, on stage: Stage, state: State) -> WalkthroughPanel {
    let step = walkthrough.steps[index]
    var (status, hints) = (WalkthroughPanel.Status.reading, step.hints(names: stage.names, in: state))
    switch step.deed {
    case .nothing: break
    case .moves: status = .waiting
    case .commands, .post, .call:
      status = .offstage
      hints = step.commandLines(names: stage.names).map { WalkthroughPanel.Hint(title: $0) }
    }
    return panel(step: index + 1, text: step.say ?? "", status: status, hints: hints)
  }

  private func panel(
    step: Int, text: String, status: WalkthroughPanel.Status, hints: [WalkthroughPanel.Hint] = []
  ) -> WalkthroughPanel {
    WalkthroughPanel(
      title: walkthrough.title, step: step, count: walkthrough.steps.count, text: text, status: status, hints: hints)
  }

  /// Every move of a scene.
  var moves: [Move] {
    walkthrough.steps.flatMap { step -> [Move] in
      guard case .moves(let moves) = step.deed else { return [] }
      return moves
    }
  }

  /// The scene's keys, for the dashboard; the product is selected already.
  var card: SceneCard {
    let moves = moves
    let steps = moves.indices.compactMap { index -> SceneCard.Step? in
      switch moves[index] {
      case .action(let action):
        return SceneCard.Step(Step.hint(for: action, after: index == 0 ? nil : moves[index - 1]), action: action)
      case .type(let text): return SceneCard.Step(Step.hint(forTyping: text), action: nil)
      case .product, .choose: return nil
      }
    }
    return SceneCard(title: walkthrough.title, steps: steps)
  }
}

extension Step {
  static func hint(for action: Action, after move: Move?) -> WalkthroughPanel.Hint {
    // What is left is a sheet or the App Store's side, and not a question.
    let entry =
      ActionTable.entry(of: action, in: action == .close ? [.appStore] : scopes(after: move))
      ?? ActionTable.entries.first { $0.action == action }
    return WalkthroughPanel.Hint(key: entry?.keyNames.first ?? "", title: entry?.title ?? action.rawValue)
  }

  static func hint(forTyping text: String) -> WalkthroughPanel.Hint {
    WalkthroughPanel.Hint(title: Words("type \"\(text)\"").text)
  }

  /// Returns the hints for the moves from an index on, with product names as the dashboard shows them.
  func hints(from index: Int = 0, names: [String: String], in state: State) -> [WalkthroughPanel.Hint] {
    guard case .moves(let moves) = deed else { return [] }
    return moves.indices.dropFirst(index).compactMap { index in
      switch moves[index].resolved(with: names) {
      case .action(let action):
        return Self.hint(for: action, after: index == 0 ? nil : moves[index - 1])
      case .product(let id):
        // If the cursor is already on the product, no key is needed.
        return state.selected?.id == id ? nil : WalkthroughPanel.Hint(title: Words("select \(state.name(of: id))").text)
      case .choose(let text):
        let product = state.productName(ofTransaction: text)
        let title = product.map { Words("choose \($0), \(text)") } ?? Words("choose \(text)")
        return WalkthroughPanel.Hint(title: title.text)
      case .type(let text): return Self.hint(forTyping: text)
      }
    }
  }

  /// Returns the scopes that receive the keys after a move, as far as the move alone determines them.
  private static func scopes(after move: Move?) -> [Scope] {
    switch move {
    case .action(.use), .action(.more), .action(.fewer): [.useSheet]
    case .type: [.entry, .refundReason]
    default: [.confirmation]
    }
  }

  /// Returns the step's commands as command lines; `$folder` stays a name, because the folder differs in each run.
  func commandLines(names: [String: String]) -> [String] {
    let commands: [[String]]
    switch deed {
    case .commands(let lines): commands = lines
    case .post(let url): return [Words("send pending notifications to the app server at \(url)").text]
    case .call(let call): return ["\(call.method) \(call.url)"]
    case .nothing, .moves: return []
    }
    let match = Match(names: names.filter { $0.key != "folder" })
    return commands.map { words in
      let shown = words.map(match.resolve).map { $0.contains(" ") || $0.isEmpty ? "\"\($0)\"" : $0 }
      return (["till"] + shown).joined(separator: " ")
    }
  }
}

extension State {
  /// Returns a sentence with the names of products and states that the dashboard shows, for the person who watches.
  func inPlainWords(_ sentence: String) -> String {
    var text = sentence
    for row in products.rows { text = text.replacing(row.id, with: row.name) }
    text = text.replacing(".state should", with: " should").replacing(".entitled should", with: ": entitled should")
    for state in EntitlementState.allCases where state.rawValue != state.words {
      text = text.replacing(state.rawValue, with: state.words)
    }
    return text
  }
}
