import Core
import Dashboard
import Desk
import TerminalUI
import Verbs

extension DeskCall {
  /// Runs `till desk` without a verb: opens the desk's screen, or prints it where keys or a size are given.
  func screen() throws -> ExitStatus {
    if options.has(.size) || options.has(.keys) {
      let printing = try ScreenPrinting(call)
      let source = try source()
      printing.run(try runtime(source, try source.firstLook(), options.zone, size: printing.size))
      return .done
    }
    if output.json { return try status() }
    ProcessMemory.shareOneHeap()
    // Opening a database takes as long as opening a terminal, so both happen at the same time.
    let source = try source()
    let first = BackgroundTask { try source.firstLook(lines: CursesTerminal.windowSize()?.height) }
    let terminal: any TerminalDevice
    do throws(TerminalUnavailable) {
      terminal = try DashboardProgram.terminal(call.settings, options, output)
    } catch {
      output.note(AnswerText.noDashboard(error.text).text)
      return try status()
    }
    defer { terminal.close() }
    let zone = options.zone
    if !first.isDone, !(terminal is PlainTerminal) {
      let state = State(deskToCome: terminal.size, zone: zone, isReadOnly: options.has(.readonly))
      terminal.draw(render(state, theme: terminal.theme))
    }
    let runtime = try runtime(source, try first.get(), zone, size: terminal.size)
    ScreenLoop(host: runtime, terminal: terminal, settings: SettingsEditor(call.settings)).run()
    // The terminal is restored before the last tasks are awaited.
    terminal.close()
    runtime.stop()
    return .done
  }

  private func source() throws -> DeskSource {
    let isReadOnly = options.has(.readonly)
    let call = self
    var news: (@Sendable () throws -> PostgreSQLListener)?
    if let address = try options[.newsDatabase] { news = { try PostgreSQLListener(toDesk: address) } }
    let place = try place
    let asksApple = options.has(.backend) && !isReadOnly
    let lookUp: @Sendable (String, CustomerDesk) throws -> Int64? = { try call.customer(ofOrder: $0, $1) }
    return DeskSource(
      file: PostgreSQLAddress.isOne(place) ? nil : Files.absolute(place), agent: (try? agent) ?? "",
      news: news, lookUp: asksApple ? lookUp : nil,
      open: { try call.desk(acts: !isReadOnly) })
  }

  private func runtime(
    _ source: DeskSource, _ first: DeskFirstLook, _ zone: TimeZoneTable, size: Size
  ) throws -> DashboardRuntime {
    try DashboardRuntime(
      source, first, size: size, zone: zone,
      isReadOnly: options.has(.readonly), isUnlocked: options.has(.unlock))
  }
}
