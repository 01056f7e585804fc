#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The advisory lock between processes that write or checkpoint one database: `flock` on `NAME.lock` beside it.
///
/// `DatabaseConnection` takes it for every write transaction and checkpoint; others need it only to move files about.
/// SQLite before 3.51.3 can corrupt a WAL database that two connections write or checkpoint at the same moment. It is not
/// re-entrant and does not wait for ever: two connections of one process time out like two processes.
package final class ProcessLock {
  private let path: String
  private let timeout: Duration
  private var descriptor: Int32 = -1
  private(set) var isHeld = false

  /// The lock of the database at a path; its file is created when it is first taken.
  ///
  /// - Parameter timeout: how long to wait for another holder, in milliseconds.
  package init(database: String, timeout: Int = DatabaseConnection.busyTimeout) {
    path = database + ".lock"
    self.timeout = .milliseconds(timeout)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Runs the work while holding the lock.
  ///
  /// - Throws: `busy` with the holder's process id after the time-out; `readOnly` or `diskFull` when the lock file
  ///   cannot be made; whatever the work throws.
  @discardableResult
  package func withLock<Result>(_ work: () throws -> Result) throws -> Result {
    try acquire()
    defer { release() }
    return try work()
  }

  private func acquire() throws(DatabaseFault) {
    guard !isHeld else { throw DatabaseFault(.misuse, file: path, detail: "the lock is already held here") }
    let deadline = ContinuousClock.now + timeout
    var pause: UInt32 = 500
    while !(try tryAcquire()) {
      guard ContinuousClock.now < deadline else {
        throw DatabaseFault(.busy(pid: LockFile.readPID(descriptor)), file: path)
      }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
    isHeld = true
    LockFile.writePID(descriptor)
  }

  /// Takes the lock if it is free.
  ///
  /// A lock file that somebody deleted meanwhile locks nothing and is opened anew.
  private func tryAcquire() throws(DatabaseFault) -> Bool {
    if descriptor < 0 { descriptor = try LockFile.open(path, flags: O_RDWR | O_CREAT) }
    guard try LockFile.tryLock(descriptor, LOCK_EX, path: path) else { return false }
    if FileIdentity(descriptor: descriptor) == FileIdentity(path: path) { return true }
    close(descriptor)
    descriptor = -1
    return false
  }

  private func release() {
    _ = ftruncate(descriptor, 0)
    _ = flock(descriptor, LOCK_UN)
    isHeld = false
  }
}
