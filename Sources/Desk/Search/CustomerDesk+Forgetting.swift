import AppStoreModel
import Core
import Storage

/// Forgetting: deleting a person's data on request.
extension CustomerDesk {
  /// All ids under which a customer is known in this desk.
  private struct Person {
    let leads: Leads
    /// The customer's number, and its former numbers.
    let customers: [Int64]
    let traces: PersonTraces

    /// The ids by which claims and usage records may be stored.
    var subjects: [String] { leads.tokens + leads.numbers.filter { $0.id >= 0 }.map { "\($0.id)" } + leads.texts }
  }

  /// Deletes all data about a customer, and stores keyed hashes by which later data about them is refused.
  ///
  /// `PersonalData` lists what is deleted. The hashes are stored first. Then agents' texts and mentions of the customer
  /// elsewhere are deleted. The signed data with its derived rows and look-ups comes last, in one commit. If the
  /// process is killed in between, the customer can still be found, and the same call completes the deletion.
  ///
  /// - Returns: False if a reader still used old pages of the file; the next call, or `retire`, erases them.
  @discardableResult
  package func forget(_ customer: Int64, by agent: String) throws -> Bool {
    try finishJoins()
    // The counters keep what the customer's commits added to them.
    try foldFigures()
    let subject = Digest.hex(try hash("customer \(customer)"))
    let person = try engine.transaction { () -> Person in
      try hold([customer])
      let person = try self.person(customer)
      let date = now().databaseValue
      let shared = try sharedTokens(of: person)
      let known = Set(person.leads.numbers.map { "\($0.id)" } + person.traces.ids).subtracting(shared)
      try engine.insert(
        known.sorted().map { [.blob(try hash($0)), .integer(app), .integer(environment), date] },
        into: DeskTables.forgotten, whenThere: .keep)
      try note("forget", by: agent, subject: subject, detail: "\(person.leads.numbers.count) ids")
      return person
    }
    try forgetMentions(of: person)
    try hashLines(about: person, as: subject)
    try engine.transaction {
      for table in PersonalData.tables(.customer) where !Self.leading.contains(table) {
        try delete(from: table, customer)
      }
    }
    try engine.transaction {
      let companions = try customers(withTokens: person.leads.tokens).subtracting(person.customers)
      try forgetWhatLeads(to: customer, person)
      try uncountActive(customer)
      let held = try held(by: customer)
      for table in Self.leading { try delete(from: table, customer) }
      for table in PersonalData.tables(.joined) {
        try engine.execute(
          SQL(trusted: "DELETE FROM \(table.name) WHERE into_customer = ? AND app = ? AND environment = ?"),
          each: person.customers.map(owner))
        try engine.execute(table.deletion, each: person.customers.map(owner))
      }
      try engine.execute(DeskTables.importedCustomers.deletion, each: person.customers.map(owner))
      // What a user pays for with several accounts is derived again without this one.
      try mark(companions)
      try set(Self.purging, to: "1")
      try add([
        Figure("customers", amount: -1), Figure("transactions", amount: -held.transactions),
        Figure("notifications", amount: -held.notifications),
      ])
    }
    return try purge()
  }

  /// The mark that the file may still contain deleted bytes of a forgotten person.
  private static let purging = "purging"

  /// Erases deleted bytes that an interrupted or blocked call of `forget` left in the file.
  ///
  /// - Returns: False if a reader still uses them.
  @discardableResult
  package func purgeWhatIsLeft() throws -> Bool { try mark(Self.purging) == nil || purge() }

  private func purge() throws -> Bool {
    guard try engine.purge(PersonalData.touched) else { return false }
    try engine.transaction {
      try engine.execute(
        "DELETE FROM marks WHERE name = ? AND app = ? AND environment = ?", Self.purging, app, environment)
    }
    return true
  }

  /// The tables deleted last, because a customer is found by them; a listener may have added rows meanwhile.
  private static let leading =
    DerivedRows.tables + [
      DeskTables.evidence, DeskTables.notifications, DeskTables.orders, DeskTables.queue, DeskTables.customers,
    ]

  // MARK: The person's ids

  private func person(_ customer: Int64) throws -> Person {
    let leads = try leads(to: customer)
    var customers = [customer]
    var next = 0
    while next < customers.count {
      let earlier: [Int64] = try engine.values(
        "SELECT customer FROM aliases WHERE into_customer = ? AND app = ? AND environment = ?", customers[next], app,
        environment)
      customers += earlier.filter { !customers.contains($0) }
      next += 1
    }
    let ids =
      leads.tokens + leads.texts + leads.names.map(\.id) + leads.numbers.filter { $0.id >= 0 }.map { "\($0.id)" }
    return Person(leads: leads, customers: customers, traces: PersonTraces(ids))
  }

