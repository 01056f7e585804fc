#if canImport(Glibc)
  import Glibc

  /// Waits until somebody commits to a database (inotify).
  ///
  /// A commit writes to the `-wal` file, and so it is that file's writes that count; reading writes nothing.
  final class DirectoryWatch: Sendable {
    enum Event {
      case changed, timeOut, stopped
    }

    private let notices: Int32
    private let stopReader: Int32
    private let stopWriter: Int32
    private let logName: [UInt8]

    /// Watches the directory of a ledger; nil when the system refuses.
    init?(ledger path: String) {
      let slash = path.lastIndex(of: "/")
      let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      logName = Array("\(slash.map { path[path.index(after: $0)...] } ?? path[...])-wal".utf8)
      notices = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard notices >= 0 else { return nil }
      var ends: [Int32] = [-1, -1]
      guard inotify_add_watch(notices, directory, UInt32(IN_MODIFY | IN_CREATE)) >= 0, pipe(&ends) == 0 else {
        close(notices)
        return nil
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      stopReader = ends[0]
      stopWriter = ends[1]
    }

    deinit {
      close(notices)
      close(stopReader)
      close(stopWriter)
    }

    /// Makes the wait end, now or when it begins.
    func stop() {
      var byte: UInt8 = 0
      _ = write(stopWriter, &byte, 1)
    }

    /// Waits for a commit, at most so long; nil waits for ever.
    func wait(milliseconds: Int32?) -> Event {
      var descriptors = [
        pollfd(fd: stopReader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: notices, events: Int16(POLLIN), revents: 0),
      ]
      let clock = ContinuousClock()
      let end = milliseconds.map { clock.now + .milliseconds($0) }
      while true {
        let left = end.map { max(0, ($0 - clock.now).roundedUpMilliseconds) } ?? -1
        let count = poll(&descriptors, nfds_t(descriptors.count), left)
        if count < 0, errno != EINTR { return .stopped }
        if count > 0, descriptors[0].revents != 0 { return .stopped }
        if count > 0, descriptors[1].revents != 0, takeNotices() { return .changed }
        if let end, clock.now >= end { return .timeOut }
      }
    }

    /// Takes all notices off the queue; whether one was about the log.
    ///
    /// An overflowing queue counts as one.
    private func takeNotices() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 16_384)
      var concerns = false
      while true {
        let count = read(notices, &buffer, buffer.count)
        guard count > 0 else { return concerns }
        if contains(buffer[..<count]) { concerns = true }
      }
    }

    /// The kernel's records: watch, mask, cookie, length of the name (32 bits each), then the name padded with zeros.
    private func contains(_ records: ArraySlice<UInt8>) -> Bool {
      var records = records
      while records.count >= 16 {
        let words = Array(records.prefix(16))
        let (mask, length) = words.withUnsafeBytes {
          ($0.loadUnaligned(fromByteOffset: 4, as: UInt32.self), $0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        }
        let name = records.dropFirst(16).prefix(Int(length)).prefix { $0 != 0 }
        if mask & UInt32(IN_Q_OVERFLOW) != 0 || name.elementsEqual(logName) { return true }
        records = records.dropFirst(16 + Int(length))
      }
      return false
    }
  }

  extension Duration {
    fileprivate var roundedUpMilliseconds: Int32 {
      let (seconds, attoseconds) = components
      let whole = seconds.multipliedReportingOverflow(by: 1000)
      let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
      return Int32(clamping: whole.overflow ? .max : whole.partialValue.addingReportingOverflow(rest).partialValue)
    }
  }
#endif
