import Foundation
import SafeText

/// Files that the person names.
enum InputFile {
  /// The largest file that is read: no catalogue, certificate or list of signed objects comes near it.
  static let limit = 256 << 20

  /// The bytes of a file; `-` is standard input.
  ///
  /// - Throws: A `CommandError` (exit 2) that names the file and the reason.
  static func bytes(_ name: String) throws -> [UInt8] {
    if name == "-" { return Array(FileHandle.standardInput.readDataToEndOfFile()) }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: name, isDirectory: &isDirectory) else {
      throw CommandError(.usage, "\(safeText(name)): no such file")
    }
    guard !isDirectory.boolValue else { throw CommandError(.usage, "\(safeText(name)) is a directory: name a file") }
    guard let size = try FileManager.default.attributesOfItem(atPath: name)[.size] as? Int, size <= limit else {
      throw CommandError(.usage, "\(safeText(name)) is larger than 256 MB: name a smaller file")
    }
    guard let data = FileManager.default.contents(atPath: name) else {
      throw CommandError(.usage, "\(safeText(name)) cannot be read: check its permissions")
    }
    return Array(data)
  }
}
