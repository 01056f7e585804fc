package import AppStoreModel
import Backends
import Core
import Dispatch
import Storage

/// The position up to which a source was read, stored together with its data.
package struct ImportProgress: Hashable, Sendable {
  let source: String
  let place: Int64
  let line: Int
}

/// The result of an import, complete or so far.
package struct ImportResult: Sendable {
  package var imported = 0
  package var known = 0
  package var renewals = 0
  package var notifications = 0
  package var forgotten = 0
  package var failed = 0
  /// The first hundred failures.
  package var failures: [(place: String, reason: String)] = []
  package var newCustomers = 0
  package var customers = 0
  package var lines = 0
  /// The fraction of the file that was read; nil if its length is unknown.
  package var part: Double?
  /// Whether the import was stopped early.
  package var isCancelled = false

  package init() {}

  mutating func add(_ report: TakingReport) {
    imported += report.imported
    known += report.known
    renewals += report.renewals
    notifications += report.notifications
    forgotten += report.forgotten
    failed += report.refused.count
    failures += report.refused.prefix(max(0, 100 - failures.count))
    newCustomers += report.newCustomers
  }
}

/// An import of a file into a desk.
///
/// The file is read as a stream, verified on all cores and stored in batches. The next batch is read while the last one
/// is stored.
package struct DeskImport {
  /// The most lines in one commit.
  package static let batchSize = 4096

  private let desk: CustomerDesk
  private let reader: DeskItemReader
  private let batchSize: Int

  package init(_ desk: CustomerDesk, batchSize: Int = DeskImport.batchSize) throws {
    self.desk = desk
    self.batchSize = batchSize
    reader = DeskItemReader(try desk.verifier())
  }

  /// Returns the app and environment that a file's first object names, without verification.
  package static func claims(of path: String) throws -> (bundleId: String, environment: StoreEnvironment)? {
    let lines = try LineSource(path)
    guard let line = try lines.next(1).first else { return nil }
    return CaseFile(line.bytes, name: lines.name, roots: .apple).items.lazy.compactMap(\.claims).first
  }

  /// Imports a file, or standard input for `-`, from where an earlier import of it was stopped.
  ///
  /// - Parameter goesOn: Called with the progress after each commit; false stops the import, and the stored part stays.
  package func run(_ path: String, into result: inout ImportResult, goesOn: (ImportResult) -> Bool) throws {
    let lines = try LineSource(path)
    let source = try desk.importName(of: path)
    if let source, let held = try desk.progress(of: source), try !lines.skip(to: held.place, line: held.line) {
      throw DeskError(
        .unusable(
          "\(say("\(safeText(path, limit: 300)) is shorter than when its import stopped; import it under another name"))"
        ))
    }
    let queue = BatchQueue(lines, reader, batchSize)
    defer { queue.stop() }
    while let batch = try queue.next() {
      let progress = source.map { ImportProgress(source: $0, place: batch.end, line: batch.line) }
      let report = try desk.take(batch.importItems, progress: progress)
      result.add(report)
      result.lines += batch.importItems.count
      result.part = batch.part
      guard goesOn(result) else {
        result.isCancelled = true
        return
      }
    }
    if let source { try desk.endImport(source) }
  }
}

/// A queue of verified batches: a thread reads and verifies the next one while the last is stored.
private final class BatchQueue: Sendable {
  struct Batch: Sendable {
    let importItems: [DeskImportItem]
    let end: Int64
    let line: Int
    let part: Double?
  }

  private let ready = Mutex<(batches: [Result<Batch, any Error>], isStopped: Bool)>(([], false))
  private let filled = DispatchSemaphore(value: 0)
  /// The free places in the queue; two.
  ///
  /// The semaphore starts at 0 and is signalled twice, because one that is released below its start value traps.
  private let room = DispatchSemaphore(value: 0)

  init(_ lines: LineSource, _ reader: DeskItemReader, _ count: Int) {
    for _ in 0..<2 { room.signal() }
    // After this only the thread uses the source.
    nonisolated(unsafe) let lines = lines
    startThread { [self] in
      while fill(lines, reader, count) {}
    }
  }

  /// Returns the next batch; nil at the end.
  func next() throws -> Batch? {
    filled.wait()
    let batch = ready.withLock { $0.batches.removeFirst() }
    room.signal()
    let made = try batch.get()
    return made.importItems.isEmpty ? nil : made
  }

  func stop() {
    ready.withLock { $0.isStopped = true }
    room.signal()
  }

  /// Makes one batch; returns false after the last.
  private func fill(_ lines: LineSource, _ reader: DeskItemReader, _ count: Int) -> Bool {
    room.wait()
    if ready.withLock({ $0.isStopped }) { return false }
    let batch = Result { try Self.batch(lines, reader, count) }
    ready.withLock { $0.batches.append(batch) }
    filled.signal()
    guard case .success(let made) = batch else { return false }
    return !made.importItems.isEmpty
  }

  private static func batch(_ source: LineSource, _ reader: DeskItemReader, _ count: Int) throws -> Batch {
    let lines = try source.next(count)
    let importItems = Mutex([DeskImportItem?](repeating: nil, count: lines.count))
    let size = 64
    DispatchQueue.concurrentPerform(iterations: (lines.count + size - 1) / size) { part in
      let range = (part * size)..<min((part + 1) * size, lines.count)
      let some = lines[range].map { line in
        reader.importItem(line.bytes[...], place: line.place)
      }
      importItems.withLock { importItems in
        for (index, importItem) in zip(range, some) { importItems[index] = importItem }
      }
    }
    let part = source.length.map { $0 == 0 ? 1 : Double(source.position) / Double($0) }
    return Batch(
      importItems: importItems.withLock { $0 }.compactMap { $0 }, end: lines.last?.end ?? 0,
      line: lines.last?.number ?? 0,
      part: part)
  }
}

extension CustomerDesk {
  /// Returns the name under which the progress of a file's import is stored; nil for a pipe.
  ///
  /// The name is a keyed hash, because a file may be named after a customer.
  func importName(of path: String) throws -> String? {
    path == "-" ? nil : hex(try hash("file " + ByteSource.absolute(path)))
  }

  func progress(of source: String) throws -> (place: Int64, line: Int)? {
    try engine.first("SELECT place, line FROM imports WHERE source = ?", source) { (try $0["place"], try $0["line"]) }
  }

  func keep(_ progress: ImportProgress) throws {
    try engine.insert(
      [
        [
          .deskText(progress.source), .integer(progress.place), .integer(Int64(progress.line)), now().databaseValue,
        ]
      ], into: DeskTables.imports, whenThere: .replace)
  }

  /// Deletes the progress of a file that was read to its end; another import reads it from the start.
  func endImport(_ source: String) throws {
    try engine.transaction { try engine.execute("DELETE FROM imports WHERE source = ?", source) }
  }
}
