package import AppStoreModel
import Entitlements
import Storage

/// Durations where no server stores them, and calls that wait for the app server.
extension LocalStore {
  /// Sets how long a non-renewing subscription entitles, where no server stores that.
  package func setDuration(_ duration: ProductDuration, at now: Timestamp) throws {
    try batch {
      let rules = DurationRules.applying(duration, to: try durationRules()[duration.productId], at: now)
      if let rules {
        try database.execute("INSERT OR REPLACE INTO durations VALUES(?, ?)", duration.productId, rules.text)
      } else {
        try database.execute("DELETE FROM durations WHERE product_id = ?", duration.productId)
      }
      try state(.duration, duration.productId, rules?.text)
    }
  }

  func durationRules() throws -> [String: DurationRules] {
    let rows: [(id: String, rules: String)] = try database.rows("SELECT product_id, period FROM durations") {
      (try $0["product_id"], try $0["period"])
    }
    return Dictionary(rows.compactMap { row in DurationRules(text: row.rules).map { (row.id, $0) } }) { first, _ in
      first
    }
  }

  /// Stores a call to the app server until it can be made.
  package func keep(_ call: WaitingServerCall) throws {
    try batch {
      try database.execute(
        "INSERT OR REPLACE INTO waiting_server_calls VALUES(?, ?, ?)", call.id, call.storedText, call.date)
    }
  }

  /// Returns the calls that the app server has not received yet, oldest first.
  package func waitingServerCalls() throws -> [WaitingServerCall] {
    try database.rows("SELECT id, call, date FROM waiting_server_calls ORDER BY date, id") { row in
      try WaitingServerCall(id: try row["id"], storedText: try row["call"], date: try row["date"])
    }
  }

  /// Removes a waiting call, because the server answered.
  package func forget(_ call: WaitingServerCall) throws {
    try batch { try database.execute("DELETE FROM waiting_server_calls WHERE id = ?", call.id) }
  }
}
