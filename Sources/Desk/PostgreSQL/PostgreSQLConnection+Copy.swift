internal import CPostgreSQL
package import Storage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension PostgreSQLConnection {
  /// Loads rows in PostgreSQL's binary format, the fastest way: `copy("COPY staged (id, text)", rows)`.
  ///
  /// The columns are BIGINT, DOUBLE PRECISION, TEXT or BYTEA, as the values are.
  ///
  /// - Parameter head: The statement up to `FROM`, inside a transaction.
  /// - Throws: `constraint`, `misuse`, `unreachable`, …; the transaction then stores nothing.
  package func copy(_ head: SQL, _ rows: some Sequence<[DatabaseValue]>) throws(DatabaseFault) {
    try checkWritable(head)
    if let failed { throw failed }
    guard let handle, till_pq_send_query(handle, (head + "FROM STDIN (FORMAT binary)").text) == 1 else {
      throw broken()
    }
    guard let answer = try next(until: end) else { throw broken() }
    if let fault = fault(of: answer) {
      while try next(until: end) != nil {}
      throw noted(fault)
    }
    var bytes = Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    for row in rows {
      PostgreSQLValues.append(Int16(truncatingIfNeeded: row.count), to: &bytes)
      for value in row { PostgreSQLValues.append(counted: value, to: &bytes) }
      if bytes.count >= 1 << 18 {
        try put(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    PostgreSQLValues.append(Int16(-1), to: &bytes)
    try put(bytes)
    try endCopy()
  }

  private func put(_ bytes: [UInt8]) throws(DatabaseFault) {
    let end = self.end
    while true {
      let taken = till_pq_put_copy_data(handle, bytes, Int32(clamping: bytes.count))
      if taken == 1 { return }
      guard taken == 0, wait(for: Int16(POLLOUT), until: end) else { throw broken() }
    }
  }

  private func endCopy() throws(DatabaseFault) {
    let end = self.end
    while true {
      let taken = till_pq_put_copy_end(handle, nil)
      if taken == 1 { break }
      guard taken == 0, wait(for: Int16(POLLOUT), until: end) else { throw broken() }
    }
    var fault: DatabaseFault?
    while let answer = try next(until: end) {
      if fault == nil { fault = self.fault(of: answer) }
    }
    if let fault { throw noted(fault) }
  }
}
