#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Tells one file on one device from another, whatever its path.
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
    while true {
      let descriptor = Platform.open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
      if descriptor >= 0 { return descriptor }
      let number = errno
      guard number == EINTR else { throw DatabaseFault(errno: number, file: path) }
    }
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

  /// Replaces what the file holds with a process id.
  ///
  /// It is for people only, so that a full disk does not matter here.
  static func writePID(_ descriptor: Int32) {
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
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

/// The functions whose names the types here also bear.
enum Platform {
  static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, flags, mode)
    #else
      Darwin.open(path, flags, mode)
    #endif
  }
}
