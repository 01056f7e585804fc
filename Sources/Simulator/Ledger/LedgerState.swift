import AppStoreModel
import Core
import Storage

/// The App Store's own settings, clock and counters: one row of the ledger.
@dynamicMemberLookup
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
  /// The settings, each also by its own name: `state.network`.
  var settings = AppStoreSettings()
  /// The `signedDate` of the newest signature.
  var lastSigned: Int64
  /// The newest transaction id or web order line item id.
  var lastId: Int64
  /// The newest modification number.
  var lastSequence: Int64
  /// Counts the catalogues, so that a reader knows when its copy is old.
  var catalogueVersion: Int64
  /// After how many renewals a subscription ends by itself; 0 for never, nil for the rate's number.
  var renewalLimit: Int?

  subscript(dynamicMember setting: WritableKeyPath<AppStoreSettings, Bool>) -> Bool {
    get { settings[keyPath: setting] }
    set { settings[keyPath: setting] = newValue }
  }
}

extension LedgerState {
  /// The state of a new ledger: real time, everything allowed.
  init(firstId: Int64) {
    self.init(
      epoch: 1, rate: .realTime, clockOffset: 0, clockFloor: 0, lastSigned: 0, lastId: firstId, lastSequence: 0,
      catalogueVersion: 0)
  }

  /// The App Store's time when the machine's clock shows `machine`.
  func time(machine: Int64) -> Int64 {
    let running = Timestamp(milliseconds: machine).adding(milliseconds: clockOffset).milliseconds
    return max(clockFloor, pausedAt ?? running)
  }

  static let columns: SQL = """
    epoch, time_rate, clock_offset, paused_at, clock_floor, network, payments, grace, ask_to_buy, last_signed, \
    last_id, last_sequence, catalogue_version, interrupted, renewals_fail, renewal_limit, dialogs, settings
    """

  init(row: borrowing DatabaseRow) throws(DatabaseFault) {
    let rate: Int = try row["time_rate"]
    self.init(
      epoch: try row["epoch"], rate: TimeRate(rawValue: rate) ?? .realTime, clockOffset: try row["clock_offset"],
      pausedAt: try row["paused_at"],
      clockFloor: try row["clock_floor"], settings: try Self.settings(row: row), lastSigned: try row["last_signed"],
      lastId: try row["last_id"], lastSequence: try row["last_sequence"],
      catalogueVersion: try row["catalogue_version"], renewalLimit: try row["renewal_limit"])
  }

  /// The settings: as `settings` has them, else as the column of each has it.
  ///
  /// The first seven have columns, which a history or an act of an earlier version speaks of; a later one needs none.
  private static func settings(row: borrowing DatabaseRow) throws(DatabaseFault) -> AppStoreSettings {
    var settings = AppStoreSettings()
    (settings.network, settings.payments) = (try row["network"], try row["payments"])
    (settings.asksToBuy, settings.grace) = (try row["ask_to_buy"], try row["grace"])
    (settings.interrupts, settings.failsRenewals) = (try row["interrupted"], try row["renewals_fail"])
    settings.showsDialogs = try row["dialogs"]
    let text: String = try row["settings"]
    do {
      try AppStoreSettings.fields.read(JSONValue(parsing: Array(text.utf8)).objectValue ?? [:], into: &settings)
    } catch {
      throw DatabaseFault(.unexpectedValue, file: "appstore.db", detail: "\(error)")
    }
    return settings
  }

  var values: [DatabaseValue] {
    [
      epoch.databaseValue, rate.rawValue.databaseValue, clockOffset.databaseValue, pausedAt.databaseValue,
      clockFloor.databaseValue, settings.network.databaseValue, settings.payments.databaseValue,
      settings.grace.databaseValue, settings.asksToBuy.databaseValue, lastSigned.databaseValue, lastId.databaseValue,
      lastSequence.databaseValue, catalogueVersion.databaseValue, settings.interrupts.databaseValue,
      settings.failsRenewals.databaseValue, renewalLimit.databaseValue, settings.showsDialogs.databaseValue,
      JSONValue.object(settings.json).serialized().databaseValue,
    ]
  }
}
