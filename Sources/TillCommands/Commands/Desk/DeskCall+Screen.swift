import Dashboard
import Desk
import PostgreSQL
import Screen
import Terminal
import Texts
import TillRuntime

extension DeskCall {
  /// `till desk` alone: the desk's screen, or as text where keys or a size are given.
  func screen() throws -> ExitStatus {
    if options.has("size") || options.has("keys") {
      let printing = try ScreenPrinting(call)
      printing.run(try runtime(size: printing.size))
      return .done
    }
    if output.json { return try status() }
    ProcessMemory.shareOneHeap()
    let terminal: any TerminalDevice
    do throws(TerminalUnavailable) {
      terminal = try DashboardProgram.terminal(call.settings, options, output)
    } catch {
      output.note(AnswerText.noDashboard(error.text).text)
      return try status()
    }
    defer { terminal.close() }
    let runtime = try runtime(size: terminal.size)
    ScreenLoop(host: DeskHost(runtime), terminal: terminal).run()
    // The screen is given back before the last tasks are waited for.
    terminal.close()
    runtime.stop()
    return .done
  }

  private func runtime(size: Size) throws -> DashboardRuntime {
    let isReadOnly = options.has("readonly")
    let call = self
    var news: (@Sendable () throws -> DeskNews)?
    if let address = options["db-notify"] { news = { try DeskNews(address) } }
    let source = DeskSource(
      file: PostgreSQLAddress.isOne(place) ? nil : Files.absolute(place), agent: agent,
      news: news,
      open: { try call.desk(acts: !isReadOnly) })
    return try DashboardRuntime(
      source, size: size, zone: options.zone, commands: .till(isUTC: options.has("utc")), isReadOnly: isReadOnly,
      isUnlocked: options.has("unlock"))
  }
}

/// The desk's screen, which no walkthrough is told beside.
private final class DeskHost: DashboardHost {
  let runtime: DashboardRuntime

  init(_ runtime: DashboardRuntime) { self.runtime = runtime }

  func start() { runtime.start() }

  var timeout: Int? { runtime.timeout }

  func attend() { runtime.tick() }

  func take(_ move: WalkthroughMove, on terminal: any TerminalDevice) -> ScreenLoop.Next { .goOn }
}
