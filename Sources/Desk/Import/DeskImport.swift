package import AppStoreModel
import Backends
import Core
import Device
import Storage

/// The position up to which a source was read, stored together with its data.
package struct ImportProgress: Hashable, Sendable {
  /// The number of the import, by which it can be taken back.
  let batch: Int64
  /// A keyed hash of the file's name; empty for a pipe.
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
  /// How many renewal infos wait for a transaction of their lineage.
  package var waiting = 0
  /// The numbers of the imports, by which they can be taken back.
  package var batches: [Int64] = []
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
    waiting += report.waiting
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
  /// How many lines decide whether a file is this desk's.
  static let decidingLines = 100

  private let desk: CustomerDesk
  private let reader: DeskItemReader
  private let batchSize: Int

  package init(_ desk: CustomerDesk, batchSize: Int = DeskImport.batchSize) throws {
    self.desk = desk
    self.batchSize = batchSize
    reader = DeskItemReader(try desk.verifier())
  }

  /// Returns the app and environment that a file's first verified object names; without one, those of its first object
  /// that names them, with the reason why it failed.
  package static func claims(
    of path: String, roots: TrustedRoots
  ) throws -> (bundleId: String, environment: StoreEnvironment, failure: VerificationFailure?)? {
    let verifier = Verifier(roots: roots, now: { .machine })
    var first: (bundleId: String, environment: StoreEnvironment, failure: VerificationFailure?)?
    for line in try LineSource(path).next(decidingLines) {
      for item in CaseFile(line.bytes, name: line.place, roots: roots).items {
        guard let claims = item.claims else { continue }
        let failure: VerificationFailure? =
          switch item.content {
          case .signed(let jws): verifier.verify(jws).verdict.failure
          case .told: nil
          case .refused(_, _, let failure): failure
          }
        if failure == nil { return (claims.bundleId, claims.environment, nil) }
        first = first ?? (claims.bundleId, claims.environment, failure)
      }
    }
    return first
  }

  /// Imports a file, or standard input for `-`, from where an earlier import of it was stopped.
  ///
  /// - Parameter goesOn: Called with the progress after each commit; false stops the import, and the stored part stays.
  package func run(_ path: String, into result: inout ImportResult, goesOn: (ImportResult) -> Bool) throws {
    let lines = try LineSource(path)
    let source = try desk.importName(of: path)
    let held = source.isEmpty ? nil : try desk.progress(of: source)
    if let held, try !lines.skip(to: held.place, line: held.line) {
      throw DeskError(
        .unusable(
          "\(say("\(safeText(path, limit: 300)) is shorter than when its import stopped; import it under another name"))"
        ))
    }
    let batches = ImportBatches(lines: Mutex(lines), reader: reader, size: batchSize)
    var next = batches.readNext()
    var number = held?.batch
    while case let batch = try next.get(), !batch.importItems.isEmpty {
      next = batches.readNext()
      if number == nil {
        try refuseForeign(batch.importItems, path)
        number = try desk.beginImport(source)
      }
      guard let number else { return }
      if result.batches.last != number { result.batches.append(number) }
      let progress = ImportProgress(batch: number, source: source, place: batch.end, line: batch.line)
      let report = try desk.store(batch.importItems, progress: progress)
      if !report.refused.isEmpty { try desk.capQuarantine() }
      result.add(report)
      result.lines += batch.importItems.count
      result.part = batch.part
      guard goesOn(result) else {
        result.isCancelled = true
        return
      }
    }
    if let number { try desk.endImport(number) }
  }

  /// Refuses a file whose first lines are another app's or another environment's, before anything is stored.
  private func refuseForeign(_ items: [DeskImportItem], _ path: String) throws {
    let foreign = items.flatMap(\.refusals).filter { [.appIdentifier, .environment].contains($0.failure.kind) }
    let isOurs = items.contains { $0.notification != nil || $0.statements.contains(where: \.isTransaction) }
    guard let first = foreign.first, !isOurs else { return }
    throw DeskError(
      .unusable(
        say(
          "\(safeText(path, limit: 300)) is not this desk's: \(safeText(first.failure.message, limit: 300)); "
            + "nothing was imported")))
  }
}

/// The lines of a file, read and verified in batches.
private struct ImportBatches: Sendable {
  struct Batch: Sendable {
    let importItems: [DeskImportItem]
    let end: Int64
    let line: Int
    let part: Double?
  }

  let lines: Mutex<LineSource>
  let reader: DeskItemReader
  let size: Int

  /// Begins to read the next batch, which is empty at the end of the file.
  func readNext() -> BackgroundTask<Batch> {
    BackgroundTask { try lines.withLock { try batch(from: $0) } }
  }

  private func batch(from source: LineSource) throws -> Batch {
    let lines = try source.next(source.isAtStart ? min(size, DeskImport.decidingLines) : size)
    let importItems = mapOnAllCores(lines, part: 64) { reader.importItem($0.bytes[...], place: $0.place) }
    let share = source.length.map { $0 == 0 ? 1 : Double(source.position) / Double($0) }
    return Batch(
      importItems: importItems, end: lines.last?.end ?? 0, line: lines.last?.number ?? 0, part: share)
  }
}

extension CustomerDesk {
  /// Returns the name under which the progress of a file's import is stored; empty for a pipe.
  ///
  /// The name is a keyed hash, because a file may be named after a customer.
  func importName(of path: String) throws -> String {
    path == "-" ? "" : Digest.hex(try hash("file " + (SafeFile.resolved(path) ?? path)))
  }

  /// Returns the number of an unfinished import of a file, and how far it got.
  func progress(of source: String) throws -> (batch: Int64, place: Int64, line: Int)? {
    try engine.first(
      """
      SELECT batch, place, line FROM imports WHERE source = ? AND app = ? AND environment = ? AND state = 'running'
      ORDER BY batch DESC LIMIT 1
      """, source, app, environment
    ) { (try $0["batch"], try $0["place"], try $0["line"]) }
  }

  /// Begins an import and returns its number.
  package func beginImport(_ source: String = "") throws -> Int64 {
    try engine.transaction {
      let number = try engine.numbers(1)[0]
      try keep(ImportProgress(batch: number, source: source, place: 0, line: 0))
      return number
    }
  }

  func keep(_ progress: ImportProgress) throws {
    try engine.insert(
      [
        [
          .integer(progress.batch), .integer(app), .integer(environment), .text(progress.source),
          .integer(progress.place), .integer(Int64(progress.line)), now().databaseValue, .text("running"),
        ]
      ], into: DeskTables.imports, whenThere: .replace)
  }

  /// Notes that a file was read to its end; another import reads it from the start.
  package func endImport(_ number: Int64) throws { try set("done", of: number) }

  func set(_ state: String, of number: Int64) throws {
    try engine.transaction {
      try engine.execute(
        "UPDATE imports SET state = ? WHERE batch = ? AND app = ? AND environment = ?", state, number, app, environment)
    }
  }
}
