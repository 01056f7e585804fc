import AppStoreModel
import Core
import Foundation
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests that a forgotten person's data is in no column and no byte of the files, even after the same import.
@Suite struct ForgettingTests {
  /// Tests that every database column is classified: it may hold a person's data, or it cannot.
  ///
  /// Every classification names a column that exists.
  @Test(arguments: [EngineKind.sqlite, .postgreSQL].filter(\.isHere)) func everyColumnHasAnAnswer(
    on kind: EngineKind
  ) throws {
    let desk = try DeskWorld(on: kind, customers: 1, transactions: 1).desk()
    let sql: SQL =
      kind == .sqlite
      ? """
      SELECT m.name AS relation, p.name AS part FROM sqlite_schema m, pragma_table_info(m.name) p WHERE m.type = 'table'
      """
      : """
      SELECT table_name::TEXT AS relation, column_name::TEXT AS part FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name !~ '(_view|_rest|_[0-9]{2})$'
      """
    let columns = try desk.engine.rows(sql) { (table: try $0["relation"] as String, column: try $0["part"] as String) }
      // These tables belong to the engine: they hold its numbers and its version.
      .filter { !["numbers", "changes", "schema_history"].contains($0.table) }
    #expect(columns.count > 150)
    #expect(PersonalData.unanswered(columns) == [])
    #expect(PersonalData.unanswered([("notes", "mood"), ("moods", "customer")]) == ["notes.mood", "moods.customer"])
    let there = Set(columns.map { "\($0.table).\($0.column)" })
    for table in DeskTables.all {
      #expect(table.columns.allSatisfy { there.contains("\(table.name).\($0.name)") }, "\(table.name)")
      #expect((table.removal == .nothing) == table.personal.isEmpty, "\(table.name)")
    }
  }

  /// A desk that holds every kind of data about one person.
  private struct World {
    let world: DeskWorld
    let desk: CustomerDesk
    let token: String
    let life: [Population.Event]
    /// The texts that must not be found afterwards.
    var needles: [String] = []
    let files: [String]
    let claims: [Claim]
    let usages: [Usage]

    init(on kind: EngineKind) throws {
      world = try DeskWorld(on: kind, customers: 5, transactions: 80)
      desk = try world.desk()
      let population = world.population
      let number = try #require(
        (0..<5).first { number in
          let life = population.life(of: number)
          return life[0].transaction.appTransactionId != nil && life.contains { $0.transaction.appAccountToken != nil }
        })
      life = population.life(of: number)
      token = try #require(life.compactMap(\.transaction.appAccountToken).first)
      let id = try #require(life[0].transaction.originalTransactionId)
      // Data signed with an untrusted key is refused and kept with its text. Without JSON it has no transaction id.
      let stranger = try SigningIdentity()
      let foreign = try stranger.sign(life[0].transaction.json)
      let cut = String(foreign.dropLast(120))
      let broken = "{\"note\":\"about \(token)\", broken"
      files = [
        try world.write(try world.lines()), try world.write([foreign, cut, broken], to: "refused.jws"),
        try world.write(["e.y.x"], to: "\(token)-history.jws"),
      ]
      claims = try [
        Claim(json: [
          "user": .string(token), "productId": "com.example.piglet.gold", "entitled": false,
          "reason": "moved to anna.smith@example.com", "at": 1_704_067_300_000,
        ]),
        Claim(json: [
          "user": .string(token.uppercased()), "purchase": .string(id), "productId": "com.example.piglet.gold",
          "entitled": true, "reason": "goodwill for Smith", "at": 1_704_067_400_000,
        ]),
      ]
      usages = try [
        Usage(json: [
          "user": .string(token), "productId": "com.example.piglet.gold", "consented": true, "at": 1_704_067_300_000,
        ])
      ]
      try importAll()
      let customer = try desk.customer(id)
      try desk.add(note: "Anna Smith, anna.smith@example.com, called about \(id)", about: customer, by: "olga")
      try desk.request(.refresh, about: id, of: customer, body: ["reason": "wrote a letter"], by: "olga")
      try desk.note("list", by: "olga", subject: "", detail: #"{"ask":[["by_tokens","\#(token.prefix(13))"]]}"#)
      try desk.note("refresh", by: "olga", subject: "#\(customer)", detail: id)
      try desk.engine.transaction {
        try desk.engine.insert(
          [desk.owner(customer) + [.text("mxordernumber1"), .integer(1)]], into: DeskTables.orders, whenThere: .keep)
        try desk.engine.insert(
          [
            [
              .text("mxordernumber1"), .integer(DeskID.Kind.order.rawValue), .integer(1), .integer(1),
              .integer(customer),
            ]
          ], into: DeskTables.names, whenThere: .keep)
        try desk.engine.insert(
          [desk.owner(customer) + [.text("revision-of-anna"), .integer(1)]], into: DeskTables.refreshes,
          whenThere: .keep)
      }
      let parts = foreign.split(separator: ".")
      needles =
        [
          token, token.uppercased(), String(token.prefix(13)), "anna.smith@example.com", "Anna Smith",
          "goodwill for Smith",
          "wrote a letter", "mxordernumber1", "revision-of-anna", String(parts[1].prefix(60)),
          String(parts[2].prefix(40)),
        ]
        + life.map(\.uuid) + life.compactMap(\.transaction.transactionId)
        + life.compactMap(\.transaction.appTransactionId) + life.compactMap(\.transaction.webOrderLineItemId)
    }

