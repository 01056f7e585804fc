import Foundation
import TestSupport
import Testing

/// A program's changes to the files below a folder, in order.
struct StorageRecording {
  enum Change {
    case write([UInt8], at: Int)
    case cut(to: Int)
    case synced
    case created
    case removed
    case renamed(to: String)
  }

  let changes: [(name: String, change: Change)]

  /// Reads a recording of `storage-record.c`, with names relative to the folder; an entry's bytes follow its head.
  init(_ record: Data, under folder: String) {
    var changes: [(String, Change)] = []
    var rest = [UInt8](record)[...]
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
    func take(_ count: Int) -> ArraySlice<UInt8> {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func name(_ bytes: ArraySlice<UInt8>) -> String {
      String(String(decoding: bytes, as: UTF8.self).dropFirst(folder.count).drop { $0 == "/" })
    }
    while let letter = rest.popFirst() {
      let file = name(take(number(take(4))))
      let offset = number(take(8))
      let bytes = take(number(take(4)))
      switch letter {
      case UInt8(ascii: "w"): changes.append((file, .write(Array(bytes), at: offset)))
      case UInt8(ascii: "t"): changes.append((file, .cut(to: offset)))
      case UInt8(ascii: "s"): changes.append((file, .synced))
      case UInt8(ascii: "c"): changes.append((file, .created))
      case UInt8(ascii: "u"): changes.append((file, .removed))
      default: changes.append((file, .renamed(to: name(bytes))))
      }
    }
    self.changes = changes
  }
}

/// A disk whose power is cut: synced data survives, and any part of the rest may survive.
///
/// A name survives once its folder or its file is synced. A sector of 512 bytes survives whole or not at all.
struct CutDisk {
  /// The part of the unsynced data that survives.
  enum Luck: CaseIterable { case nothing, everything, someWrites, someSectors }

  private enum Name {
    case made(String, Int)
    case gone(String)
    case moved(String, String)
  }
  private struct File {
    var kept: [UInt8] = []
    var waiting: [StorageRecording.Change] = []
  }

  private var files: [File] = []
  /// The file of each name now, the file of each name at the last sync, and the changes of names since.
  private var names: [String: Int] = [:]
  private var keptNames: [String: Int] = [:]
  private var waitingNames: [Name] = []

  mutating func take(_ name: String, _ change: StorageRecording.Change) {
    switch change {
    case .write, .cut: files[file(name)].waiting.append(change)
    case .created: _ = file(name)
    case .removed:
      names[name] = nil
      waitingNames.append(.gone(name))
    case .renamed(let to):
      names[to] = names.removeValue(forKey: name)
      waitingNames.append(.moved(name, to))
    case .synced:
      // A folder has no number here; syncing it makes all its names survive.
      guard let number = names[name] else { return keepNames(waitingNames.count) }
      for change in files[number].waiting { Self.apply(change, to: &files[number].kept) }
      files[number].waiting = []
      let last = waitingNames.lastIndex { if case .made(_, number) = $0 { true } else { false } }
      keepNames(last.map { $0 + 1 } ?? 0)
    }
  }

  private mutating func file(_ name: String) -> Int {
    if let number = names[name] { return number }
    files.append(File())
    names[name] = files.count - 1
    waitingNames.append(.made(name, files.count - 1))
    return files.count - 1
  }

  private mutating func keepNames(_ count: Int) {
    Self.apply(waitingNames.prefix(count), to: &keptNames)
    waitingNames.removeFirst(count)
  }

  private static func apply(_ changes: ArraySlice<Name>, to names: inout [String: Int]) {
    for change in changes {
      switch change {
      case .made(let name, let number): names[name] = number
      case .gone(let name): names[name] = nil
      case .moved(let from, let to): names[to] = names.removeValue(forKey: from)
      }
    }
  }

  private static func apply(_ change: StorageRecording.Change, to bytes: inout [UInt8]) {
    switch change {
    case .write(let new, let offset):
      if bytes.count < offset + new.count { bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count) }
      bytes.replaceSubrange(offset..<offset + new.count, with: new)
    case .cut(let length):
      if bytes.count > length { bytes.removeLast(bytes.count - length) }
      if bytes.count < length { bytes += [UInt8](repeating: 0, count: length - bytes.count) }
    default: break
    }
  }

  /// Returns the files after the power has come back.
  func files(_ luck: Luck, _ random: inout SeededGenerator) -> [String: [UInt8]] {
    var left = keptNames
    let count =
      switch luck {
      case .nothing: 0
      case .everything: waitingNames.count
      case .someWrites, .someSectors: Int.random(in: 0...waitingNames.count, using: &random)
      }
    Self.apply(waitingNames.prefix(count), to: &left)
    var result: [String: [UInt8]] = [:]
    for (name, number) in left.sorted(by: { $0.key < $1.key }) {
      var bytes = files[number].kept
      for change in files[number].waiting {
        for part in Self.parts(of: change, luck) where luck == .everything || (luck != .nothing && random.chance(50)) {
          Self.apply(part, to: &bytes)
        }
      }
      result[name] = bytes
    }
    return result
  }

  /// Returns a write, or its part in each sector.
  private static func parts(of change: StorageRecording.Change, _ luck: Luck) -> [StorageRecording.Change] {
    guard luck == .someSectors, case .write(let bytes, let offset) = change else { return [change] }
    var parts: [StorageRecording.Change] = []
    var start = offset
    while start < offset + bytes.count {
      let end = min((start / 512 + 1) * 512, offset + bytes.count)
      parts.append(.write(Array(bytes[start - offset..<end - offset]), at: start))
      start = end
    }
    return parts
  }
}
