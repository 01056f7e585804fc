import Libc

/// A folder that restricts which files may be named in data from other people.
package struct FolderScope: Sendable {
  package let folder: String

  package init(_ folder: String) { self.folder = folder }

  /// Returns whether a path names a file directly in the folder.
  package func holds(_ path: String) -> Bool {
    guard path.hasPrefix(folder + "/") else { return false }
    return Self.isName(path.dropFirst(folder.count + 1))
  }

  /// Returns whether a text is a plain file name, which cannot lead to another folder.
  package static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text != "." && text != ".." && !text.unicodeScalars.contains { $0 == "/" || $0 == "\0" }
  }

  /// Returns whether a relative path without `..` stays inside the folder when all symbolic links are followed.
  package func leadsTo(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.isEmpty, parts.allSatisfy(Self.isName) else { return false }
    guard let top = Self.resolved(folder) else { return false }
    // A missing file is allowed here; its reader reports that it is missing.
    guard let whole = Self.resolved(folder + "/" + path) else { return Self.isMissing(folder + "/" + path) }
    return whole.hasPrefix(top == "/" ? top : top + "/")
  }

  private static func isMissing(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) != 0
  }

  private static func resolved(_ path: String) -> String? {
    guard let whole = realpath(path, nil) else { return nil }
    defer { free(whole) }
    return String(cString: whole)
  }
}
