internal import CPageSums
internal import CSQLite
import Core
import Libc

/// The checksums at the end of each page of a database, which reveal corrupted bits.
///
/// SQLite itself has checksums in its -wal only. A VFS layer (`CPageSums`) writes a checksum with each page of the
/// database, if the file keeps eight bytes of each page free, as those of this version of Till do. Reading does not
/// check them, so it costs nothing; `doctor --deep` does.
package enum PageSums {
  /// The VFS layer through which connections open their files, or nil if SQLite refused to register it.
  ///
  /// It is the first call of SQLite in a process, so the library is set up here.
  static let layer: String? = {
    _ = csqlite_count_no_memory()
    return till_page_sums_register() == SQLITE_OK ? "till-sums" : nil
  }()

  /// Makes a database that is still empty keep eight bytes of each page free.
  static func makeRoom(in handle: OpaquePointer?, file: String) {
    var info = stat()
    guard layer != nil, stat(file, &info) == 0, info.st_size == 0 else { return }
    var count = Int32(till_page_sum_size)
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
  }

  /// Returns a description of the damaged pages of the file and frames of its -wal, or nothing if all are intact.
  ///
  /// - Returns: Nil for a file without checksums, made by an earlier version.
  /// - Throws: A `DatabaseFault` if the file cannot be read or another process keeps writing.
  package static func findings(in path: String) throws -> [String]? {
    let file = try DatabaseFiles.canonical(path)
    return try ProcessLock(database: file).withLock {
      var texts: [Words] = []
      if let damage = try LogFrames(file + "-wal")?.damage { texts.append(damage) }
      guard let pages = try pages(of: file) else { return texts.isEmpty ? nil : texts.map(\.text) }
      return (pages + texts).map(\.text)
    }
  }

  /// Returns the damaged pages, or nil if the file has no checksums.
  private static func pages(of file: String) throws -> [Words]? {
    let bytes = try contents(of: file)
    guard bytes.count >= 512 else { return [] }
    let stated = Int(bytes[16]) << 8 | Int(bytes[17])
    let size = stated == 1 ? 65_536 : stated
    guard size >= 512, size & (size - 1) == 0 else { return [DatabaseText.headerDiffers] }
    var wrong: [Int] = []
    var good = 0
    bytes.withUnsafeBytes { all in
      for start in stride(from: 0, through: all.count - size, by: size) {
        guard let page = (all.baseAddress.map { $0 + start })?.assumingMemoryBound(to: UInt8.self) else { return }
        let kept = UnsafeRawPointer(page + size - Int(till_page_sum_size)).loadUnaligned(as: UInt64.self)
        if kept == till_page_sum(page, size) { good += kept == 0 ? 0 : 1 } else { wrong.append(start / size + 1) }
      }
    }
    guard bytes[20] == UInt8(till_page_sum_size) else {
      // The header byte that announces the checksums may itself be damaged: then the checksum of page 1 matches once
      // that byte is corrected.
      var first = Array(bytes.prefix(size))
      first[20] = UInt8(till_page_sum_size)
      let kept = first.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: max(0, first.count - Int(till_page_sum_size)), as: UInt64.self)
      }
      let isPutRight = kept != 0 && kept == till_page_sum(first, Int(first.count))
      return good > 0 || isPutRight ? [DatabaseText.headerDiffers] : nil
    }
    return wrong.isEmpty
      ? []
      : [
        Words(
          wrong.count,
          "\(wrong.count) page changed since Till wrote it: \(Language.series(wrong.prefix(5).map { "\($0)" }))",
          "\(wrong.count) pages changed since Till wrote them: \(Language.series(wrong.prefix(5).map { "\($0)" }))")
      ]
  }

  fileprivate static func contents(of file: String) throws -> [UInt8] {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseFault(errno: errno, file: file) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw DatabaseFault(errno: errno, file: file) }
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    var place = 0
    while place < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress.map { $0 + place }, $0.count - place, off_t(place))
      }
      guard count > 0 else { throw DatabaseFault(errno: count == 0 ? EIO : errno, file: file) }
      place += count
    }
    return bytes
  }
}

/// A -wal file in SQLite's format: a header, then frames, each with a checksum over all before it.
private struct LogFrames {
  private let bytes: [UInt8]

  /// - Returns: Nil if the file does not exist or has no content.
  init?(_ path: String) throws {
    guard DatabaseFiles.kind(of: path) == .file else { return nil }
    bytes = try PageSums.contents(of: path)
    guard bytes.count >= 32 else { return nil }
  }

  private func number(at place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The damage, or nil if there is none.
  ///
  /// A frame is damaged if its checksum does not match the frames before it. A crash can also leave such a frame, but
  /// then it does not end a commit, and no frame with the same salts follows it.
  var damage: Words? {
    let isLittle = number(at: 0) == 0x377F_0682
    let size = Int(number(at: 8))
    guard isLittle || number(at: 0) == 0x377F_0683, size >= 512, size <= 65_536 else {
      return DatabaseText.logHeadIsDamaged
    }
    var sums = (UInt32(0), UInt32(0))
    add(0..<24, isLittle, to: &sums)
    guard sums == (number(at: 24), number(at: 28)) else { return DatabaseText.logHeadIsDamaged }
    let salts = (number(at: 16), number(at: 20))
    let length = 24 + size
    var broken: Int?
    for (index, start) in stride(from: 32, through: bytes.count - length, by: length).enumerated() {
      let differing =
        (number(at: start + 8) ^ salts.0).nonzeroBitCount + (number(at: start + 12) ^ salts.1).nonzeroBitCount
      // Frames left over from an earlier use of the -wal have other salts. A salt that differs in one bit is damage, not chance.
      guard differing <= 1 else { if broken == nil { return nil } else { continue } }
      if broken != nil || differing == 1 { return DatabaseText.logIsDamaged(frame: (broken ?? index) + 1) }
      add(start..<start + 8, isLittle, to: &sums)
      add(start + 24..<start + length, isLittle, to: &sums)
      guard sums != (number(at: start + 16), number(at: start + 20)) else { continue }
      // A last frame that does not end a commit is left over from a crash.
      if number(at: start + 4) != 0 { return DatabaseText.logIsDamaged(frame: index + 1) }
      broken = index
    }
    return nil
  }

  private func add(_ range: Range<Int>, _ isLittle: Bool, to sums: inout (UInt32, UInt32)) {
    bytes.withUnsafeBytes { bytes in
      for place in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
        let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let two = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        sums.0 = sums.0 &+ (isLittle ? UInt32(littleEndian: one) : UInt32(bigEndian: one)) &+ sums.1
        sums.1 = sums.1 &+ (isLittle ? UInt32(littleEndian: two) : UInt32(bigEndian: two)) &+ sums.0
      }
    }
  }
}
