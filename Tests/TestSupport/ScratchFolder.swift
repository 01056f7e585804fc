package import Foundation

/// Where tests keep their files: in memory, where the system has a folder for that and room in it.
///
/// Tests commit some ten thousand times, and a disk takes a millisecond and more to flush each; nothing of theirs has to
/// outlive a power cut.
package enum ScratchFolder {
  package static let url: URL = {
    let memory = "/dev/shm"
    var system = statvfs()
    // Some containers give it little room, or let nothing in it be run.
    let isGood =
      statvfs(memory, &system) == 0 && UInt64(system.f_bavail) * UInt64(system.f_frsize) >= 2 << 30
      && Int32(system.f_flag) & noExecution == 0 && FileManager.default.isWritableFile(atPath: memory)
    return isGood ? URL(filePath: memory, directoryHint: .isDirectory) : FileManager.default.temporaryDirectory
  }()

  /// The same as a path with a slash at its end.
  package static let path: String = {
    let path = url.path(percentEncoded: false)
    return path.hasSuffix("/") ? path : path + "/"
  }()

  /// `ST_NOEXEC`, which glibc's headers hide here.
  private static let noExecution: Int32 = 8
}
