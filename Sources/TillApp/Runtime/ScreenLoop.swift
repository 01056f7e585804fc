import Core
import Dashboard
import Libc
package import TerminalUI

/// The main thread's loop, with one wait for keys, for posted events, and for the next timed change.
package struct ScreenLoop {
  /// The reason why the loop ended.
  package enum End {
    case quit
    /// The terminal was closed.
    case hangup
  }

  /// What the loop does after a screen effect.
  package enum Next {
    case goOn
    /// Something else was drawn on the screen, so the whole screen must be drawn again.
    case repaint
    case end(End)
  }

  let host: any DashboardHost
  let terminal: any TerminalDevice
  /// The settings that can be changed on the screen; nil where none can.
  private let settings: SettingsEditor?
  private let camera = Camera()

  package init(host: any DashboardHost, terminal: any TerminalDevice, settings: SettingsEditor? = nil) {
    (self.host, self.terminal, self.settings) = (host, terminal, settings)
  }

  /// Runs until the person quits or the terminal is closed.
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
        if camera.isRunning, let state = host.runtime.state.filmed {
          camera.record(render(state, theme: terminal.theme))
        }
      }
      shown = host.runtime.state
    }
    // A screen shows the recorded state at once; a plain terminal starts with the current state.
    if !(terminal is PlainTerminal) { draw() }
    host.start()
    if terminal is PlainTerminal { draw() }
    while true {
      let ready = terminal.waitForInput(or: host.runtime.queue.descriptor, timeout: host.timeout)
      if ready.contains(.input) {
        for event in terminal.readInput() {
          // A resize event also arrives when the terminal resumes after a stop, even at the same size.
          if case .resize = event { shown = nil }
          host.runtime.receive(Event(event))
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

  private func perform(_ effect: Effect) -> Next {
    switch effect {
    // The runtime performs these itself.
    case .read, .run, .play, .cancel, .listWalkthroughs, .listScenes, .save: return .goOn
    case .redraw:
      terminal.repaint()
      return .repaint
    case .suspend:
      raise(SIGTSTP)
      return .goOn
    case .quit: return .end(.quit)
    case .copy(let text):
      let text = Destination.clipboard.safe(text)
      host.runtime.receive(.copied(text, terminal.copy(text)))
      return .goOn
    case .film(let move):
      film(move)
      return .goOn
    case .settings(let move):
      settings?.perform(move, on: terminal, host.runtime)
      return .repaint
    case .switchMouse:
      let isWanted = !terminal.hasMouse
      let isOn = terminal.takeMouse(isWanted)
      let text =
        isOn
        ? Words("Till uses the mouse: click to select, wheel to scroll. Hold Shift to select text.")
        : isWanted
          ? Words("This terminal does not support a mouse.")
          : Words(
            "The terminal uses the mouse: drag to "
              + "select text.")
      host.runtime.receive(.said(Message(text.text, isOn == isWanted ? .good : .warning)))
      return .goOn
    case .walkthrough(let move): return host.perform(move, on: terminal)
    }
  }
}

extension ScreenLoop {
  /// Starts a recording, or writes a recording or a still picture; reports each written file or its error.
  private func film(_ move: FilmMove) {
    let palette = terminal.theme.palette
    switch move {
    case .begin: camera.begin(palette)
    case .still(let name):
      let frame = render(host.runtime.state, theme: Theme(palette: palette))
      write([(name + ".svg", SVGPicture(frame, palette).text)], as: name)
    case .end(let name):
      guard let film = camera.end() else { return }
      write([(name + ".cast", film.asciicast), (name + "-film.svg", film.svg)], as: name)
    }
  }

  /// Writes new files; a number makes a name new where one of its files is there.
  private func write(_ files: [(name: String, text: String)], as name: String) {
    do {
      let numbers = [""] + (2...1000).map { "-\($0)" }
      let number = numbers.first { number in
        !files.contains { Files.exists(name + number + $0.name.dropFirst(name.count)) }
      }
      guard let number else { throw CommandError(.failed, say("a thousand files have this name already")) }
      let files = files.map { (name: name + number + $0.name.dropFirst(name.count), text: $0.text) }
      for file in files { try OutputFile.write(Array(file.text.utf8), to: file.name) }
      host.runtime.receive(.saved(Language.series(files.map(\.name)), failure: nil))
    } catch {
      host.runtime.receive(.saved(name, failure: Problem(error).message))
    }
  }
}

extension Event {
  fileprivate init(_ input: InputEvent) {
    self =
      switch input {
      case .key(let key): .key(key)
      case .paste(let text): .paste(text)
      case .mouse(let mouse): .mouse(mouse)
      case .resize(let size): .resize(size)
      }
  }
}
