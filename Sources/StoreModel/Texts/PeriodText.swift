import Texts

/// How a subscription's period is called.
enum PeriodText: Sentence {
  /// The period in words: `month`, `3 months`.
  case length(SubscriptionPeriod)
  /// What stands after a price: `/mo`, `/3 mo`, `/yr`.
  case afterPrice(SubscriptionPeriod)
}
