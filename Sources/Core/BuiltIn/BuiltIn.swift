import CBuiltIn

/// The files of `Assets` that are part of the program, so that it needs nothing installed beside it: catalogues,
/// walkthroughs and scenarios.
package enum BuiltIn {
  /// The paths below `Assets`, sorted.
  package static var paths: [String] { entries.map { String(cString: $0.path) } }

  /// The bytes of a file; nil where there is none of this path below `Assets`.
  package static func bytes(_ path: String) -> [UInt8]? {
    entries.first { String(cString: $0.path) == path }.map {
      Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count))
    }
  }

  /// The first seven digits of the commit that the program was built from; nil where the build did not know it.
  package static var commit: String? {
    let commit = String(cString: till_commit()).prefix(7)
    return commit.isEmpty ? nil : String(commit)
  }

  /// The words that the process was started with, the program's own name first; without a look at any file.
  package static var arguments: [String] {
    var count = 0
    guard let first = till_arguments(&count) else { return [] }
    return UnsafeBufferPointer(start: first, count: count).compactMap { $0.map { String(cString: $0) } }
  }

  /// The path by which the program was started, as far as the system tells.
  package static var program: String? { till_program().map { String(cString: $0) } }

  private static var entries: UnsafeBufferPointer<till_built_in_file> {
    var count = 0
    let first = till_built_in_files(&count)
    return UnsafeBufferPointer(start: first, count: count)
  }
}
