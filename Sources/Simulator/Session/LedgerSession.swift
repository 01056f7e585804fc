import AppStoreModel
import Core
import Storage

/// One transaction on the ledger.
///
/// The events due up to `now` have happened, and all its changes are stored together. It lives inside one write
/// transaction of the connection, or a read transaction if nothing is due. The state is stored at its end.
struct LedgerSession {
  let connection: DatabaseConnection
  let identity: LedgerIdentity
  let limits: RenewalLimits
  var catalogue: Catalogue
  var state: LedgerState

  /// The In-App Purchase key of the App Store Server API, which may also sign offers.
  let offerKey: OfferKey?

  /// The machine's time when the transaction began.
  let machine: Int64

  /// The App Store's time; while due events run, the date at which each was due.
  var now: Int64

  /// The time for which a `signedDate` was already issued: all changes of one call at one time share a date.
  var dated: Int64?

  /// Returns a new transaction id or web order line item id, larger than all before, also across resets.
  mutating func nextId() -> Int64 {
    state.lastId = LedgerNumbers.id(after: state.lastId, seed: identity.seed)
    return state.lastId
  }

  /// Returns the number of the next modification, by which histories are sorted.
  mutating func nextSequence() -> Int64 {
    state.lastSequence += 1
    return state.lastSequence
  }

  /// Returns the `signedDate` of the next change.
  ///
  /// It is later than everything signed or answered before, even if the clock is paused.
  mutating func nextSignedDate() -> Int64 {
    if dated != now { state.lastSigned = max(now, state.lastSigned + 1) }
    dated = now
    return state.lastSigned
  }
}

/// The App Store's clock.
extension LedgerSession {
  /// The latest time of the clock: 1 January 2099, a year before the certificates end.
  static let lastInstant: Int64 = 4_070_908_800_000

  /// Moves the clock forward and runs the events due on the way.
  ///
  /// - Throws: a `StoreError` of kind `usage` for a negative duration, a time past 1 January 2099, or too many renewals
  ///   at once.
  mutating func advance(by milliseconds: Int64) throws {
    guard milliseconds >= 0 else {
      throw StoreError(.usage, say("the clock can only move forward; use a positive duration such as 5m or 30d"))
    }
    let (end, overflow) = now.addingReportingOverflow(milliseconds)
    guard !overflow, end <= Self.lastInstant else {
      throw StoreError(
        .usage, say("the clock cannot go past 2098, as this App Store's certificates end soon after"))
    }
    try catchUp(to: end)
    if state.pausedAt != nil {
      state.pausedAt = end
    } else {
      state.clockOffset += milliseconds
    }
  }

  /// Stops the clock, or lets it continue from its current time.
  mutating func setPaused(_ isPaused: Bool) {
    if isPaused {
      state.pausedAt = state.pausedAt ?? now
    } else if state.pausedAt != nil {
      state.pausedAt = nil
      state.clockOffset = now - machine
    }
  }
}

/// Numbers that look random and are the same for the same seed.
enum LedgerNumbers {
  /// Returns a number that depends only on the seed and the text (FNV-1a, then mixed).
  static func mix(_ seed: UInt64, _ text: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return SeededNumbers.number(seed, at: hash)
  }

  /// Returns the first id of a ledger: sixteen digits, as real sandbox transactions have.
  ///
  /// Each seed has a billion ids of its own, enough for two million transactions. Two seeds share ids only if
  /// they differ by a multiple of about eight million.
  static func firstId(seed: UInt64) -> Int64 {
    let place = (seed &- LedgerContents.commonSeed) % 7_999_000
    return 2_000_000_845_000_000 + Int64(SeededNumbers.number(seed, at: 0) % 400_000) + Int64(place) * 1_000_000_000
  }

  /// Returns the next id: larger than the last one by a pseudo-random step.
  static func id(after last: Int64, seed: UInt64) -> Int64 {
    last + 1 + Int64(SeededNumbers.number(seed, at: UInt64(bitPattern: last)) % 997)
  }

  /// Returns the `appTransactionId` of an account: eighteen digits that depend only on the seed and the name.
  static func appTransactionId(seed: UInt64, account: String) -> Int64 {
    704_000_000_000_000_000 + Int64(mix(seed, account) % 1_000_000_000_000_000)
  }

  /// Returns the app's default Apple id: ten digits, as Apple's are.
  static func appAppleId(seed: UInt64) -> Int64 {
    6_400_000_000 + Int64(SeededNumbers.number(seed, at: 1) % 350_000_000)
  }

  /// Returns a UUID in the form of version 4 that depends only on both arguments.
  static func uuid(seed: UInt64, _ value: Int64) -> String {
    let high = SeededNumbers.number(seed, at: UInt64(bitPattern: value))
    let low = SeededNumbers.number(high, at: UInt64(bitPattern: value))
    return UUIDText.version4(
      [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } })
  }
}