    func importAll() throws {
      for file in files {
        var result = ImportResult()
        try DeskImport(desk).run(file, into: &result) { _ in true }
      }
      _ = try desk.store(claims: claims)
      _ = try desk.store(usages: usages)
      try desk.settle()
      try desk.foldFigures()
    }

    /// Returns the texts that are found in the bytes of the files, or in the tables of a server.
    func found() throws -> [String] {
      guard world.kind == .sqlite else { return try needles.filter { try !desk.holds($0).isEmpty } }
      var bytes = Data()
      for ending in ["", "-wal", "-shm"] {
        bytes += (try? Data(contentsOf: world.place.folder.appending(path: "desk.db\(ending)"))) ?? Data()
      }
      #expect(bytes.count > 100_000)
      return try needles.filter { needle in
        try bytes.range(of: Data(needle.utf8)) != nil || !desk.holds(needle).isEmpty
      }
    }
  }

  @Test(arguments: EngineKind.here) func noByteIsLeftAndNoneComesBack(on kind: EngineKind) throws {
    let world = try World(on: kind)
    let desk = world.desk
    #expect(try world.found().count > world.needles.count * 2 / 3)
    let refused = try desk.quarantined().count
    #expect(refused == 4)
    let others = try desk.engine.value("SELECT count(*) FROM customers", as: Int.self) ?? 0
    #expect(try desk.forget(desk.customer(world.token), by: "olga"))
    #expect(try world.found() == [])
    #expect(try desk.quarantined().count == 0)
    #expect(try desk.engine.value("SELECT count(*) FROM customers", as: Int.self) == others - 1)
    // The audit line stays, and names its subject only by the hash.
    let lines = try desk.engine.rows("SELECT subject, detail FROM audit WHERE act = 'refresh'") { try $0.values }
    guard case .text(let subject)? = lines.first?.first else { throw CocoaError(.coderReadCorrupt) }
    #expect(subject.utf8.count == 64)

    try world.importAll()
    #expect(try world.found() == [])
    #expect(throws: DeskError.self) { try desk.customer(world.token) }
    #expect(try desk.engine.value("SELECT count(*) FROM customers", as: Int.self) == others - 1)
    #expect(try desk.compareWithRebuild().different == [])
  }

  /// Tests that forgetting reports an open reader of old pages, and that the next `retain` erases what was left.
  @Test func aReaderHoldsOldPagesForAWhile() throws {
    let world = try World(on: .sqlite)
    let desk = world.desk
    let reader = try SQLiteEngine(world.world.place.path, schema: .desk, isReadOnly: true)
    try reader.read {
      _ = try reader.value("SELECT count(*) FROM evidence", as: Int.self)
      #expect(try !desk.forget(desk.customer(world.token), by: "olga"))
    }
    _ = try desk.retire(by: "olga")
    #expect(try world.found() == [])
  }

  /// Tests that ids are found inside encoded data, and that similar texts are not taken for them.
  @Test func tracesAreFoundHoweverDeepTheyArePacked() {
    let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"
    let traces = PersonTraces([token, "2000000845425339", "704"])
    func packed(_ text: String) -> String { String(decoding: Base64.url.encode(Array(text.utf8)), as: UTF8.self) }
    let inner = "e30." + packed(#"{"transactionId":"2000000845425339"}"#) + ".c2ln"
    for text in [
      token, token.uppercased(), "anna-\(token).jws:3", "x2000000845425339y", inner,
      "e30.\(packed(#"{"signedTransactionInfo":"\#(inner)"}"#)).c2ln", String(inner.dropLast(6)),
    ] {
      #expect(traces.isIn(Array(text.utf8)), "\(text)")
    }
    for text in ["704", "200000084542533", "7389a31a", "20000008454253390"] {
      #expect(!traces.isIn(Array(text.utf8)), "\(text)")
    }
    #expect(traces.isBegun(in: "find 7389a31a-fb6d") && !traces.isBegun(in: "find 7389a3"))
  }
}
