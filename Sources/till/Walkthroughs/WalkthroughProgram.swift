import Dashboard
import Terminal

/// `till walkthrough play`: the dashboard on a stage, from the first frame on.
enum WalkthroughProgram {
  static func play(_ name: String, _ call: Invocation) throws -> ExitStatus {
    let file = try WalkthroughLibrary.file(named: name)
    let terminal: CursesTerminal
    do {
      terminal = try CursesTerminal(color: !call.options.has("no-color"))
    } catch {
      throw CommandError(
        .failed, "no dashboard, since \(error.reason): till walkthrough print \(file.name) writes it down")
    }
    defer { terminal.close() }
    let player = try WalkthroughPlayer(file, size: terminal.size)
    ScreenLoop(host: player, terminal: terminal).run()
    // The screen is given back before the last tasks are waited for.
    terminal.close()
    player.close()
    return .done
  }
}
