import Core
import Libc

/// The advisory lock for writing or checkpointing a database: `flock` on `NAME.lock` beside it.
///
/// SQLite before 3.51.3 can corrupt a WAL database if two connections write or checkpoint at the same moment.
/// `DatabaseConnection` takes the lock for every write transaction and checkpoint; other code needs it only to move the
/// files. The lock is not re-entrant, and waiting has a limit: two connections of one process time out like two
/// processes.
package final class ProcessLock {
  private let path: String
  private let timeout: Duration
  private var descriptor: Int32 = -1
  private(set) var isHeld = false

  /// Creates the lock of the database at a path; the lock file is created on first use.
  ///
  /// - Parameter timeout: How long to wait for another holder, in milliseconds.
  package init(database: String, timeout: Int = DatabaseConnection.busyTimeout) {
    path = database + ".lock"
    self.timeout = .milliseconds(timeout)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Runs the work while holding the lock.
  ///
  /// - Throws: `busy` with the holder's process id after the timeout; `readOnly` or `diskFull` if the lock file cannot
  ///   be created; the errors of the work.
  @discardableResult
  package func withLock<Result>(_ work: () throws -> Result) throws -> Result {
    try acquire()
    defer { release() }
    return try work()
  }

  private func acquire() throws(DatabaseFault) {
    guard !isHeld else { throw DatabaseFault(.misuse, file: path, detail: say("this process already holds the lock")) }
    let deadline = ContinuousClock.now + timeout
    var pause = Duration.microseconds(500)
    while !(try tryAcquire()) {
      guard ContinuousClock.now < deadline else {
        throw DatabaseFault(.busy(pid: LockFile.readPID(descriptor)), file: path)
      }
      sleepThread(for: pause)
      pause = min(pause * 2, .milliseconds(20))
    }
    isHeld = true
    LockFile.writePID(descriptor)
  }

  /// Takes the lock if it is free.
  ///
  /// A lock file that was deleted in the meantime protects nothing, so it is closed and opened again.
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

/// A lock that a process holds for its lifetime on a small file of its own.
///
/// An intent or order names its `owner`. Another process takes it over only if `isAlive` returns false for that owner.
/// The kernel releases the lock however the process ends, so a crash needs no clean-up.
package final class OwnershipLock: Sendable {
  /// The unique name of this owner: the process id and 64 random bits, `4242-1a2b3c4d5e6f7081`.
  package let owner: String
  private let path: String
  private let descriptor: Int32

  /// Creates and locks the file `OWNER.owner` in a folder.
  ///
  /// - Throws: `readOnly`, `diskFull`, `missing` (the folder).
  package init(directory: String) throws(DatabaseFault) {
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    owner = "\(getpid())-" + String(repeating: "0", count: 16 - random.count) + random
    path = Self.path(of: owner, in: directory)
    // The file gets its final name only once it is locked, since an unlocked owner file means that the owner is dead.
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

  /// Removes the file when this owner starts no more work; from then on the owner counts as not alive.
  ///
  /// A program that ends with `_exit` runs no `deinit`, so it must call this itself.
  package func removeFile() { unlink(path) }

  /// Returns whether the process that an owner names is still running.
  ///
  /// False means that another process may take over its work. An owner with an invalid name or without a file is not
  /// alive. If the file cannot be checked, the owner counts as alive.
  package static func isAlive(owner: String, directory: String) -> Bool {
    guard !owner.isEmpty, owner.utf8.count <= 64, owner.utf8.allSatisfy("0123456789abcdef-".utf8.contains)
    else { return false }
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
}

/// The identity of a file, independent of its path: its device and inode.
package struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Identifies the file at a path, following symbolic links, or returns nil if there is none.
  package init?(path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    self.init(info)
  }

  /// Identifies an open file.
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

/// The system calls that both locks use.
///
/// `flock` belongs to the open file, so two opens in one process exclude each other. The kernel releases the lock when
/// the process ends in any way.
enum LockFile {
  /// Opens a lock file that only its owner can use, and that child processes do not inherit.
  static func open(_ path: String, flags: Int32) throws(DatabaseFault) -> Int32 {
    let descriptor = SafeFile.openLock(path, flags: flags)
    guard descriptor < 0 else { return descriptor }
    guard errno == ELOOP else { throw DatabaseFault(errno: errno, file: path) }
    throw DatabaseFault(
      .cannotOpen, file: path, detail: say("the lock file is a link or not a regular file; delete it"))
  }

  /// Tries to lock without waiting; returns false if another open of the file holds the lock.
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
  /// Only people read it, so a failure, such as a full disk, is ignored.
  static func writePID(_ descriptor: Int32) {
    SafeFile.note("\(getpid())\n", in: descriptor)
  }

  /// Returns the process id in the file, or nil if it holds none.
  static func readPID(_ descriptor: Int32) -> Int32? {
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return nil }
    let digits = buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }
    guard let pid = Int32(String(decoding: digits, as: UTF8.self)), pid > 0 else { return nil }
    return pid
  }
}
