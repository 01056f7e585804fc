import Dashboard
import Foundation
import Screen
import Terminal

/// The main thread's loop: one wait for keys, for what other threads posted, and for the next change by time.
struct ScreenLoop {
  let runtime: DashboardRuntime
  let terminal: any TerminalDevice

  /// Runs until the person quits or the terminal is gone.
  func run() {
    var shown: State?
    func draw() {
      guard shown != runtime.state else { return }
      terminal.draw(render(runtime.state, theme: terminal.theme))
      shown = runtime.state
    }
    draw()
    runtime.start()
    runtime.attachDoorbell()
    while true {
      let ready = terminal.waitForInput(or: runtime.queue.descriptor, timeout: runtime.timeout)
      if ready.contains(.input) {
        for event in terminal.readInput() {
          // Also what a terminal says when it comes back from a stop, at the size that it had.
          if case .resize = event { shown = nil }
          runtime.take(Event(event))
        }
      }
      if ready.contains(.wake) { runtime.takePosted() }
      runtime.tick()
      for effect in runtime.takeScreenEffects() {
        switch effect {
        case .redraw:
          terminal.repaint()
          shown = nil
        case .suspend: raise(SIGTSTP)
        case .quit: return
        }
      }
      if ready.contains(.hangup) { return }
      draw()
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
