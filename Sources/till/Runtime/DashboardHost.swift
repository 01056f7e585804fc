import Dashboard
import Terminal

/// A dashboard as the loop of the screen has it: the person's own, or that of a walkthrough.
protocol DashboardHost: AnyObject {
  /// The dashboard; another one after a walkthrough went back.
  var runtime: DashboardRuntime { get }

  /// Begins, once the first frame is drawn.
  func start()

  /// Milliseconds until it has something to do by itself; nil for never.
  var timeout: Int? { get }

  /// Does what time, or what happened since, calls for.
  func attend()

  /// Does what a person wants of a walkthrough.
  func take(_ move: WalkthroughMove, on terminal: any TerminalDevice) -> ScreenLoop.Next
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
      runtime.take(.said(Message(Program.explain(error).1, .bad)))
      return .goOn
    }
  }
}
