#if canImport(Glibc)
  import Glibc

  /// A watch on a database that reports when another process has committed (inotify).
  ///
  /// A commit writes the `-wal` file. Other processes see it a moment later, when the file is synced and the writer
  /// releases the lock between processes, which empties the `.lock` file. Only then is the commit reported. A reader
  /// writes neither file.
  final class DirectoryWatch: Sendable {
    enum Event {
      case changed, timeOut, stopped
    }

    private let notices: Int32
    private let stopReader: Int32
    private let stopWriter: Int32
    private let logName: [UInt8]
    private let lockName: [UInt8]

    /// How long a commit may take to become visible, in milliseconds; after that its writer is assumed to have died.
    private static let patience: Int32 = 1000

    /// Watches the directory of a ledger; fails if the system refuses.
    init?(ledger path: String) {
      let slash = path.lastIndex(of: "/")
      let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
      logName = Array("\(name)-wal".utf8)
      lockName = Array("\(name).lock".utf8)
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

    /// Ends the current wait, or the next one if none is running.
    func stop() {
      var byte: UInt8 = 0
      _ = write(stopWriter, &byte, 1)
    }

    /// Waits for a commit up to a time limit; nil waits without a limit.
    ///
    /// - Parameter isWriting: Whether a commit had begun and not finished when the previous wait ended.
    func wait(milliseconds: Int32?, isWriting: inout Bool) -> Event {
      var descriptors = [
        pollfd(fd: stopReader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: notices, events: Int16(POLLIN), revents: 0),
      ]
      let clock = ContinuousClock()
      let end = milliseconds.map { clock.now + .milliseconds($0) }
      while true {
        var left = end.map { max(0, ($0 - clock.now).roundedUpMilliseconds) } ?? -1
        if isWriting { left = left < 0 ? Self.patience : min(left, Self.patience) }
        let count = poll(&descriptors, nfds_t(descriptors.count), left)
        if count < 0, errno != EINTR { return .stopped }
        if count > 0, descriptors[0].revents != 0 { return .stopped }
        if count > 0, descriptors[1].revents != 0, takeNotices(isWriting: &isWriting) { return .changed }
        if let end, clock.now >= end { return .timeOut }
        if count == 0, isWriting {
          isWriting = false
          return .changed
        }
      }
    }

    /// Reads all queued inotify events; returns whether a commit was among them.
    private func takeNotices(isWriting: inout Bool) -> Bool {
      var buffer = [UInt8](repeating: 0, count: 16_384)
      var isCommitted = false
      while true {
        let count = read(notices, &buffer, buffer.count)
        guard count > 0 else { return isCommitted }
        if takeRecords(buffer[..<count], isWriting: &isWriting) { isCommitted = true }
      }
    }

    /// Parses the kernel's records; returns whether a commit was among them.
    ///
    /// A record is watch, mask, cookie and length of the name (32 bits each), then the name padded with zeros. An
    /// overflow of the kernel's queue counts as a commit.
    private func takeRecords(_ records: ArraySlice<UInt8>, isWriting: inout Bool) -> Bool {
      var records = records
      var isCommitted = false
      while records.count >= 16 {
        let words = Array(records.prefix(16))
        let (mask, length) = words.withUnsafeBytes {
          ($0.loadUnaligned(fromByteOffset: 4, as: UInt32.self), $0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        }
        let name = records.dropFirst(16).prefix(Int(length)).prefix { $0 != 0 }
        if name.elementsEqual(logName) { isWriting = true }
        if mask & UInt32(IN_Q_OVERFLOW) != 0 || isWriting && name.elementsEqual(lockName) {
          isWriting = false
          isCommitted = true
        }
        records = records.dropFirst(16 + Int(length))
      }
      return isCommitted
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
