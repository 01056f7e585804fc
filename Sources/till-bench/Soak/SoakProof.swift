import AppStoreModel
import Core
import Device
import Simulator
import Storage

/// The check after a soak test: every file has each confirmed purchase exactly once.
struct SoakProof {
  private(set) var problems: [String]
  /// The number of purchases that a device reported as done.
  let purchases: Int
  private(set) var notifications = 0
  private let bought: Set<String>

  init(_ actors: [SoakActor]) {
    problems = actors.flatMap(\.problems)
    bought = Set(actors.flatMap(\.bought))
    purchases = bought.count
  }

  mutating func expect(_ truth: Bool, _ otherwise: String) {
    if !truth { problems.append(otherwise) }
  }

  /// Checks that `till doctor` reports no problem of a store.
  mutating func expectSound(_ till: TillRun, _ words: [String]) throws {
    let ending = try till.start(words).wait()
    let found = try ending.document()["checks"]?.arrayValue?.filter { $0.objectValue?["ok"] != true }
    expect(
      ending.status == 0, "till \(words.joined(separator: " ")): \(found.map { "\($0)" } ?? ending.output)")
  }

  /// Checks that each confirmed purchase is in the ledger, and that all devices together delivered it once.
  mutating func compare(ledger: String, devices: [String]) throws {
    let appStore = try SimulatedAppStore(path: ledger)
    var paid: [String: Transaction] = [:]
    for row in try Page.allRows({ try appStore.transactions($0) }) { if let id = row.transactionId { paid[id] = row } }
    var sums: [String: Int] = [:]
    for device in devices {
      let database = try DatabaseConnection(device, schema: .device, access: .readOnly)
      try database.forEachRow("SELECT transaction_id, quantity FROM deliveries") { row in
        sums[try row["transaction_id"], default: 0] += try row["quantity"]
        return true
      }
      let open: [String] = try database.values("SELECT id || ' ' || state FROM orders WHERE state <> 'closed'")
      problems += open.map { "the order \($0) is open" }
    }
    for id in bought {
      guard let transaction = paid[id] else {
        problems.append("\(id) was answered and is not in the ledger")
        continue
      }
      let (sum, quantity) = (sums[id] ?? 0, Int(transaction.quantity ?? 1))
      expect(sum == quantity, "\(id) was delivered \(sum) of \(quantity)")
    }
    for id in sums.keys where paid[id] == nil { problems.append("\(id) was delivered, not paid") }
  }

  /// Checks that every posted notification is at the desk, and that none is in quarantine.
  mutating func compare(ledger: String, desk: JSONObject) throws {
    let appStore = try SimulatedAppStore(path: ledger)
    notifications = try Page.allRows({ try appStore.notifications($0) }).count { $0.delivery == .delivered }
    let (there, refused) = (try desk.int64("notifications") ?? 0, try desk.int64("quarantined") ?? 0)
    let posted = notifications
    expect(there == posted, "\(posted) notifications were delivered, \(there) are at the desk")
    expect(refused == 0, "the desk does not believe \(refused) of what it was sent")
    expect(try desk.int64("waiting") == 0, "customers wait at the desk to be derived")
  }
}
