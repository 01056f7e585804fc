import CZlib
import Foundation

/// A gzip file that is written piece by piece.
final class PackedFile {
  private let file: FileHandle
  private let stream: UnsafeMutablePointer<z_stream>
  private var room = [UInt8](repeating: 0, count: 1 << 20)

  init(_ path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else { throw BenchFailure("\(path) cannot be written") }
    guard let stream = till_pack_start() else { throw BenchFailure("not enough memory to pack \(path)") }
    (self.file, self.stream) = (file, stream)
  }

  deinit { till_pack_end(stream) }

  func write(_ bytes: [UInt8]) throws { try pack(bytes, isLast: false) }

  /// Writes the rest, and closes the file.
  func end() throws {
    try pack([], isLast: true)
    try file.close()
  }

  private func pack(_ bytes: [UInt8], isLast: Bool) throws {
    var rest = bytes[...]
    while true {
      var (used, made) = (0, 0)
      let code = rest.withUnsafeBufferPointer { bytes in
        room.withUnsafeMutableBufferPointer { room in
          till_pack(stream, bytes.baseAddress, bytes.count, isLast, &used, room.baseAddress, room.count, &made)
        }
      }
      guard code >= 0 else { throw BenchFailure("zlib could not pack") }
      rest = rest.dropFirst(used)
      if made > 0 { try file.write(contentsOf: Data(room.prefix(made))) }
      if code == 1 || !isLast && rest.isEmpty && made < room.count { return }
    }
  }
}
