import StoreKitFiles
import StoreModel

extension LedgerSession {
  /// The catalogue's file with the present settings.
  func savedConfiguration() throws -> [UInt8] {
    var settings = catalogue.settings
    settings.timeRate = state.rate.rawValue
    settings.asksToBuy = state.askToBuy
    settings.hasBillingGracePeriod = state.grace
    settings.interruptsPurchases = state.interruptsPurchases
    settings.failsRenewals = state.failsRenewals
    settings.failsTransactions = try faults().contains { $0.fault == .purchase && !$0.isOneShot }
    // What all accounts have in common is the file's, which knows of none.
    let accounts = try accounts()
    if let first = accounts.first, accounts.allSatisfy({ $0.storefront == first.storefront }) {
      if first.storefront != catalogue.storefront.countryCode { settings.storefront = first.storefront }
      if let locale = first.chosenLocale, accounts.allSatisfy({ $0.chosenLocale == locale }) {
        settings.locale = locale
      }
    }
    return catalogue.bytes(with: settings)
  }

  /// Sets the clock forward or back.
  mutating func setClock(to date: Int64, machine: Int64) throws {
    guard date < now else { return try advance(by: date - now) }
    guard date >= Self.firstInstant else {
      throw SimulatorError(.usage, "the clock cannot go back before the year 2001: the certificates begin in 2000")
    }
    state.clockOffset = date - machine
    if state.pausedAt != nil { state.pausedAt = date }
    state.clockFloor = date
    now = date
  }

  /// 1 January 2001, a year after the certificates begin.
  private static let firstInstant: Int64 = 978_307_200_000
}