  /// Returns the tokens that other customers have too; data about those customers is still accepted.
  private func sharedTokens(of person: Person) throws -> Set<String> {
    let rows = try engine.rows(
      "SELECT token, customer FROM persons WHERE token = ANY(?) AND app = ? AND environment = ?",
      among: person.leads.tokens.map { .text($0) }, values: scope)
    return try Set(rows.filter { try !person.customers.contains($0["customer"]) }.map { try $0["token"] })
  }

  // MARK: Deleting

  private func forgetWhatLeads(to customer: Int64, _ person: Person) throws {
    let leads = person.leads
    try delete(leads: leads, to: customer)
    try forgetUsers(with: leads.tokens)
    for table in PersonalData.tables(.subject) {
      try engine.execute(
        SQL(trusted: "DELETE FROM \(table.name) WHERE subject = ? AND app = ? AND environment = ?"),
        each: person.subjects.map { [.text($0)] + scope })
    }
    // A claim about a purchase also names the user, in upper or lower case.
    try engine.execute(
      "DELETE FROM claims WHERE lower(user_id) = ? AND app = ? AND environment = ?",
      each: leads.tokens.map { [.text($0)] + scope })
  }

  /// Deletes look-up rows of a customer.
  func delete(leads: Leads, to customer: Int64) throws {
    try engine.execute(
      "DELETE FROM lookups WHERE id = ? AND kind = ? AND app = ? AND environment = ?",
      each: leads.numbers.map { [.integer($0.id), .integer($0.kind.rawValue)] + scope })
    try engine.execute(
      "DELETE FROM names WHERE id = ? AND kind = ? AND app = ? AND environment = ?",
      each: leads.names.map { [.text($0.id), .integer($0.kind.rawValue)] + scope })
    try engine.execute(
      "DELETE FROM persons WHERE token = ? AND app = ? AND environment = ? AND customer = ?",
      each: leads.tokens.map { [.text($0)] + scope + [.integer(customer)] })
  }

  /// Deletes the team's users who have one of these tokens, with their attributes.
  private func forgetUsers(with tokens: [String]) throws {
    let users = try engine.rows(
      "SELECT person FROM people_names WHERE value = ANY(?) AND name = 'token' AND app = ? AND environment = ?",
      among: tokens.map { .deskText($0) }, values: scope
    ).map(\.values)
    for table in PersonalData.tables(.person) {
      try engine.execute(
        SQL(trusted: "DELETE FROM \(table.name) WHERE person = ? AND app = ? AND environment = ?"),
        each: users.map { $0 + scope })
    }
  }

  /// How many rows are read at once in the search for mentions.
  private static let searchingLimit = 200

  /// Deletes the rows of other tables that contain one of the person's ids, also inside encoded data.
  private func forgetMentions(of person: Person) throws {
    let numbers = Set(person.leads.numbers.map(\.id))
    for table in PersonalData.tables(.mention) {
      // A date may look like an id.
      let searched = table.columns.filter { $0.isPersonal && $0.kind != .date }.map(\.name)
      try eachRow(of: table, searched) { key, values in
        let isAbout = values.contains { value in
          switch value {
          case .text(let text): person.traces.isIn(Array(text.utf8))
          case .blob(let bytes): person.traces.isIn(bytes)
          case .integer(let number): numbers.contains(number)
          default: false
          }
        }
        guard isAbout else { return }
        try engine.execute(table.deletionByKey, values: key)
      }
    }
  }

  /// Replaces the subject of audit entries about the person by the hash, and deletes their details.
  private func hashLines(about person: Person, as subject: String) throws {
    let names = Set(person.customers.map { "#\($0)" })
    try eachRow(of: DeskTables.audit, ["subject", "detail"]) { key, values in
      guard case .text(let named) = values[0], case .text(let detail) = values[1] else { return }
      guard names.contains(named) || person.traces.isBegun(in: named) || person.traces.isBegun(in: detail) else {
        return
      }
      try engine.execute(
        "UPDATE audit SET subject = ?, detail = '', xid = NULL WHERE number = ? AND date = ?",
        values: [.text(subject)] + key)
    }
  }

