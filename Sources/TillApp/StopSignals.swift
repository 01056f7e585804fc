import Libc

/// The signals that end the process, collected from the creation of this value on, so that no early signal is lost.
struct StopSignals {
  private let end: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    end = ends[0]
    handlersEnd = ends[1]
    signal(SIGPIPE, SIG_IGN)
    // The parent process may have blocked these signals, and this process inherits that.
    var wanted = sigset_t()
    sigemptyset(&wanted)
    defer { pthread_sigmask(SIG_UNBLOCK, &wanted, nil) }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      sigaddset(&wanted, number)
      signal(number) { _ in
        let before = errno
        var byte: UInt8 = 0
        _ = write(handlersEnd, &byte, 1)
        errno = before
      }
    }
  }

  /// Waits for one of the signals.
  func wait() {
    var byte: UInt8 = 0
    while read(end, &byte, 1) < 0, errno == EINTR {}
  }
}

/// The pipe end to which the signal handler writes a byte.
///
/// It is set once, before the handler is installed, and only read afterwards.
private nonisolated(unsafe) var handlersEnd: Int32 = -1
