import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder whose files are the only ones that may be named, for what came from others.
package struct FolderScope: Sendable {
  package let folder: String

  package init(_ folder: String) { self.folder = folder }

  /// Whether a path is that of a file directly in the folder, spelled as such.
  package func holds(_ path: String) -> Bool {
    guard path.hasPrefix(folder + "/") else { return false }
    return Self.isName(path.dropFirst(folder.count + 1))
  }

  /// Whether a text is the name of a file, and no way to another folder.
  package static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text != "." && text != ".." && !text.unicodeScalars.contains { $0 == "/" || $0 == "\0" }
  }

  /// Whether a path, below the folder and without `..`, leads to a file below it through all symbolic links.
  package func leadsTo(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.isEmpty, parts.allSatisfy(Self.isName) else { return false }
    guard let top = Self.resolved(folder) else { return false }
    // What is not there leads nowhere, which is said by who reads it.
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
