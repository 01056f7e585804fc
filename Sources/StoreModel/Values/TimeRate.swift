/// How fast subscriptions live in a test store; raw values are those of `SKTestTimeRate` and of `_timeRate` in
/// `.storekit` files.
///
/// A rate shortens subscription periods, grace periods and billing retry only; the clock itself keeps its speed.
package enum TimeRate: Int, Hashable, Sendable, CaseIterable {
  /// Periods as the calendar has them.
  case realTime = 0
  /// A day lasts an hour (deprecated by Apple).
  case oneHourIsOneDay = 1
  /// A day lasts 30 minutes (deprecated by Apple).
  case thirtyMinutesIsOneDay = 2
  /// A day lasts five minutes (deprecated by Apple).
  case fiveMinutesIsOneDay = 3
  /// A day lasts a minute (deprecated by Apple).
  case oneMinuteIsOneDay = 4
  /// A day lasts 30 seconds (deprecated by Apple).
  case thirtySecondsIsOneDay = 5
  /// A day lasts a second (deprecated by Apple).
  case oneSecondIsOneDay = 6
  /// A month lasts an hour.
  case monthlyRenewalEveryHour = 10
  /// A month lasts 30 minutes.
  case monthlyRenewalEveryThirtyMinutes = 11
  /// A month lasts 15 minutes.
  case monthlyRenewalEveryFifteenMinutes = 12
  /// A month lasts five minutes.
  case monthlyRenewalEveryFiveMinutes = 13
  /// A month lasts 30 seconds. There is no rate 14.
  case monthlyRenewalEveryThirtySeconds = 15
  /// Every period lasts 15 minutes.
  case oneRenewalEveryFifteenMinutes = 1000
  /// Every period lasts five minutes.
  case oneRenewalEveryFiveMinutes = 1001
  /// Every period lasts a minute.
  case oneRenewalEveryMinute = 1002
  /// Every period lasts 30 seconds.
  case oneRenewalEveryThirtySeconds = 1003
  /// Every period lasts ten seconds.
  case oneRenewalEveryTenSeconds = 1004
  /// Every period lasts two seconds.
  case oneRenewalEveryTwoSeconds = 1005

  /// Reads a rate by its name (`oneMinuteIsOneDay`) or its raw number (`4`); nil for anything else.
  package init?(_ text: some StringProtocol) {
    if let rate = Int(text).flatMap(TimeRate.init(rawValue:)) {
      self = rate
    } else if let rate = TimeRate.allCases.first(where: { $0.name == text }) {
      self = rate
    } else {
      return nil
    }
  }

  /// The name of the `SKTestTimeRate` case, such as `oneMinuteIsOneDay`.
  package var name: String { "\(self)" }

  /// Renewals after which a subscription of the sandbox ends by itself, at every rate.
  package static let maximumRenewals = 12
}
