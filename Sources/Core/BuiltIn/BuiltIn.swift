import CBuiltIn

/// The files of `Assets` that are built into the program: catalogues, walkthroughs and scenarios.
///
/// The program therefore needs no installed files.
package enum BuiltIn {
  /// The paths of the files below `Assets`, sorted.
  package static var paths: [String] { entries.map { String(cString: $0.path) } }

  /// Returns the content of a file; nil if `Assets` has no file with this path.
  package static func bytes(_ path: String) -> [UInt8]? {
    entries.first { String(cString: $0.path) == path }.map {
      Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count))
    }
  }

  /// The first seven digits of the commit from which the program was built; nil if unknown at build time.
  package static var commit: String? {
    let commit = String(cString: till_commit()).prefix(7)
    return commit.isEmpty ? nil : String(commit)
  }

  /// The arguments with which the process was started, the program's name first; read from memory, not from a file.
  package static var arguments: [String] {
    var count = 0
    guard let first = till_arguments(&count) else { return [] }
    return UnsafeBufferPointer(start: first, count: count).compactMap { $0.map { String(cString: $0) } }
  }

  /// The path by which the program was started; nil if the system does not say.
  package static var program: String? { till_program().map { String(cString: $0) } }

  private static var entries: UnsafeBufferPointer<till_built_in_file> {
    var count = 0
    let first = till_built_in_files(&count)
    return UnsafeBufferPointer(start: first, count: count)
  }
}
