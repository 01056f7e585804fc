import AppStoreModel
import Core
import Device
import Storage

/// The result of checking a desk.
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
  ///   - rebuilds: Whether every customer is derived again, and rows that differ are corrected.
  ///   - progress: Called with the number of customers compared so far.
  ///   - isDeep: Whether every signature is verified again and every derived row compared; without `rebuilds`, nothing
  ///     is corrected.
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

  /// Derives every customer again and compares the rows with the stored ones; with `mends`, corrects those that differ.
  ///
  /// - Returns: How many customers were compared, and those whose stored rows differed.
  package func compareWithRebuild(
    mends: Bool = true, progress: (Int) throws -> Void = { _ in }
  ) throws -> (compared: Int, different: [Int64]) {
    var (last, compared, different) = (Int64.min, 0, [Int64]())
    // A customer who still waits to be derived may have old rows.
    let waiting = mends ? [] : try awaited()
    while true {
      let customers = try customers(after: last)
      guard let newest = customers.last else { return (compared, different) }
      last = newest
      let date = now()
      let results = derived(from: try stored(customers), at: date)
      let kept = try DerivedRows.stored(customers, of: self)
      var wrong: [(number: Int64, derived: DerivedCustomer)] = []
      for (index, customer) in customers.enumerated() {
        guard case .success(let derived) = results[index] else { continue }
        if !waiting.contains(customer), DerivedRows(derived) != kept[index] { wrong.append((customer, derived)) }
      }
      if mends, !engine.isReadOnly {
        let tokens = results.reduce(into: Set()) {
          if case .success(let derived) = $1 { $0.formUnion(derived.tokens.keys) }
        }
        try engine.transaction {
          try DerivedRows.write(wrong, of: self)
          try deriveUsers(with: tokens, after: customers)
        }
      }
      different += wrong.map(\.number)
      compared += customers.count
      try progress(compared)
    }
  }
}

extension CustomerDesk {
  /// Verifies all data again that was verified on arrival.
  ///
  /// - Returns: How many signatures were verified, and the customers whose data failed.
  private func verifyAgain() throws -> (count: Int, bad: [Int64]) {
    let verifier = try verifier()
    var (last, count, bad) = (Int64.min, 0, Set<Int64>())
    while true {
      let customers = try customers(after: last)
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

  /// Returns the next customers in the order of their numbers, as many as are derived in one commit.
  private func customers(after last: Int64) throws -> [Int64] {
    try engine.values(
      "SELECT customer FROM customers WHERE app = ? AND environment = ? AND customer > ? ORDER BY customer LIMIT ?",
      app, environment, last, Self.derivingLimit)
  }

  /// Returns every stored version of a customer's transactions and renewal information, as JWS.
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

  /// Returns the notifications about a customer whose signed text is still kept, as JWS, in the order of arrival.
  package func exportNotifications(_ customer: Int64) throws -> [String] {
    try engine.rows(
      """
      SELECT header, payload, signature FROM letters WHERE customer = ? AND app = ? AND environment = ?
      ORDER BY arrived, uuid
      """, customer, app, environment
    ) { row -> (header: Int64, payload: [UInt8], signature: [UInt8]) in
      (try row["header"], try row["payload"], try row["signature"])
    }.map { row in
      CompactJWS.text(
        headerSegment: try header(row.header), payload: try unsqueezed(row.payload), signature: row.signature)
    }
  }

  /// Returns a payload with the header segments that `HeaderCache.squeezed` replaced by their numbers.
  private func unsqueezed(_ payload: [UInt8]) throws -> [UInt8] {
    var (whole, rest) = ([UInt8](), payload[...])
    while let mark = rest.firstIndex(of: 0), rest.count > mark - rest.startIndex + 8 {
      let id = rest[(mark + 1)...].prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
      whole += try rest[..<mark] + header(id)
      rest = rest[(mark + 9)...]
    }
    return whole + rest
  }

  func header(_ id: Int64) throws -> [UInt8] {
    guard let segment: [UInt8] = try engine.value(DeskQueries.header, id) else {
      throw DeskRowError(column: "header", holds: say("a number without a segment"))
    }
    return segment
  }
}
