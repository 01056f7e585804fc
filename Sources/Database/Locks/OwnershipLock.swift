#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A lock that an acting process holds for its lifetime on a small file of its own.
///
/// An intent or order names its `owner`; another process takes it over only when `isAlive` says that the owner is gone.
/// The kernel lets go of the lock when the process ends in whatever way, so a crash needs no clean-up.
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
    descriptor = try LockFile.open(path, flags: O_RDWR | O_CREAT | O_EXCL)
    guard try LockFile.tryLock(descriptor, LOCK_EX, path: path) else {
      throw DatabaseFault(.busy(pid: nil), file: path)
    }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// Whether the process that this owner names still runs.
  ///
  /// False means that what it owned may be taken over. An owner of another form, or one without its file, is not
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
