import AppStoreModel
import Storage

/// The assignment of a batch's statements to customers.
///
/// A customer is found by `appTransactionId` if Apple signed one, else by lineage, never by a token.
struct Assignment {
  /// A key that identifies a customer.
  enum Key: Hashable {
    case lineage(Int64)
    case app(Int64)

    /// The key's id and kind in a look-up row.
    var lookup: (id: Int64, kind: DeskID.Kind) {
      switch self {
      case .lineage(let id): (id, .lineage)
      case .app(let id): (id, .appTransaction)
      }
    }
  }

  private var places: [Key: Int] = [:]
  private(set) var keys: [Key] = []
  private var parents: [Int] = []
  private(set) var customers: [Key: Int64] = [:]
  /// The app transaction id that was signed together with each lineage.
  private(set) var apps: [Int64: Int64] = [:]
  /// The lineages that no customer had before this batch.
  var newLineages: Set<Int64> = []

  /// Groups the keys that belong to one customer according to signed data.
  init(_ importItems: [DeskImportItem]) {
    for importItem in importItems {
      var first: Key?
      for statement in importItem.statements {
        let lineage = Key.lineage(statement.lineage)
        _ = place(of: lineage)
        if let app = statement.appTransaction {
          unite(lineage, .app(app))
          apps[statement.lineage] = app
        }
        guard importItem.isOneCustomers else { continue }
        if let first { unite(first, lineage) } else { first = lineage }
      }
    }
  }

  /// Returns the customer of a statement, once every key has one.
  func customer(of statement: SignedStatement) -> Int64? {
    statement.appTransaction.flatMap { customers[.app($0)] } ?? customers[.lineage(statement.lineage)]
  }

  mutating func set(_ customer: Int64, for key: Key) { customers[key] = customer }

  /// Returns the groups of keys that belong together, in the order of their first appearance.
  mutating func groups() -> [[Key]] {
    var groups: [[Key]] = []
    var groupOfRoot: [Int: Int] = [:]
    for index in keys.indices {
      let root = root(of: index)
      if let group = groupOfRoot[root] {
        groups[group].append(keys[index])
      } else {
        groupOfRoot[root] = groups.count
        groups.append([keys[index]])
      }
    }
    return groups
  }

  private mutating func place(of key: Key) -> Int {
    if let place = places[key] { return place }
    places[key] = keys.count
    parents.append(keys.count)
    keys.append(key)
    return keys.count - 1
  }

  private mutating func unite(_ one: Key, _ other: Key) {
    let (left, right) = (root(of: place(of: one)), root(of: place(of: other)))
    if left != right { parents[max(left, right)] = min(left, right) }
  }

  private mutating func root(of index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }
}

extension CustomerDesk {
  /// Assigns each key of a batch to its customer; creates new customers, and begins the merges that the batch proves.
  ///
  /// - Throws: `TakenMeanwhile` if another writer created one of the customers at the same moment.
  func assign(_ importItems: [DeskImportItem], _ report: inout TakingReport) throws -> Assignment {
    var assignment = Assignment(importItems)
    let keys = assignment.keys
    var known: [Assignment.Key: Int64] = [:]
    for row in try engine.rows(
      "SELECT id, kind, customer FROM lookups WHERE id = ANY(?) AND app = ? AND environment = ?",
      among: Set(keys.map(\.lookup.id)).sorted().map { .integer($0) }, values: scope)
    {
      switch DeskID.Kind(rawValue: try row["kind"]) {
      case .lineage: known[.lineage(try row["id"])] = try row["customer"]
      case .appTransaction: known[.app(try row["id"])] = try row["customer"]
      default: break
      }
    }
    let current = try current(Set(known.values))
    known = known.mapValues { current[$0] ?? $0 }
    var newGroups: [[Assignment.Key]] = []
    var newCustomers: Set<Int64> = []
    var added: [(key: Assignment.Key, customer: Int64)] = []
    for group in assignment.groups() {
      let parts = try self.parts(of: group, known: known, apps: assignment.apps)
      for part in parts {
        guard let customer = part.customer else {
          newGroups.append(part.keys)
          continue
        }
        for key in part.keys {
          assignment.set(customer, for: key)
          if known[key] == nil { added.append((key, customer)) }
        }
      }
    }
    if !newGroups.isEmpty {
      let numbers = try engine.numbers(newGroups.count)
      for (keys, number) in zip(newGroups, numbers) {
        for key in keys {
          assignment.set(number, for: key)
          added.append((key, number))
        }
      }
      try insertCustomers(zip(newGroups, numbers).map { ($1, $0) })
      report.newCustomers += newGroups.count
      newCustomers = Set(numbers)
    }
    try claim(added, new: newCustomers)
    for case (.lineage(let id), _) in added { assignment.newLineages.insert(id) }
    return assignment
  }

