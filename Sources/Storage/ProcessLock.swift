import Core

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The advisory lock between processes that write or checkpoint one database: `flock` on `NAME.lock` beside it.
///
/// `DatabaseConnection` takes it for every write transaction and checkpoint; others need it only to move files about.
/// SQLite before 3.51.3 can corrupt a WAL database that two connections write or checkpoint at the same moment. It is
/// not re-entrant and does not wait for ever: two connections of one process time out like two processes.
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
  ///   cannot be made; the work's errors.
  @discardableResult
  package func withLock<Result>(_ work: () throws -> Result) throws -> Result {
    try acquire()
    defer { release() }
    return try work()
  }

  private func acquire() throws(DatabaseFault) {
    guard !isHeld else { throw DatabaseFault(.misuse, file: path, detail: say("this process already holds the lock")) }
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
  /// A lock file that was deleted meanwhile locks nothing and is opened anew.
  private func tryAcquire() throws(DatabaseFault) -> Bool {
    if descriptor < 0 { descriptor = try LockFile.open(path, flags: O_RDWR | O_CREAT) }
    guard try LockFile.tryLock(descriptor, LOCK_EX, path: path) else { return false }
    if FileIdentity(descriptor: descriptor) == FileIdentity(path: path) { return true }
    close(descriptor)
    descriptor = -1
    return false
  }

  private func release() {
    SafeFile.note("", in: descriptor)
    _ = flock(descriptor, LOCK_UN)
    isHeld = false
  }
}

/// A lock that an acting process holds for its lifetime on a small file of its own.
///
/// An intent or order names its `owner`; another process takes it over only when `isAlive` says that the owner is gone.
/// The kernel releases the lock when the process ends in any way, so a crash needs no clean-up.
package final class OwnershipLock: Sendable {
  /// Names this owner, once and for all: the process id and 64 random bits, `4242-1a2b3c4d5e6f7081`.
  package let owner: String
  private let path: String
  private let descriptor: Int32

  /// Creates and locks a file in the folder, `OWNER.owner`.
  ///
  /// - Throws: `readOnly`, `diskFull`, `missing` (the folder).
  package init(directory: String) throws(DatabaseFault) {
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    owner = "\(getpid())-" + String(repeating: "0", count: 16 - random.count) + random
    path = Self.path(of: owner, in: directory)
    // It gets its name when it is locked: an unlocked one means that its owner is dead.
    let begun = directory + "/" + owner + ".begun"
    descriptor = try LockFile.open(begun, flags: O_RDWR | O_CREAT | O_EXCL)
    guard try LockFile.tryLock(descriptor, LOCK_EX, path: begun) else {
      throw DatabaseFault(.busy(pid: nil), file: path)
    }
    guard rename(begun, path) == 0 else {
      let number = errno
      unlink(begun)
      throw DatabaseFault(errno: number, file: path)
    }
  }

  deinit {
    removeFile()
    close(descriptor)
  }

  /// Removes the file, once this owner begins nothing more: it is not alive from then on.
  ///
  /// A program that ends with `_exit` frees nothing, so that it has to say so.
  package func removeFile() { unlink(path) }

  /// Whether the process that this owner names still runs.
  ///
  /// False means that its work may be taken over. An owner of another form, or one without its file, is not
  /// alive; one that cannot be asked is held to be alive.
  package static func isAlive(owner: String, directory: String) -> Bool {
    guard !owner.isEmpty, owner.utf8.count <= 64, owner.utf8.allSatisfy(isHexadecimalOrDash) else { return false }
    let path = path(of: owner, in: directory)
    do {
      let descriptor = try LockFile.open(path, flags: O_RDONLY)
      defer { close(descriptor) }
      return !(try LockFile.tryLock(descriptor, LOCK_SH, path: path))
    } catch {
      return error.cause != .missing
    }
  }

  private static func path(of owner: String, in directory: String) -> String {
    directory + "/" + owner + ".owner"
  }

  private static func isHexadecimalOrDash(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "-"): true
    default: false
    }
  }
}

/// Tells one file on one device from another, by any path.
package struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// The file at a path, through symbolic links; nil when there is none.
  package init?(path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    self.init(info)
  }

  /// The open file.
  init?(descriptor: Int32) {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return nil }
    self.init(info)
  }

  private init(_ info: stat) {
    device = UInt64(truncatingIfNeeded: info.st_dev)
    inode = UInt64(info.st_ino)
  }
}

/// The system calls of the two locks.
///
/// `flock` belongs to the open file, so two opens in one process exclude each other,
/// and the kernel releases it when a process dies, however it dies.
enum LockFile {
  /// Opens a lock file, private to its user and closed in programs that this one starts.
  static func open(_ path: String, flags: Int32) throws(DatabaseFault) -> Int32 {
    let descriptor = SafeFile.openLock(path, flags: flags)
    guard descriptor < 0 else { return descriptor }
    guard errno == ELOOP else { throw DatabaseFault(errno: errno, file: path) }
    throw DatabaseFault(
      .cannotOpen, file: path, detail: say("the lock file is a link or not a regular file; delete it"))
  }

  /// Tries to lock without waiting; false when another open of the file holds it.
  static func tryLock(_ descriptor: Int32, _ operation: Int32, path: String) throws(DatabaseFault) -> Bool {
    while true {
      if flock(descriptor, operation | LOCK_NB) == 0 { return true }
      let number = errno
      if number == EWOULDBLOCK { return false }
      guard number == EINTR else { throw DatabaseFault(errno: number, file: path) }
    }
  }

  /// Replaces the file's content with a process id.
  ///
  /// It is for people only, so that a full disk does not matter here.
  static func writePID(_ descriptor: Int32) {
    SafeFile.note("\(getpid())\n", in: descriptor)
  }

  /// The process id in the file; nil when there is none, or text that is no process id.
  static func readPID(_ descriptor: Int32) -> Int32? {
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return nil }
    let digits = buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }
    guard let pid = Int32(String(decoding: digits, as: UTF8.self)), pid > 0 else { return nil }
    return pid
  }
}
