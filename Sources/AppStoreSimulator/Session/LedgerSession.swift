import Database
import StoreModel

/// One transaction on the ledger: what is due has happened up to `now`, and everything done belongs together.
///
/// It lives inside one write transaction of the connection (or a reading one, when nothing is due); the state is
/// written back at its end.
struct LedgerSession {
  let connection: DatabaseConnection
  let identity: LedgerIdentity
  let limits: RenewalLimits
  var catalogue: Catalogue
  var state: LedgerState

  /// The App Store's time; while due events happen, the instant at which they were due.
  var now: Int64

  /// The next transaction id or web order line item id: larger than any before, over every fresh start.
  mutating func nextId() -> Int64 {
    state.lastId = LedgerNumbers.id(after: state.lastId, seed: identity.seed)
    return state.lastId
  }

  /// The number of the next modification: the order of histories.
  mutating func nextSequence() -> Int64 {
    state.lastSequence += 1
    return state.lastSequence
  }

  /// The next `signedDate`: the clock, and later than any before.
  mutating func nextSignedDate() -> Int64 {
    state.lastSigned = max(now, state.lastSigned + 1)
    return state.lastSigned
  }
}
