#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The signals that ask a process to end, from the making of this value on: none is lost, however early it comes.
struct StopSignals {
  private let end: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    end = ends[0]
    handlersEnd = ends[1]
    signal(SIGPIPE, SIG_IGN)
    // The parent process may have blocked them, which is inherited.
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

  /// Waits for one of them.
  func wait() {
    var byte: UInt8 = 0
    while read(end, &byte, 1) < 0, errno == EINTR {}
  }
}

/// Where the handler of a signal writes a byte.
///
/// Set once, before the handler is, and only read from then on.
private nonisolated(unsafe) var handlersEnd: Int32 = -1
