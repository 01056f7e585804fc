import Dashboard
import SafeText
import Terminal
import Texts
import TillRuntime

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program without a command: the dashboard, or the plain table where there is no screen to draw on.
enum DashboardProgram {
  static func run(_ options: Arguments, output: Output) throws -> ExitStatus {
    if output.json { return try plain(options, output) }
    ProcessMemory.shareOneHeap()
    let terminal: CursesTerminal
    do {
      terminal = try CursesTerminal(color: !options.has("no-color"))
    } catch {
      output.note(AnswerText.noDashboard(error.text).text)
      return try plain(options, output)
    }
    defer { terminal.close() }
    var session = try StoreSession(options.storeOptions)
    let call = Invocation(words: [], options: options, output: output)
    session.crash = { [directory = session.directory] in CrashOnPurpose.end(directory, call.place) }
    defer { session.close() }
    let runtime = try DashboardRuntime(
      session, size: terminal.size, zone: options.zone, commands: .till(isUTC: options.has("utc")))
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

/// The dashboard on the person's own store.
final class StoreDashboard: DashboardHost {
  let runtime: DashboardRuntime

  init(_ runtime: DashboardRuntime) { self.runtime = runtime }

  func start() {
    runtime.start()
    runtime.attachDoorbell()
  }

  var timeout: Int? { runtime.timeout }

  func attend() { runtime.tick() }

  func take(_ move: WalkthroughMove, on terminal: any TerminalDevice) -> ScreenLoop.Next {
    guard case .open(let name) = move else { return .goOn }
    do {
      let player = try WalkthroughPlayer(WalkthroughLibrary.file(named: name), size: terminal.size)
      defer { player.close() }
      let end = ScreenLoop(host: player, terminal: terminal).run()
      // The terminal may have another size by now.
      runtime.take(.resize(terminal.size))
      return end == .hangup ? .end(.hangup) : .repaint
    } catch {
      runtime.take(.said(Message(CommandError(explaining: error).message, .bad)))
      return .goOn
    }
  }
}

extension DashboardCommands {
  /// The commands of Till, with their dates as the command line was told to write them.
  static func till(isUTC: Bool) -> DashboardCommands {
    DashboardCommands(
      walkthroughs: { WalkthroughLibrary.listings() },
      support: { try SupportVerb.perform($0, in: $1, isUTC: isUTC) }, isUTC: isUTC)
  }
}
