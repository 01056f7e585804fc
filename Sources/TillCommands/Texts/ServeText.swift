import Texts

/// What commands say of the simulated App Store.
enum ServeText: Sentence {
  case servesSimulatedStore, noHostName(String), noSuchEnvironment(String), idGoesWithProduction, productionNeedsId
  case emptyCatalogue, serveTakesNo(String), tlsNeedsFiles, noKeyId(String), tokenIsTooShort
  case otherLedger(has: String, wanted: String), sellsFor(String), signsFor(String), hasSeed(UInt64)

  case listens(String), accessLog

  case stepsAsExpected(Int), takeJsonOrTap, otherwiseThanExpected, filesAsExpected(Int)
  case filesOtherwise(failed: Int, count: Int)

  case signsForAppleId(String?)
}
