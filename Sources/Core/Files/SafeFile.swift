#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How Till makes files: the one place, so that no file is made through a link, over another one, or readable by others
/// where it should not be.
///
/// A person who can write to a folder can put a symbolic link where Till will create a file; it would then empty or
/// fill what the link leads to, as the person who runs Till. All functions say by an `errno` what could not be done.
package enum SafeFile {
  /// Makes a file that is not there yet and opens it for reading and writing; -1 with `errno` where the name is taken,
  /// by a link too.
  package static func create(_ path: String, mode: UInt32 = 0o600) -> Int32 {
    open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
  }

  /// Writes a file anew, as a whole and synced: a reader finds the old content or the new one, after a power cut too.
  ///
  /// A link in its place is replaced and not followed. What is no file, such as a pipe or a device, is written into.
  ///
  /// - Parameter mode: Who may do what with it.
  /// - Returns: 0, or an `errno`.
  package static func replace(_ path: String, with bytes: [UInt8], mode: UInt32 = 0o600) -> Int32 {
    var info = stat()
    if stat(path, &info) == 0, info.st_mode & S_IFMT != S_IFREG { return fill(path, bytes) }
    // Random, so that a file that a killed program left, or an attacker put there, is not in the way.
    let new = "\(path).\(getpid())-\(String(UInt64.random(in: 0...UInt64.max), radix: 16)).new"
    let descriptor = create(new, mode: mode)
    guard descriptor >= 0 else { return errno }
    var code: Int32 = write(bytes, to: descriptor) && fsync(descriptor) == 0 ? 0 : errno
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(new, path) != 0 { code = errno }
    if code != 0 { unlink(new) }
    return code
  }

  /// Writes into what is no file; one that has come into its place meanwhile stays as it is.
  private static func fill(_ path: String, _ bytes: [UInt8]) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return errno }
    guard info.st_mode & S_IFMT != S_IFREG else { return EEXIST }
    return write(bytes, to: descriptor) ? 0 : errno
  }

  /// Opens a lock file, and makes it where it is missing and `flags` say so; -1 with `errno`.
  ///
  /// It must be a file, and no symbolic link leads to it.
  package static func openLock(_ path: String, flags: Int32) -> Int32 {
    let descriptor = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return -1 }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      errno = ELOOP
      return -1
    }
    return descriptor
  }

  /// Replaces what an open lock file holds, for people who look whose lock it is.
  ///
  /// One that has a second name is left as it is: a copy by hard links, or another's file that would be emptied so.
  package static func note(_ text: String, in lock: Int32) {
    var info = stat()
    guard fstat(lock, &info) == 0, info.st_nlink <= 1 else { return }
    _ = ftruncate(lock, 0)
    let bytes = Array(text.utf8)
    if !bytes.isEmpty { _ = pwrite(lock, bytes, bytes.count, 0) }
  }

  /// Reads a small file that holds a secret or a key, through no link; nil where there is none that can be read.
  ///
  /// One that another user owns, or that others can write, is none: they would choose the secret.
  package static func readSecret(_ path: String, limit: Int = 1 << 20) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, FileTrust.isOurs(info) else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(limit, Int(clamping: info.st_size)))
    let count = bytes.isEmpty ? 0 : pread(descriptor, &bytes, bytes.count, 0)
    return count == bytes.count ? bytes : nil
  }

  /// Writes all bytes to an open file.
  ///
  /// - Returns: Whether all went out.
  @discardableResult
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Platform.write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  private static func open(_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
    while true {
      let descriptor = Platform.open(path, flags, mode_t(mode))
      if descriptor >= 0 || errno != EINTR { return descriptor }
    }
  }
}

/// Whether files can be changed by anyone but the user and the administrator.
package enum FileTrust {
  /// The part of a file's path that others can change, the folders above it included.
  package enum Weakness: Hashable, Sendable {
    /// They can write it; `chmod go-w` ends that.
    case writable(String)
    /// It belongs to another user.
    case owner(String)
  }

  /// The first part of the way to a file that others can change, through links as well; nil if there is none.
  package static func weakness(of path: String) -> Weakness? {
    var ways = [path]
    if let whole = realpath(path, nil) {
      ways.append(String(cString: whole))
      free(whole)
    }
    for way in ways {
      var part = ""
      for name in way.split(separator: "/") {
        // The folder that holds it comes first.
        if let weakness = part.isEmpty ? look(at: "/") : look(at: part) { return weakness }
        part += "/" + name
      }
      if let weakness = look(at: part) { return weakness }
    }
    return nil
  }

  private static func look(at path: String) -> Weakness? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    if !isOwned(info) { return .owner(path) }
    // In a folder with the sticky bit others can make files, and change none of ours.
    let isShared = info.st_mode & S_IFMT == S_IFDIR && info.st_mode & S_ISVTX != 0
    return !isWritable(info) || isShared ? nil : .writable(path)
  }

  static func isOurs(_ info: stat) -> Bool { isOwned(info) && !isWritable(info) }

  private static func isOwned(_ info: stat) -> Bool { info.st_uid == geteuid() || info.st_uid == 0 }

  private static func isWritable(_ info: stat) -> Bool { info.st_mode & (S_IWGRP | S_IWOTH) != 0 }
}

/// The functions whose names the types here also bear.
private enum Platform {
  static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, flags, mode)
    #else
      Darwin.open(path, flags, mode)
    #endif
  }

  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
