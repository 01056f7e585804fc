import CCurses
import CTerminalRestore
import Libc

extension CursesTerminal {
  package func waitForInput(or wakeFD: Int32?, timeout: Int?) -> Readiness {
    guard isOpen else { return .hangup }
    let events = poll([input, terminal_restore_wakeups()] + (wakeFD.map { [$0] } ?? []), timeout: timeout)
    var ready: Readiness = []
    if events[0] & Int16(POLLIN) != 0 || events[1] != 0 { ready.insert(.input) }
    if events[0] & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { ready.insert(.hangup) }
    if events.count > 2, events[2] != 0 { ready.insert(.wake) }
    return ready
  }

  package func readInput() -> [InputEvent] {
    guard isOpen else { return [] }
    let wakeups = readWakeups()
    if wakeups.contains(UInt8(ascii: "z")) {
      stop()
      _ = readWakeups()
    }
    var isResized = !wakeups.isDisjoint(with: Set("zc".utf8))
    if isResized { resume() }
    // Curses also asks for the size itself, but gets no answer while `FrameChannel` collects a frame.
    if wakeups.contains(UInt8(ascii: "w")), let now = Self.windowSize(), now != size {
      resizeterm(Int32(now.height), Int32(now.width))
      isResized = true
    }
    var (codes, sawResize) = readCodes()
    if ground.isOpen {
      let answer = ground.removeReply(in: codes)
      codes = answer.rest
      if answer.isLight == true {
        adaptToLight()
        // A resize event to the same size makes the caller draw again.
        sawResize = true
      }
    }
    let events = decoder.decode(codes)
    guard isResized || sawResize else { return events }
    size = Size(width: Int(curses_width()), height: Int(curses_height()))
    shown = nil
    return [.resize(size)] + events
  }

  /// Reads all input that is available without waiting, and returns whether a resize was part of it.
  func readCodes() -> (codes: [KeyDecoder.Code], isResized: Bool) {
    var (codes, isResized) = ([KeyDecoder.Code](), false)
    while let code = readCode() {
      if code == .key(KEY_RESIZE) { isResized = true } else { codes.append(code) }
    }
    return (codes, isResized)
  }

  private func readCode() -> KeyDecoder.Code? {
    var value: wint_t = 0
    switch wget_wch(pad, &value) {
    case OK: return .scalar(UInt32(value))
    case KEY_CODE_YES: return .key(Int32(bitPattern: UInt32(value)))
    default: return nil
    }
  }

  /// Returns the signals received since the last call.
  private func readWakeups() -> Set<UInt8> {
    var bytes = [UInt8](repeating: 0, count: 64)
    var seen: Set<UInt8> = []
    while case let count = read(terminal_restore_wakeups(), &bytes, bytes.count), count > 0 {
      seen.formUnion(bytes.prefix(count))
    }
    return seen
  }

  /// Stops the process after Ctrl-Z; returns when the shell resumes it.
  private func stop() {
    if hasMouse { send(Self.mouseOff) }
    endwin()
    terminal_restore_stop()
  }

  /// Restores the modes and the size after a stop, and has the next draw send the whole frame.
  private func resume() {
    reset_prog_mode()
    // While this process was stopped, the kernel sent the resize signal to the shell.
    if let now = Self.windowSize() { resizeterm(Int32(now.height), Int32(now.width)) }
    send(Self.pasteOn)
    if hasMouse { send(Self.mouseOn) }
    if title != nil {
      keepTitle()
      sendTitle()
    }
    curses_repaint_whole()
    flushinp()
  }
}

/// Waits for input on descriptors in one `poll`, and continues after a signal interrupts it.
///
/// - Parameter timeout: In milliseconds; nil waits indefinitely.
/// - Returns: The events of each descriptor, all 0 after the timeout.
func poll(_ descriptors: [Int32], timeout: Int?) -> [Int16] {
  var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  let clock = ContinuousClock()
  let deadline = timeout.map { clock.now + .milliseconds(max(0, $0)) }
  while true {
    let left = deadline.map { Int32(clamping: max(.zero, clock.now.duration(to: $0)).roundedUpMilliseconds) } ?? -1
    if poll(&entries, nfds_t(entries.count), left) >= 0 || errno != EINTR { return entries.map(\.revents) }
  }
}

extension Duration {
  /// The duration in milliseconds, rounded up so that a wait never ends early.
  fileprivate var roundedUpMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
