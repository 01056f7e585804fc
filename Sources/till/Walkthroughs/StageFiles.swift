import Database
import Foundation

/// The files of a stage, copied while nobody writes to them.
enum StageFiles {
  /// Copies the databases of a directory and of the devices below it, and the receipts that were written.
  ///
  /// A database is its file and its write-ahead log; what SQLite makes anew, and the locks, are left out.
  static func copy(_ source: String, to target: String) throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: target, withIntermediateDirectories: true)
    for name in try manager.contentsOfDirectory(atPath: source).sorted() {
      let path = source + "/" + name
      if name.hasPrefix("device-"), DatabaseFiles.kind(of: path) == .directory {
        try copy(path, to: target + "/" + name)
      } else if name.hasSuffix(".receipt") {
        try manager.copyItem(atPath: path, toPath: target + "/" + name)
      } else if name.hasSuffix(".db") {
        try ProcessLock(database: path).withLock {
          for ending in ["", "-wal"] where manager.fileExists(atPath: path + ending) {
            try manager.copyItem(atPath: path + ending, toPath: target + "/" + name + ending)
          }
        }
      }
    }
  }
}
