package import AppStoreModel
import Core
package import Storage

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
}

extension LedgerState: StoredRow {
  static let table = Table<LedgerState>("state", isSingle: true)

  static func columns(_ column: inout Columns<LedgerState>) throws(DatabaseFault) -> LedgerState {
    LedgerState(
      epoch: try column("epoch", \.epoch), rate: try column("time_rate", \.rate),
      clockOffset: try column("clock_offset", \.clockOffset), pausedAt: try column("paused_at", \.pausedAt),
      clockFloor: try column("clock_floor", \.clockFloor),
      settings: try column("settings", \.settings),
      lastSigned: try column("last_signed", \.lastSigned), lastId: try column("last_id", \.lastId),
      lastSequence: try column("last_sequence", \.lastSequence),
      catalogueVersion: try column("catalogue_version", \.catalogueVersion),
      renewalLimit: try column("renewal_limit", \.renewalLimit))
  }
}

/// The settings are stored as JSON; a setting that is missing there has its default.
extension AppStoreSettings: DatabaseConvertible {
  package static var example: AppStoreSettings { AppStoreSettings() }

  package var databaseValue: DatabaseValue { .text(JSONValue.object(json).serialized()) }

  package init(row: borrowing DatabaseRow, at index: Int) throws(DatabaseFault) {
    self.init()
    do {
      let text = try String(row: row, at: index)
      try AppStoreSettings.fields.read(JSONValue(parsing: Array(text.utf8)).objectValue ?? [:], into: &self)
    } catch {
      throw DatabaseFault(.unexpectedValue, file: "appstore.db", detail: "\(error)")
    }
  }
}
