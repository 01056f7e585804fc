import CZlib
import Core
import Libc

/// The zlib library, which unpacks gzip files.
package enum Zlib {
  /// The installed version, such as 1.2.13.
  package static var version: String { String(cString: zlibVersion()) }
}

/// A reader of a file's or a pipe's bytes, block by block; it unpacks gzip.
final class ByteSource {
  /// How many bytes of the file were read, before unpacking; for progress.
  private(set) var position: Int64 = 0
  /// The length of the file; nil for a pipe.
  let length: Int64?
  /// The path as it was given, for errors.
  private let path: String
  private let descriptor: Int32
  private let owns: Bool
  private var unpacking: UnsafeMutablePointer<z_stream>?
  private var packed: ArraySlice<UInt8> = []
  private var isAtEnd = false
  private var isInMember = false
  private let blockSize = 1 << 20

  /// Opens a file, or standard input for `-`.
  ///
  /// - Throws: A `DeskError` with the reason.
  init(_ path: String) throws {
    self.path = path
    if path == "-" {
      (descriptor, owns, length) = (0, false, nil)
    } else {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw DeskError(.unusable("\(DeskText.unreadable(path, String(cString: strerror(errno))))"))
      }
      owns = true
      var info = stat()
      length = fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFREG ? Int64(info.st_size) : nil
    }
    packed = try block()[...]
    guard packed.starts(with: [0x1F, 0x8B]) else { return }
    guard let stream = till_unpack_start() else {
      throw DeskError(.unusable("\(say("not enough memory to unpack \(safeText(path)); unpack it by hand"))"))
    }
    unpacking = stream
  }

  deinit {
    if let unpacking { till_unpack_end(unpacking) }
    if owns { close(descriptor) }
  }

  /// Returns the next bytes; empty at the end.
  func next() throws -> [UInt8] {
    guard unpacking != nil else {
      if packed.isEmpty { return try block() }
      defer { packed = [] }
      return Array(packed)
    }
    while true {
      if packed.isEmpty { packed = try block()[...] }
      guard !packed.isEmpty else {
        guard !isInMember else { throw DeskError(.unusable("\(safeText(path, limit: 300)): \(DeskText.notGzip)")) }
        return []
      }
      let made = try unpacked()
      if !made.isEmpty { return made }
    }
  }

  private func unpacked() throws -> [UInt8] {
    var out = [UInt8](repeating: 0, count: blockSize)
    var (used, made) = (0, 0)
    let code = packed.withUnsafeBufferPointer { bytes in
      out.withUnsafeMutableBufferPointer { out in
        till_unpack(unpacking, bytes.baseAddress, bytes.count, &used, out.baseAddress, out.count, &made)
      }
    }
    guard code >= 0 else { throw DeskError(.unusable("\(safeText(path, limit: 300)): \(DeskText.notGzip)")) }
    isInMember = code == 0
    packed = packed.dropFirst(used)
    return Array(out.prefix(made))
  }

  private func block() throws -> [UInt8] {
    guard !isAtEnd else { return [] }
    var bytes = [UInt8](repeating: 0, count: blockSize)
    while true {
      let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw DeskError(.unusable("\(DeskText.unreadable(path, String(cString: strerror(errno))))"))
      }
      position += Int64(count)
      if count == 0 { isAtEnd = true }
      return Array(bytes.prefix(count))
    }
  }
}
