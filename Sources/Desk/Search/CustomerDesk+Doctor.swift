import AppStoreModel
import Core
import Device
import Storage

/// The result of a desk's examination.
package struct DeskExamination: Hashable, Sendable {
  /// One check and its result.
  package struct Check: Hashable, Sendable {
    package let name: String
    package let ok: Bool
    package let detail: String

    package init(name: String, ok: Bool, detail: String) { (self.name, self.ok, self.detail) = (name, ok, detail) }
  }

  package var checks: [Check] = []
  package var ok: Bool { checks.allSatisfy(\.ok) }

  fileprivate mutating func add(_ name: String, _ ok: Bool, _ detail: Words) {
    checks.append(Check(name: name, ok: ok, detail: detail.text))
  }
}

extension CustomerDesk {
  /// Runs every check.
  ///
  /// - Parameters:
  ///   - rebuilds: Derives every customer again and compares the rows.
  ///   - progress: Hears how many customers were compared.
  ///   - isDeep: Verifies every signature again, and compares every derived row without putting anything right.
  package func examine(
    rebuilds: Bool, isDeep: Bool = false, progress: (Int) throws -> Void = { _ in }
  ) throws -> DeskExamination {
    var examination = DeskExamination()
    let findings = try engine.integrityFindings()
    examination.add(
      "database", findings.isEmpty,
      findings.first.map { Words("the database is damaged: \(safeText($0))") } ?? Words("\(engine.name) is intact"))
    let rights = try engine.rightsFindings()
    if !rights.isEmpty {
      examination.checks += rights.map { DeskExamination.Check(name: "rights", ok: false, detail: $0) }
    } else if engine.hasOtherWriters {
      examination.add("rights", true, Words("every login has exactly the rights of its role"))
    }
    let (poison, waiting) = (try poisoned(), try waitingCount())
    examination.add(
      "derived", poison.isEmpty,
      poison.first.map {
        Words("Till could not compute the access of customer #\($0.customer): \(safeText($0.reason, limit: 300))")
      }
        ?? DeskText.waiting(waiting))
    let outdated = try outdatedCount()
    if outdated > 0 { examination.add("rules", true, DeskText.outdated(outdated)) }
    let joins: Int =
      try engine.value("SELECT count(*) FROM joins WHERE app = ? AND environment = ?", app, environment) ?? 0
    examination.add("joins", true, DeskText.joins(joins))
    if isDeep {
      let signatures = try verifyAgain()
      examination.add("signatures", signatures.bad.isEmpty, DeskText.signatures(signatures.count, bad: signatures.bad))
    }
    if rebuilds || isDeep {
      if rebuilds { try settle() }
      let result = try compareWithRebuild(mends: rebuilds, progress: progress)
      examination.add(
        "rebuild", result.different.isEmpty, DeskText.rebuilt(result.compared, result.different, mended: rebuilds))
    }
    return examination
  }

  /// Derives every customer again and compares the rows with the stored ones; corrects those that differ.
  ///
  /// - Returns: How many were compared, and the customers whose rows were not those of their evidence.
  package func compareWithRebuild(
    mends: Bool = true, progress: (Int) throws -> Void = { _ in }
  ) throws -> (compared: Int, different: [Int64]) {
    var (last, compared, different) = (Int64.min, 0, [Int64]())
    // A customer that still waits rightly has the old rows.
    let waiting = mends ? [] : try awaited()
    while true {
      let customers: [Int64] = try engine.rows(
        "SELECT customer FROM customers WHERE app = ? AND environment = ? AND customer > ? ORDER BY customer LIMIT ?",
        app, environment, last, Self.derivingLimit
      ) { try $0["customer"] }
      guard let newest = customers.last else { return (compared, different) }
      last = newest
      let date = now()
      let answers = answers(of: try stored(customers), at: date)
      let kept = try DerivedRows.stored(customers, of: self)
      var wrong: [(customer: Int64, answer: CustomerAnswer)] = []
      for (index, customer) in customers.enumerated() {
        guard case .success(let answer) = answers[index] else { continue }
        if !waiting.contains(customer), DerivedRows(answer) != kept[index] { wrong.append((customer, answer)) }
      }
      if mends, !wrong.isEmpty, !engine.isReadOnly { try engine.transaction { try DerivedRows.write(wrong, of: self) } }
      different += wrong.map(\.customer)
      compared += customers.count
      try progress(compared)
    }
  }
}

extension CustomerDesk {
  /// Verifies everything again that was verified when it came.
  ///
  /// - Returns: How many were verified, and the customers of those that do not hold.
  private func verifyAgain() throws -> (count: Int, bad: [Int64]) {
    let verifier = try verifier()
    var (last, count, bad) = (Int64.min, 0, Set<Int64>())
    while true {
      let customers: [Int64] = try engine.rows(
        "SELECT customer FROM customers WHERE app = ? AND environment = ? AND customer > ? ORDER BY customer LIMIT ?",
        app, environment, last, Self.derivingLimit
      ) { try $0["customer"] }
      guard let newest = customers.last else { return (count, bad.sorted()) }
      last = newest
      for customer in customers {
        for text in try export(customer, isVerified: true) {
          count += 1
          if verifier.verify(text).verdict.failure != nil { bad.insert(customer) }
        }
      }
    }
  }

  /// The newest version of each transaction of a customer and the newest renewal information of each lineage, as the
  /// JWS that arrived.
  package func export(_ customer: Int64, isVerified: Bool = false) throws -> [String] {
    try engine.rows(
      """
      SELECT header, payload, signature, verdict FROM evidence WHERE customer = ? AND app = ? AND environment = ?
      ORDER BY kind, id, signed, digest
      """, customer, app, environment
    ) { row -> (header: Int64, payload: [UInt8], signature: [UInt8], verdict: Verdict) in
      (try row["header"], try row["payload"], try row["signature"], try row["verdict"])
    }.filter { !isVerified || $0.verdict == .verified }.map { row in
      CompactJWS.text(headerSegment: try header(row.header), payload: row.payload, signature: row.signature)
    }
  }

  func header(_ id: Int64) throws -> [UInt8] {
    guard let segment: [UInt8] = try engine.value(DeskQueries.header, id) else {
      throw DeskRowError(column: "header", holds: say("a number without a segment"))
    }
    return segment
  }
}
