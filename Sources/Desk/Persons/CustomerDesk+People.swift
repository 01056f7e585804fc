import AppStoreModel
import Core
import Storage

/// The team's own users: stored, found by any of their names, and shown with the customers of their tokens.
extension CustomerDesk {
  /// Stores users of the team's own server; a user that is there is replaced.
  ///
  /// - Parameter isHashed: Whether only keyed hashes of the id and the attributes are kept, found by exact match.
  /// - Returns: How many were stored; forgotten users are not.
  @discardableResult
  package func store(people: [PersonRecord], isHashed: Bool = false) throws -> Int {
    try engine.transaction {
      let people = try withoutForgotten(people) { [$0.user] + $0.tokens }
      for record in people { try keep(record, isHashed: isHashed) }
      return people.count
    }
  }

  private func keep(_ record: PersonRecord, isHashed: Bool) throws {
    func kept(_ text: String) throws -> String { isHashed ? try hashed(text) : text.lowercased() }
    let date = now().databaseValue
    let known = try persons(from: [kept(record.user)], named: PersonName.user).first
    let number = try known ?? engine.numbers(1)[0]
    let owner = [.integer(number)] + scope
    let created: Int64? = try engine.value(
      "SELECT created FROM people WHERE person = ? AND app = ? AND environment = ?", number, app, environment)
    try engine.insert(
      [
        owner + [
          .deskText(isHashed ? try hashed(record.user) : record.user), isHashed.databaseValue,
          .integer(created ?? now().milliseconds), date,
        ]
      ], into: DeskTables.people, whenThere: .replace)
    // Names that the user no longer has must not find the user.
    for table in [DeskTables.attributes, DeskTables.peopleNames] {
      try engine.execute(
        SQL(trusted: "DELETE FROM \(table.name) WHERE person = ? AND app = ? AND environment = ?"), values: owner)
    }
    let attributes = record.attributes.sorted { $0.key < $1.key }
    try engine.insert(
      attributes.map { name, value in
        owner + [.deskText(name), .deskText(isHashed ? try hashed(value) : value), date]
      }, into: DeskTables.attributes, whenThere: .keep)
    let names =
      record.tokens.map { (PersonName.token, $0) } + [(PersonName.user, try kept(record.user))]
      + (try attributes.map { ($0.key, try kept($0.value)) })
    try engine.insert(
      names.map { [.deskText($0.1), .deskText($0.0)] + scope + [.integer(number)] }, into: DeskTables.peopleNames,
      whenThere: .keep)
  }

  /// Returns the keyed hash of a text in hexadecimal, by which a hashed attribute is found.
  private func hashed(_ text: String) throws -> String { Digest.hex(try hash(text.lowercased())) }

  // MARK: Finding

  /// Returns the tokens of the users whom a name finds: an app user id or attribute, by its beginning or hashed in full.
  func tokens(ofPeopleNamed text: String, field: String? = nil) throws -> [String] {
    let asked = text.lowercased()
    guard asked.utf8.count >= 2 else { return [] }
    var persons = try listing(
      DeskQueries.peopleBeginning, [.deskText(asked), .deskText(asked + "\u{10FFFF}"), .integer(200)]
    ) { (person: try $0["person"] as Int64, name: try $0["name"] as String) }
    if persons.isEmpty {
      // An agent's login cannot read the key of the hashes, so the database hashes the text.
      let kept = engine.agent == nil ? try hashed(text) : asked
      persons = try listing(DeskQueries.peopleHashed, [.deskText(kept), .integer(200)]) {
        (try $0["person"], try $0["name"])
      }
    }
    let found = persons.filter { $0.name != PersonName.token && (field == nil || $0.name == field) }.map(\.person)
    return try Set(found).sorted().flatMap { try tokens(of: $0) }
  }

  private func persons(from values: [String], named name: String) throws -> [Int64] {
    try values.flatMap { value in
      try listing(
        DeskQueries.peopleBeginning, [.deskText(value), .deskText(value + "\u{1}"), .integer(50)]
      ) { (person: try $0["person"] as Int64, name: try $0["name"] as String, value: try $0["value"] as String) }
      .filter { $0.name == name && $0.value == value }.map(\.person)
    }
  }

  private func tokens(of person: Int64) throws -> [String] {
    try listing(DeskQueries.peopleTokens, [.integer(person)]) { try $0["value"] }
  }

  // MARK: Showing

  /// Returns the numbers of the team's users who have a name or an attribute that begins with a text.
  func people(named text: String) throws -> Set<Int64> {
    try Set(
      listing(DeskQueries.peopleBeginning, [.deskText(text), .deskText(text + "\u{10FFFF}"), .integer(50)]) {
        try $0["person"]
      })
  }

  /// Returns the app user ids of tokens, where the team sent readable ones.
  package func users(ofTokens tokens: Set<String>) throws -> [String: String] {
    // An agent's login reads who has which token of one user at a time.
    guard engine.agent == nil, !tokens.isEmpty else { return [:] }
    var persons: [String: Int64] = [:]
    let named = try engine.rows(
      DeskQueries.personsOfTokens, among: tokens.sorted().map { .deskText($0) }, values: scope)
    // Where the team sent several users with a token, the newest one has it.
    for row in named { persons[try row["value"]] = max(try row["person"], persons[try row["value"]] ?? .min) }
    guard !persons.isEmpty else { return [:] }
    let asked = Set(persons.values).sorted().map { DatabaseValue.integer($0) }
    var names: [Int64: String] = [:]
    for row in try engine.rows(DeskQueries.users, among: asked, values: scope) where try !(row["is_hashed"] as Bool) {
      names[try row["person"]] = try row["app_user_id"]
    }
    return persons.compactMapValues { names[$0] }
  }

  /// Returns what the team sent about the user with one of these tokens, and the tags and agents of the accounts.
  func named(_ person: DeskPerson) throws -> DeskPerson {
    var person = person
    let accounts = try rows(of: person.accounts.map(\.customer))
    person.tags = Set(accounts.flatMap(\.tags)).sorted()
    person.assignee = accounts.compactMap(\.assignee).first
    // Where the team sent several users with a token, the newest one has it.
    guard let number = try persons(from: person.tokens, named: PersonName.token).max() else { return person }
    let rows = try listing(DeskQueries.person, [.integer(number)]) {
      (user: try $0["app_user_id"] as String, isHashed: try $0["is_hashed"] as Bool)
    }
    guard let row = rows.first else { return person }
    person.user = row.isHashed ? nil : row.user
    person.attributes = try listing(DeskQueries.attributes, [.integer(number)]) {
      DeskPerson.Attribute(name: try $0["name"], value: row.isHashed ? "" : try $0["value"], isHashed: row.isHashed)
    }
    return person
  }
}
