import Texts

/// Why something that the desk holds or is given cannot be read.
enum EvidenceFaultText: Sentence {
  case noJsonObject
  case firstOne
  case nothingItIsNotAsked
  case desksColumnHolds(column: String, holds: String)
  case noInteger
  case noText
  case noBytes
  case openedForReading
  case forApp(bundleId: String, bundleId2: String)
  case fromEnvironment(environment: String, environment2: String)
  case itHasNoTransactionId
  case itHasNoUuidSo
  case numberWithoutSegment
  case standardInput
}
