import Database
package import StoreModel

extension LocalStore {
  package func stepStatistics() throws -> [StepStatistics] {
    let counts: [(kind: String, count: Int)] = try database.rows(
      "SELECT kind, count(*) FROM journal GROUP BY kind ORDER BY min(id)"
    ) { (try $0[0], try $0[1]) }
    var durations: [String: [Int64]] = [:]
    try database.forEachRow(
      """
      SELECT kind, duration FROM (
        SELECT kind, machine_date - lag(machine_date) OVER (PARTITION BY order_id ORDER BY id) AS duration
        FROM journal WHERE order_id IS NOT NULL)
      WHERE duration >= 0
      """
    ) { row in
      durations[try row[0], default: []].append(try row[1])
      return true
    }
    return counts.map { row in
      let sorted = durations[row.kind]?.sorted()
      return StepStatistics(
        kind: row.kind, count: row.count, medianDuration: sorted.map { $0[$0.count / 2] },
        longestDuration: sorted?.last)
    }
  }
}