  /// Calls a closure for each row of a table, in the order of its key; each commit covers `searchingLimit` rows.
  private func eachRow(
    of table: DeskTable, _ columns: [String], _ body: (_ key: [DatabaseValue], _ values: [DatabaseValue]) throws -> Void
  ) throws {
    let key = table.key.joined(separator: ", ")
    let list = (table.key + columns).joined(separator: ", ")
    let places = table.key.map { _ in "?" }.joined(separator: ", ")
    var last: [DatabaseValue]?
    while true {
      let condition = last == nil ? "" : "WHERE (\(key)) > (\(places))"
      let rows = try engine.rows(
        SQL(trusted: "SELECT \(list) FROM \(table.name) \(condition) ORDER BY \(key) LIMIT \(Self.searchingLimit)"),
        values: last ?? []
      ) { try $0.values }
      guard !rows.isEmpty else { return }
      try engine.transaction {
        for row in rows { try body(Array(row.prefix(table.key.count)), Array(row.dropFirst(table.key.count))) }
      }
      last = rows.last.map { Array($0.prefix(table.key.count)) }
    }
  }

  // MARK: Later data

  /// Returns the items without those about forgotten people.
  func withoutForgotten(_ importItems: [DeskImportItem], _ report: inout TakingReport) throws -> [DeskImportItem] {
    guard try hasForgotten() else { return importItems }
    let ids = importItems.map { importItem in
      var ids = Set(
        importItem.statements.flatMap { [$0.id, $0.lineage] + [$0.appTransaction].compactMap { $0 } }.map { "\($0)" })
      if let uuid = importItem.notification?.uuid { ids.insert(uuid) }
      // An item that failed verification is stored with its text and its file's name, so that both are searched.
      for refusal in importItem.refusals {
        ids.formUnion(PersonTraces.words(in: refusal.body))
        ids.formUnion(PersonTraces.words(in: Array(importItem.place.utf8)))
        if let id = refusal.transactionId { ids.insert("\(DeskID.number(id))") }
      }
      return ids
    }
    let forgotten = try forgotten(among: ids.reduce(into: []) { $0.formUnion($1) })
    guard !forgotten.isEmpty else { return importItems }
    return zip(importItems, ids).compactMap { importItem, ids in
      let isAbout = !ids.isDisjoint(with: forgotten)
      if isAbout { report.forgotten += 1 }
      return isAbout ? nil : importItem
    }
  }

  /// Returns the team server's records without those about forgotten people.
  func withoutForgotten<Said>(_ said: [Said], about: (Said) -> [String]) throws -> [Said] {
    guard try hasForgotten() else { return said }
    let forgotten = try forgotten(among: Set(said.flatMap(about).flatMap(Self.names)))
    return said.filter { Set(about($0).flatMap(Self.names)).isDisjoint(with: forgotten) }
  }

  /// Returns the forms in which an id may have been hashed.
  private static func names(of id: String) -> [String] { [id.lowercased(), "\(DeskID.number(id.lowercased()))"] }

  private func hasForgotten() throws -> Bool {
    let isAny: Int64? = try engine.value("SELECT date FROM forgotten LIMIT 1")
    return isAny != nil
  }

  private func forgotten(among ids: Set<String>) throws -> Set<String> {
    let hashes = try Dictionary(ids.map { (try hash($0), $0) }) { first, _ in first }
    let rows = try engine.rows(
      "SELECT hash FROM forgotten WHERE hash = ANY(?) AND app = ? AND environment = ?",
      among: hashes.keys.map { .blob($0) }, values: scope)
    return try Set(rows.compactMap { hashes[try $0["hash"]] })
  }

  /// Returns the keyed hash of an id (HMAC-SHA256); without the desk's key, ids cannot be tried against it.
  func hash(_ id: String) throws -> [UInt8] {
    let held: [UInt8]
    if let hashKey {
      held = hashKey
    } else {
      let text: String? = try engine.value("SELECT value FROM secrets WHERE name = 'hash_key'")
      guard let key = text.flatMap({ Base64.standard.decode($0) }) else {
        throw DeskRowError(column: "hash_key", holds: say("no bytes"))
      }
      (hashKey, held) = (key, key)
    }
    let key = held + [UInt8](repeating: 0, count: max(0, 64 - held.count))
    let inner = Digest.sha256((key.map { $0 ^ 0x36 } + Array(id.utf8))[...]) ?? []
    return Digest.sha256((key.map { $0 ^ 0x5C } + inner)[...]) ?? []
  }
}
