import Foundation
import SafeText
import StrictJSON
import Walkthroughs

/// A walkthrough or scenario with where it was found.
struct WalkthroughFile {
  let path: String
  let walkthrough: Walkthrough

  /// The name by which it is called: its file's, without the ending.
  var name: String { Self.name(of: path) }
  /// The folder that the files it names lie in.
  var folder: String { URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false) }

  /// The ending of a walkthrough's file name.
  static let ending = ".json5"

  static func name(of path: String) -> String {
    let file = URL(filePath: path).lastPathComponent
    return file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file
  }

  /// Reads a file.
  ///
  /// - Throws: A `CommandError` (exit 2) that names the file, and the mistake in it with line and key.
  init(path: String) throws {
    self.path = path
    do {
      walkthrough = try Walkthrough(parsing: InputFile.bytes(path), check: Stage.mistake)
    } catch let error as JSONError {
      throw CommandError(.usage, "\(safeText(path)): \(safeText(error.description, limit: 600))")
    }
  }
}
