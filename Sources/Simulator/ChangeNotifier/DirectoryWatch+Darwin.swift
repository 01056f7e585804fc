#if canImport(Darwin)
  import Darwin

  /// A watch on a database that reports when another process may have committed (kqueue).
  ///
  /// A writer fills and then empties the `.lock` file; kqueue reports the change.
  final class DirectoryWatch: Sendable {
    enum Event {
      case changed, timeOut, stopped
    }

    private let queue: Int32
    private let lock: Int32

    /// Watches the lock file of a ledger; fails if the system refuses.
    init?(ledger path: String) {
      queue = kqueue()
      guard queue >= 0 else { return nil }
      lock = open(path + ".lock", O_EVTONLY | O_CLOEXEC)
      var filters = [
        Darwin.kevent(
          ident: UInt(bitPattern: Int(lock)), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
          fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB), data: 0, udata: nil),
        Darwin.kevent(
          ident: 0, filter: Int16(EVFILT_USER), flags: UInt16(EV_ADD | EV_CLEAR), fflags: 0, data: 0, udata: nil),
      ]
      guard lock >= 0, kevent(queue, &filters, 2, nil, 0, nil) == 0 else {
        close(queue)
        if lock >= 0 { close(lock) }
        return nil
      }
    }

    deinit {
      close(queue)
      close(lock)
    }

    /// Ends the current wait, or the next one if none is running.
    func stop() {
      var trigger = Darwin.kevent(
        ident: 0, filter: Int16(EVFILT_USER), flags: 0, fflags: UInt32(NOTE_TRIGGER), data: 0, udata: nil)
      _ = kevent(queue, &trigger, 1, nil, 0, nil)
    }

    /// Waits for a commit up to a time limit; nil waits without a limit.
    func wait(milliseconds: Int32?, isWriting: inout Bool) -> Event {
      var event = Darwin.kevent()
      var limit = timespec(tv_sec: Int(milliseconds ?? 0) / 1000, tv_nsec: Int(milliseconds ?? 0) % 1000 * 1_000_000)
      while true {
        let count =
          milliseconds == nil ? kevent(queue, nil, 0, &event, 1, nil) : kevent(queue, nil, 0, &event, 1, &limit)
        if count == 0 { return .timeOut }
        if count < 0, errno != EINTR { return .stopped }
        if count > 0 { return event.filter == Int16(EVFILT_USER) ? .stopped : .changed }
      }
    }
  }
#endif
