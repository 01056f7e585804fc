import AppServer
import AppStoreModel
import Device
import Foundation
import Simulator
import Storage

/// Two devices with a user each, one Apple Account, one ledger and one app server, in a temporary directory.
struct CrashWorld {
  static let account = "new@"

  /// A device, and the user who is logged in to the app on it.
  struct Device {
    let directory: String
    let user: String
  }

  let folder: String
  let devices: [Device]
  let till: TillRun
  let appStore: SimulatedAppStore

  var ledger: String { folder + "/appstore.db" }
  var server: String { folder + "/appserver.db" }

  init(program: String) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("till-crash-\(UUID().uuidString)").path
    devices = ["one", "two"].map { [folder] in Device(directory: folder + "/" + $0, user: $0) }
    for device in devices {
      try FileManager.default.createDirectory(atPath: device.directory, withIntermediateDirectories: true)
    }
    till = TillRun(program: program, scratch: folder)
    appStore = try SimulatedAppStore(path: folder + "/appstore.db")
    for device in devices {
      for words in [["account", Self.account], ["user", device.user]] { _ = try run(device, words) }
    }
  }

  func discard() { try? FileManager.default.removeItem(atPath: folder) }

  func arguments(_ device: Device, _ words: [String]) -> [String] {
    ["--store", device.directory, "--backend", "simulator:" + ledger] + words
  }

  /// Runs a command to its end.
  func run(_ device: Device, _ words: [String]) throws -> TillRun.Ending {
    try till.start(arguments(device, words)).wait()
  }

  // MARK: The checks

  /// Returns impossible results: a payment lost, delivered twice or to another user, or a damaged file.
  ///
  /// - Parameter alone: The payments that the device confirmed without asking the app server.
  func problems(confirmedAlone alone: Set<String>) throws -> [String] {
    let paid = try transactions()
    return try unfinished() + credited(paid, confirmedAlone: alone) + delivered(paid) + unsound()
  }

  /// Returns the Apple Account's payments, by transaction id.
  func transactions() throws -> [String: Transaction] {
    var all: [String: Transaction] = [:]
    for row in try Page.allRows({ try appStore.transactions($0) })
    where devices.contains(where: { token(of: $0) == row.appAccountToken }) {
      if let id = row.transactionId { all[id] = row }
    }
    return all
  }

  private func token(of device: Device) -> String { userToken(of: device.user, bundleId: appStore.bundleId) }

  private func unfinished() throws -> [String] {
    try appStore.unfinished(of: Self.account).isEmpty ? [] : ["the App Store still lists unfinished transactions"]
  }

  /// Checks that the app server credited each payment once, to the user whose token it carries, and nothing else.
  private func credited(_ paid: [String: Transaction], confirmedAlone alone: Set<String>) throws -> [String] {
    let database = try DatabaseConnection(server, schema: .appServer, access: .readOnly)
    let credits: [(id: String, user: String?, quantity: Int)] = try database.rows(
      "SELECT transaction_id, user, quantity FROM credits"
    ) { (try $0["transaction_id"], try $0["user"], try $0["quantity"]) }
    var problems = paid.keys.filter { id in
      !alone.contains(id) && !credits.contains { $0.id == id }
    }.map { "\($0) was paid, not credited" }
    for credit in credits {
      guard let transaction = paid[credit.id] else {
        problems.append("\(credit.id) was credited, not paid")
        continue
      }
      let owner = devices.first { token(of: $0) == transaction.appAccountToken }?.user
      if credit.user != owner { problems.append("\(credit.id) was credited to \(credit.user ?? "nobody")") }
      if credit.quantity != Int(transaction.quantity ?? 1) { problems.append("\(credit.id): \(credit.quantity)") }
    }
    return problems
  }

  /// Checks that the devices together delivered each payment once, and left no order open.
  private func delivered(_ paid: [String: Transaction]) throws -> [String] {
    var (problems, sums): ([String], [String: Int]) = ([], [:])
    for device in devices {
      let database = try DatabaseConnection(device.directory + "/device.db", schema: .device, access: .readOnly)
      try database.forEachRow("SELECT transaction_id, quantity FROM deliveries") { row in
        sums[try row["transaction_id"], default: 0] += try row["quantity"]
        return true
      }
      let open: [String] = try database.values("SELECT id || ' ' || state FROM orders WHERE state <> 'closed'")
      problems += open.map { "device \(device.user): the order \($0) is open" }
    }
    for (id, sum) in sums where paid[id] == nil && sum != 0 { problems.append("\(id) was delivered, not paid") }
    for (id, transaction) in paid {
      let (sum, quantity) = (sums[id] ?? 0, Int(transaction.quantity ?? 1))
      // A purchase that was refunded before its delivery is not delivered.
      let isSpent = transaction.revocationDate != nil
      if sum != quantity && !(isSpent && sum == 0) { problems.append("\(id) was delivered \(sum) of \(quantity)") }
    }
    return problems
  }

  private func unsound() throws -> [String] {
    var problems = try SimulatedAppStore.integrityFindings(path: ledger)
    problems += try EmbeddedAppServer.integrityFindings(path: server)
    for device in devices { problems += try LocalStore.integrityFindings(path: device.directory + "/device.db") }
    return problems
  }

  /// Returns the problems that `till doctor` finds on either device.
  func doctorProblems() throws -> [String] {
    try devices.flatMap { device in
      let ending = try run(device, ["doctor"])
      return ending.status == 0 ? [] : ["till doctor: \(ending.output) \(ending.error)"]
    }
  }
}
