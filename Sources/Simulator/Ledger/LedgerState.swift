import AppStoreModel
import Core
import Storage

/// The App Store's settings, clock and counters: the single row of the table `state`.
@dynamicMemberLookup
struct LedgerState: Hashable {
  /// The number of the current epoch: 1 at first, one more after each reset; revisions contain it.
  var epoch: Int64
  var rate: TimeRate
  /// The difference between the machine's clock and this App Store's, in milliseconds.
  var clockOffset: Int64
  /// The time that the paused clock shows; nil while it runs.
  var pausedAt: Int64?
  /// The time of the last write; the clock never shows an earlier one.
  var clockFloor: Int64
  /// The settings; each can also be read directly, such as `state.network`.
  var settings = AppStoreSettings()
  /// The `signedDate` of the newest signature.
  var lastSigned: Int64
  /// The newest id given to a transaction or web order line item.
  var lastId: Int64
  /// The newest modification number.
  var lastSequence: Int64
  /// The number of catalogue changes, by which a reader knows that its parsed copy is out of date.
  var catalogueVersion: Int64
  /// How many renewals a subscription gets before it ends; 0 for no limit, nil for the subscription rate's default.
  var renewalLimit: Int?

  subscript(dynamicMember setting: WritableKeyPath<AppStoreSettings, Bool>) -> Bool {
    get { settings[keyPath: setting] }
    set { settings[keyPath: setting] = newValue }
  }
}

extension LedgerState {
  /// Creates the state of a new ledger: real time, everything allowed.
  init(firstId: Int64) {
    self.init(
      epoch: 1, rate: .realTime, clockOffset: 0, clockFloor: 0, lastSigned: 0, lastId: firstId, lastSequence: 0,
      catalogueVersion: 0)
  }

  /// Returns the App Store's time when the machine's clock shows `machine`.
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

  /// Reads the settings from the column `settings`; a setting that it lacks is read from its own column.
  ///
  /// The first seven settings have columns of their own, because histories and undo records of earlier versions contain
  /// them. A newer setting needs none.
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
