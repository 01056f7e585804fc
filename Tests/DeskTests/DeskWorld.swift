import AppStoreModel
import Core
import Foundation
import Simulator
import Storage
import TestSupport

@testable import Desk

/// A desk in a folder of its own, and an App Store that signs the purchases of a generated population.
final class DeskWorld {
  static let bundleId = "com.example.piglet"

  let place: ThrowAwayDesk
  let signer: SigningIdentity
  let population: Population
  let clock: Mutex<Timestamp>
  /// The kind of database in which the desks are stored.
  let kind: EngineKind

  init(
    on kind: EngineKind = .sqlite, customers: Int = 12, transactions: Int = 120, seed: UInt64 = 7,
    sharing: Int = 0
  ) throws {
    self.kind = kind
    place = try ThrowAwayDesk()
    signer = try Self.sharedSigner.get()
    population = Population(customers: customers, transactions: transactions, seed: seed, sharing: sharing)
    clock = Mutex(population.start.adding(milliseconds: 400 * Timestamp.millisecondsPerDay))
  }

  /// The signer of every world; making a key for each would take time.
  private static let sharedSigner = Result { try SigningIdentity() }

  func desk(_ name: String = "desk") throws -> CustomerDesk {
    let engine = try kind.engine(name, in: place)
    let identity = DeskIdentity(
      bundleId: Self.bundleId, environment: .sandbox, rootFiles: [Array(signer.rootCertificatePEM.utf8)])
    return try CustomerDesk.make(identity, in: engine, now: { [clock] in clock.withLock { $0 } })
  }

  /// Returns everything that happened, as lines: signed transactions, renewal infos, and notifications.
  func lines() throws -> [String] {
    try (0..<population.customers).flatMap { customer in
      try population.life(of: customer).enumerated().flatMap { index, event -> [String] in
        if index.isMultiple(of: 2) { return [#"{"signedPayload":"\#(try event.signedNotification(by: signer))"}"#] }
        return [try event.signedTransaction(by: signer)] + [try event.signedRenewal(by: signer)].compactMap { $0 }
      }
    }
  }

  func write(_ lines: [String], to name: String = "data.jws") throws -> String {
    let path = place.folder.appending(path: name).path
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
    return path
  }
}

/// Returns a purchase in the app of every world.
///
/// - Parameter signed: How many milliseconds after the purchase Apple signed it.
func purchase(
  _ id: Int, app: String? = nil, token: String? = nil, product: String = "premium",
  type: ProductType = .nonConsumable, signed: Int64 = 0
) -> Transaction {
  Transaction {
    $0.transactionId = "\(2_000_000_000_000_000 + id)"
    $0.originalTransactionId = $0.transactionId
    $0.bundleId = DeskWorld.bundleId
    $0.productId = "\(DeskWorld.bundleId).\(product)"
    $0.purchaseDate = Timestamp(milliseconds: 1_704_067_200_000 + Int64(id) * 1000)
    $0.signedDate = $0.purchaseDate?.adding(milliseconds: signed)
    $0.type = type
    $0.quantity = 1
    $0.appAccountToken = token
    $0.appTransactionId = app
    $0.inAppOwnershipType = .purchased
    $0.environment = .sandbox
    $0.price = 8000
    $0.currency = "CNY"
  }
}

extension CustomerDesk {
  /// Imports lines in batches of this size.
  @discardableResult
  func store(lines: [String], batch: Int = 64, deriving: Deriving = .later) throws -> ImportResult {
    let reader = DeskItemReader(try verifier())
    var result = ImportResult()
    for start in stride(from: 0, to: lines.count, by: batch) {
      let some = lines[start..<min(start + batch, lines.count)]
      let importItems = some.enumerated().map {
        reader.importItem(Array($1.utf8)[...], place: "line \(start + $0 + 1)")
      }
      result.add(try store(importItems, deriving: deriving))
    }
    return result
  }

  /// Returns every derived row, with the customer's oldest lineage in place of the customer number.
  ///
  /// Customer numbers depend on the order of arrival.
  func derivedRows() throws -> Set<[DatabaseValue]> {
    let lineages: [Int64: Int64] = Dictionary(
      try engine.rows("SELECT customer, min(id) AS id FROM evidence GROUP BY customer") {
        (try $0["customer"], try $0["id"])
      }, uniquingKeysWith: min)
    var rows: Set<[DatabaseValue]> = []
    for table in DerivedRows.tables + [DeskTables.customers] {
      let names = table.columns.map(\.name).filter { $0 != "created" }
      for row in try engine.rows(
        SQL(trusted: "SELECT \(names.joined(separator: ", ")) FROM \(table.name)"), map: { try $0.held })
      {
        guard case .integer(let customer) = row.values[0] else { continue }
        rows.insert([.text(table.name), .integer(lineages[customer] ?? -1)] + row.values.dropFirst())
      }
    }
    return rows
  }

  /// Returns the tables that contain a text, as text, as a number or in a blob.
  func holds(_ text: String) throws -> [String] {
    let (number, bytes) = (DatabaseValue.integer(DeskID.number(text)), Array(text.utf8))
    return try DeskTables.all.filter { table in
      try engine.rows(SQL(trusted: "SELECT * FROM \(table.name)"), map: { try $0.held }).contains { row in
        row.values.contains { value in
          switch value {
          case .text(let held): held.contains(text)
          case .blob(let held): held.firstRange(of: bytes) != nil
          default: value == number
          }
        }
      }
    }.map(\.name)
  }
}
