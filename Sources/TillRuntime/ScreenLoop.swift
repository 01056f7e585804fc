import Dashboard
import Screen
package import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The main thread's loop: one wait for keys, for what other threads posted, and for the next change by time.
package struct ScreenLoop {
  /// Why the loop ended.
  package enum End {
    case quit
    /// The terminal is gone.
    case hangup
  }

  /// How the loop goes on.
  package enum Next {
    case goOn
    /// The screen shows something else now.
    case repaint
    case end(End)
  }

  let host: any DashboardHost
  let terminal: any TerminalDevice

  package init(host: any DashboardHost, terminal: any TerminalDevice) {
    (self.host, self.terminal) = (host, terminal)
  }

  /// Runs until the person quits or the terminal is gone.
  @discardableResult
  package func run() -> End {
    var shown: State?
    func draw() {
      guard shown != host.runtime.state else { return }
      terminal.show(title: host.runtime.state.windowTitle)
      if let plain = terminal as? PlainTerminal {
        plain.show(host.runtime.state)
      } else {
        terminal.draw(render(host.runtime.state, theme: terminal.theme))
      }
      shown = host.runtime.state
    }
    // A screen shows what was known last at once; lines begin with what is known now.
    if !(terminal is PlainTerminal) { draw() }
    host.start()
    if terminal is PlainTerminal { draw() }
    while true {
      let ready = terminal.waitForInput(or: host.runtime.queue.descriptor, timeout: host.timeout)
      if ready.contains(.input) {
        for event in terminal.readInput() {
          // Also what a terminal says when it comes back from a stop, at the size that it had.
          if case .resize = event { shown = nil }
          host.runtime.take(Event(event))
        }
      }
      if ready.contains(.wake) { host.runtime.takePosted() }
      host.attend()
      for effect in host.runtime.takeScreenEffects() {
        switch perform(effect) {
        case .goOn: break
        case .repaint: shown = nil
        case .end(let end): return end
        }
      }
      if ready.contains(.hangup) { return .hangup }
      draw()
    }
  }

  private func perform(_ effect: DashboardRuntime.ScreenEffect) -> Next {
    switch effect {
    case .redraw:
      terminal.repaint()
      return .repaint
    case .suspend:
      raise(SIGTSTP)
      return .goOn
    case .quit: return .end(.quit)
    case .copy(let text):
      let answer: ClipboardAnswer =
        switch terminal.copy(text) {
        case .sent(through: nil): .sent
        case .sent(through: .some(let name)): .sentThrough(multiplexer: name)
        case .unavailable(let term): .unavailable(term: term)
        }
      host.runtime.take(.copied(text, answer))
      return .goOn
    case .walkthrough(let move): return host.take(move, on: terminal)
    }
  }
}

extension Event {
  fileprivate init(_ input: InputEvent) {
    self =
      switch input {
      case .key(let key): .key(key)
      case .paste(let text): .paste(text)
      case .resize(let size): .resize(size)
      }
  }
}
