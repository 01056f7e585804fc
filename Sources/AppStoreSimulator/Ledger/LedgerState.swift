import Database
import StoreModel

/// The App Store's own settings, clock and counters: one row of the ledger.
struct LedgerState: Hashable {
  /// Counts the fresh starts; revisions carry it.
  var epoch: Int64
  var rate: TimeRate
  /// Milliseconds from the machine's clock to this App Store's.
  var clockOffset: Int64
  /// The instant at which the clock stands still; nil while it runs.
  var pausedAt: Int64?
  /// The latest instant at which anything was written; the clock never shows less.
  var clockFloor: Int64
  var network: Bool
  var payments: Bool
  /// Whether a failed renewal is followed by a grace period.
  var grace: Bool
  /// Whether every purchase waits for a parent.
  var askToBuy: Bool
  /// The `signedDate` of the newest signature.
  var lastSigned: Int64
  /// The newest transaction id or web order line item id.
  var lastId: Int64
  /// The newest modification number.
  var lastSequence: Int64
  /// Counts the catalogues, so that a reader knows when its copy is old.
  var catalogueVersion: Int64
  /// Whether purchases are interrupted until the customer has settled something with the App Store.
  var interruptsPurchases = false
  /// Whether every renewal fails.
  var failsRenewals = false
  /// After how many renewals a subscription ends by itself; 0 for never, nil for what the rate has.
  var renewalLimit: Int?
  /// Whether the payment sheet asks before it pays.
  var showsDialogs = true
}

extension LedgerState {
  /// The state of a new ledger: real time, everything allowed.
  init(firstId: Int64) {
    self.init(
      epoch: 1, rate: .realTime, clockOffset: 0, clockFloor: 0, network: true, payments: true, grace: false,
      askToBuy: false, lastSigned: 0, lastId: firstId, lastSequence: 0, catalogueVersion: 0)
  }

  /// The App Store's time when the machine's clock shows `machine`.
  func time(machine: Int64) -> Int64 {
    let running = Timestamp(milliseconds: machine).adding(milliseconds: clockOffset).milliseconds
    return max(clockFloor, pausedAt ?? running)
  }

  static let columns: SQL = """
    epoch, time_rate, clock_offset, paused_at, clock_floor, network, payments, grace, ask_to_buy, last_signed, \
    last_id, last_sequence, catalogue_version, interrupted, renewals_fail, renewal_limit, dialogs
    """

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    let rate: Int = try row["time_rate"]
    self.init(
      epoch: try row["epoch"], rate: TimeRate(rawValue: rate) ?? .realTime, clockOffset: try row["clock_offset"],
      pausedAt: try row["paused_at"],
      clockFloor: try row["clock_floor"], network: try row["network"], payments: try row["payments"],
      grace: try row["grace"], askToBuy: try row["ask_to_buy"],
      lastSigned: try row["last_signed"], lastId: try row["last_id"], lastSequence: try row["last_sequence"],
      catalogueVersion: try row["catalogue_version"],
      interruptsPurchases: try row["interrupted"], failsRenewals: try row["renewals_fail"],
      renewalLimit: try row["renewal_limit"], showsDialogs: try row["dialogs"])
  }

  var values: [DatabaseValue] {
    [
      epoch.databaseValue, rate.rawValue.databaseValue, clockOffset.databaseValue, pausedAt.databaseValue,
      clockFloor.databaseValue, network.databaseValue, payments.databaseValue, grace.databaseValue,
      askToBuy.databaseValue, lastSigned.databaseValue, lastId.databaseValue, lastSequence.databaseValue,
      catalogueVersion.databaseValue, interruptsPurchases.databaseValue, failsRenewals.databaseValue,
      renewalLimit.databaseValue, showsDialogs.databaseValue,
    ]
  }
}
