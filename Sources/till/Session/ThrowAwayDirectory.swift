import Database
import Foundation

/// A directory whose files nobody wants after the program's end: demo data, the stage of a walkthrough.
///
/// Its owner holds a lock in it. What a killed program left behind is thrown away by the next one that makes one.
final class ThrowAwayDirectory: Sendable {
  enum Kind: String, CaseIterable {
    case demo, walkthrough
  }

  let path: String
  private let owner: OwnershipLock

  /// - Throws: A `CommandError` when none can be made.
  init(_ kind: Kind) throws {
    Self.sweep()
    var template = Array((Self.parent + "till-\(kind.rawValue)-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandError(.unusable, "no directory for throw-away files could be made: check TMPDIR")
    }
    path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    owner = try OwnershipLock(directory: path)
  }

  /// Throws the files away.
  func discard() { try? FileManager.default.removeItem(atPath: path) }

  private static var parent: String { NSTemporaryDirectory() }

  /// Throws away what programs left behind that did not come to their end.
  private static func sweep() {
    let prefixes = Kind.allCases.map { "till-\($0.rawValue)-" }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where prefixes.contains(where: name.hasPrefix) && isAbandoned(parent + name) {
      try? FileManager.default.removeItem(atPath: parent + name)
    }
  }

  /// Whether the owner's lock can be had; one without a lock may be about to get it.
  private static func isAbandoned(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else { return false }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let owners = names.filter { $0.hasSuffix(".owner") }.map { String($0.dropLast(6)) }
    if owners.isEmpty { return time(nil) - status.st_mtim.tv_sec > 60 }
    return !owners.contains { OwnershipLock.isAlive(owner: $0, directory: path) }
  }
}