  /// Returns a group of keys as one customer's, or divided among several if their app transactions differ.
  private func parts(
    of group: [Assignment.Key], known: [Assignment.Key: Int64], apps signed: [Int64: Int64]
  ) throws -> [(customer: Int64?, keys: [Assignment.Key])] {
    let customers = Set(group.compactMap { known[$0] }).sorted()
    var apps = Set(group.compactMap { key in if case .app(let id) = key { id } else { nil } })
    if customers.count <= 1, apps.count <= 1 { return [(customers.first, group)] }
    for customer in customers {
      if let app = try appTransaction(of: customer) { apps.insert(app) }
    }
    guard apps.count > 1 else {
      for other in customers.dropFirst() { try beginJoin(of: other, into: customers[0]) }
      return [(customers[0], group)]
    }
    // The group has several app transactions, so it belongs to several Apple Accounts. Each known key stays with its
    // customer; a new lineage goes to the app transaction that it was signed with.
    return group.compactMap { key -> (customer: Int64?, keys: [Assignment.Key])? in
      switch key {
      case .lineage(let id) where known[key] == nil && signed[id] != nil: nil
      case .lineage: (known[key], [key])
      case .app(let app):
        (
          known[key],
          [key]
            + group.filter { other in
              guard case .lineage(let id) = other else { return false }
              return known[other] == nil && signed[id] == app
            }
        )
      }
    }
  }

  private func appTransaction(of customer: Int64) throws -> Int64? {
    try engine.value(
      "SELECT app_transaction FROM customers WHERE customer = ? AND app = ? AND environment = ?", customer, app,
      environment)
  }

  private func insertCustomers(_ customers: [(number: Int64, keys: [Assignment.Key])]) throws {
    let date = now()
    try engine.insert(
      customers.map { customer in
        let app = customer.keys.lazy.compactMap { key in if case .app(let id) = key { id } else { nil } }.first
        return owner(customer.number) + [
          date.databaseValue, .integer(app), .integer(0), .null, .integer(DerivedRows.rules),
        ]
      }, into: DeskTables.customers, whenThere: .keep)
  }

  /// Inserts the look-up rows from the keys to their customers.
  ///
  /// They are sorted by id, so that two writers of the same rows cannot deadlock.
  private func claim(_ keys: [(key: Assignment.Key, customer: Int64)], new: Set<Int64>) throws {
    guard !keys.isEmpty else { return }
    let added = keys.sorted { $0.key.lookup.id < $1.key.lookup.id }
    let inserted = try engine.insert(
      added.map { key, customer in
        [
          .integer(key.lookup.id), .integer(key.lookup.kind.rawValue), .integer(app), .integer(environment),
          .integer(customer),
        ]
      }, into: DeskTables.lookups, whenThere: .keep)
    guard inserted.allSatisfy({ $0 }) else { throw TakenMeanwhile() }
    try engine.execute(
      """
      UPDATE customers SET app_transaction = ?
      WHERE customer = ? AND app = ? AND environment = ? AND app_transaction IS NULL
      """,
      each: added.compactMap { key, customer in
        guard case .app(let id) = key, !new.contains(customer) else { return nil }
        return [.integer(id)] + owner(customer)
      })
  }
}

/// An error after which a batch is stored again: another writer created a customer for the same purchase meanwhile.
struct TakenMeanwhile: Error {}
