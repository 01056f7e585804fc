import Core
import Libc

/// A lock that lets one server at a time use a folder, because a second one would delete the first one's worlds.
///
/// The kernel releases the lock when the process ends in any way.
final class FolderLock: Sendable {
  private let descriptor: Mutex<Int32>

  /// Locks a folder.
  ///
  /// - Throws: An `HTTPServerError` that names the process of the server that holds the lock.
  init(_ folder: String) throws(HTTPServerError) {
    let path = folder + "/serve.lock"
    let descriptor = SafeFile.openLock(path, flags: O_RDWR | O_CREAT)
    guard descriptor >= 0 else { throw HTTPServerError(EmulatorText.cannotBeWritten(safeText(path)).text) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      var text = [UInt8](repeating: 0, count: 16)
      let count = pread(descriptor, &text, text.count, 0)
      close(descriptor)
      let process = Int32(String(decoding: text.prefix(max(count, 0)), as: UTF8.self))
      throw HTTPServerError(
        say(
          "another till serve\(process.map { say(" (process \($0))") } ?? "") uses \(safeText(folder, limit: 300)); "
            + "stop it, or choose another --store"
        ))
    }
    SafeFile.note("\(getpid())", in: descriptor)
    self.descriptor = Mutex(descriptor)
  }

  deinit { unlock() }

  /// Releases the lock.
  func unlock() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }
}
