import Dashboard
import Foundation
import SafeText
import Terminal

/// The program without a command: the dashboard, or the plain table where there is no screen to draw on.
enum DashboardProgram {
  static func run(_ options: Arguments, output: Output) throws -> ExitStatus {
    if output.json { return try plain(options, output) }
    let terminal: CursesTerminal
    do {
      terminal = try CursesTerminal(color: !options.has("no-color"))
    } catch {
      output.note("no dashboard, since \(error.reason): this is what it would list")
      return try plain(options, output)
    }
    defer { terminal.close() }
    let session = try StoreSession(options)
    defer { session.directory.discard() }
    let runtime = try DashboardRuntime(session, size: terminal.size, zone: options.zone)
    ScreenLoop(host: StoreDashboard(runtime), terminal: terminal).run()
    // The screen is given back before the last tasks are waited for.
    terminal.close()
    runtime.stop()
    return .done
  }

  private static func plain(_ options: Arguments, _ output: Output) throws -> ExitStatus {
    try Command.status.run(Invocation(words: [], options: options, output: output))
  }
}

extension Arguments {
  /// How dates are shown.
  var zone: TimeZoneTable { has("utc") ? .utc : .local() }
}

extension TerminalUnavailable {
  /// The reason as the end of a sentence.
  var reason: String {
    switch self {
    case .notATerminal: "standard output is not a terminal"
    case .noKeyboard: "there is no keyboard: standard input is not a terminal"
    case .noTerm: "TERM is not set"
    case .tooSimple(let term): "the terminal \(safeText(term)) cannot place its cursor"
    case .unknown(let term): "the terminal \(safeText(term)) is not known to this machine"
    case .refused(let code): "the terminal was refused (\(String(cString: strerror(code))))"
    }
  }
}
