package import Foundation

/// The folder for the tests' files, in memory where the system has such a folder with enough space.
///
/// Tests commit some ten thousand times, and a disk takes a millisecond and more to flush each commit. None of their
/// files has to survive a power cut.
package enum ScratchFolder {
  package static let url: URL = {
    let memory = "/dev/shm"
    var system = statvfs()
    // Some containers give it little space, or forbid running programs in it.
    let isGood =
      statvfs(memory, &system) == 0 && UInt64(system.f_bavail) * UInt64(system.f_frsize) >= 2 << 30
      && Int32(system.f_flag) & noExecution == 0 && FileManager.default.isWritableFile(atPath: memory)
    return isGood ? URL(filePath: memory, directoryHint: .isDirectory) : FileManager.default.temporaryDirectory
  }()

  /// The same folder as a path that ends in a slash.
  package static let path: String = {
    let path = url.path(percentEncoded: false)
    return path.hasSuffix("/") ? path : path + "/"
  }()

  /// Makes a new folder in it, whose name begins with the given one.
  package static func make(_ name: String) throws -> URL {
    let folder = url.appending(path: "\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// `ST_NOEXEC`, which glibc's headers hide here.
  private static let noExecution: Int32 = 8
}
