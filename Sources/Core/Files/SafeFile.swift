import Libc

/// Creates and replaces files safely.
///
/// All of Till's files are made here, so that none is made through a symbolic link, over another file, or readable by
/// other users by mistake. An attacker who can write to a folder can put a symbolic link where Till will create a file.
/// Till would then overwrite the target of the link with the rights of the person who runs it. All functions report
/// failures as an `errno`.
package enum SafeFile {
  /// Creates a new file and opens it for reading and writing; -1 with `errno` if the name exists, even as a link.
  package static func create(_ path: String, mode: UInt32 = 0o600) -> Int32 {
    open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
  }

  /// Replaces the whole content of a file and syncs it; readers see the old or the new content, even after a power cut.
  ///
  /// A symbolic link at the path is replaced, not followed. Anything that is not a regular file, such as a pipe or a
  /// device, is written to directly.
  ///
  /// - Parameter mode: The permissions of the new file.
  /// - Returns: 0, or an `errno`.
  package static func replace(_ path: String, with bytes: [UInt8], mode: UInt32 = 0o600) -> Int32 {
    var info = stat()
    if stat(path, &info) == 0, info.st_mode & S_IFMT != S_IFREG { return fill(path, bytes) }
    // The name is random, so that a file left by a killed program or put there by an attacker is not in the way.
    let new = "\(path).\(getpid())-\(String(UInt64.random(in: 0...UInt64.max), radix: 16)).new"
    let descriptor = create(new, mode: mode)
    guard descriptor >= 0 else { return errno }
    var code: Int32 = write(bytes, to: descriptor) && fsync(descriptor) == 0 ? 0 : errno
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(new, path) != 0 { code = errno }
    if code != 0 { unlink(new) }
    return code
  }

  /// Writes to a pipe or a device; fails with `EEXIST` if it has been replaced by a regular file meanwhile.
  private static func fill(_ path: String, _ bytes: [UInt8]) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return errno }
    guard info.st_mode & S_IFMT != S_IFREG else { return EEXIST }
    return write(bytes, to: descriptor) ? 0 : errno
  }

  /// Returns the absolute path of the file behind all symbolic links; nil where there is none.
  package static func resolved(_ path: String) -> String? {
    guard let whole = realpath(path, nil) else { return nil }
    defer { free(whole) }
    return String(cString: whole)
  }

  /// Opens a lock file, and creates a missing one if `flags` say so; -1 with `errno`.
  ///
  /// The path must lead to a regular file and not to a symbolic link.
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

  /// Replaces the content of an open lock file with a note for people about the owner of the lock.
  ///
  /// A file with a second hard link is left unchanged: it may be a copy, or another person's file that must not be
  /// emptied.
  package static func note(_ text: String, in lock: Int32) {
    var info = stat()
    guard fstat(lock, &info) == 0, info.st_nlink <= 1 else { return }
    _ = ftruncate(lock, 0)
    let bytes = Array(text.utf8)
    if !bytes.isEmpty { _ = pwrite(lock, bytes, bytes.count, 0) }
  }

  /// Reads a small file with a secret or a key, never through a symbolic link; nil if it cannot be read.
  ///
  /// A file that another user owns, or that others can write, is rejected: they could choose the secret.
  package static func readSecret(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, FileTrust.isOurs(info) else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(1 << 20, Int(clamping: info.st_size)))
    let count = bytes.isEmpty ? 0 : pread(descriptor, &bytes, bytes.count, 0)
    return count == bytes.count ? bytes : nil
  }

  /// Writes all bytes to an open file.
  ///
  /// - Returns: Whether all bytes were written.
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

/// Checks whether other users can change a file; only the user and the administrator should be able to.
package enum FileTrust {
  /// The part of a file's path, the file itself or a folder above it, that other users can change.
  package enum Weakness: Hashable, Sendable {
    /// Other users can write it; `chmod go-w` fixes that.
    case writable(String)
    /// The file or folder belongs to another user.
    case owner(String)
  }

  /// Returns the first part of a path, links included, that other users can change; nil if there is none.
  package static func weakness(of path: String) -> Weakness? {
    for way in [path, SafeFile.resolved(path)].compactMap(\.self) {
      var part = ""
      for name in way.split(separator: "/") {
        // Check the folder before its content.
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
    // In a folder with the sticky bit, others can create files but not change the user's files.
    let isShared = info.st_mode & S_IFMT == S_IFDIR && info.st_mode & S_ISVTX != 0
    return !isWritable(info) || isShared ? nil : .writable(path)
  }

  static func isOurs(_ info: stat) -> Bool { isOwned(info) && !isWritable(info) }

  private static func isOwned(_ info: stat) -> Bool { info.st_uid == geteuid() || info.st_uid == 0 }

  private static func isWritable(_ info: stat) -> Bool { info.st_mode & (S_IWGRP | S_IWOTH) != 0 }
}

/// The system functions whose names are hidden by the methods above.
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
