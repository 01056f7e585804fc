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
  case deskOfEarlierForm(Int)
  case noLook
}

// MARK: - English

extension EvidenceFaultText {
  var english: String {
    switch self {
    case .noJsonObject:
      "no JSON object"
    case .firstOne:
      "the first one"
    case .nothingItIsNotAsked:
      "nothing: it is not asked for"
    case .desksColumnHolds(let column, let holds):
      "the desk's column \(column) holds \(holds): check it with till desk doctor"
    case .noInteger:
      "no integer"
    case .noText:
      "no text"
    case .noBytes:
      "no bytes"
    case .openedForReading:
      "opened for reading"
    case .forApp(let bundleId, let bundleId2):
      "for the app \(bundleId), not \(bundleId2)"
    case .fromEnvironment(let environment, let environment2):
      "from the environment \(environment), not \(environment2)"
    case .itHasNoTransactionId:
      "it has no transaction id, so it cannot be told from another"
    case .itHasNoUuidSo:
      "it has no UUID, so it cannot be told from another"
    case .numberWithoutSegment:
      "a number without a segment"
    case .standardInput:
      "standard input"
    case .deskOfEarlierForm(let version):
      "a desk of an earlier form (\(version)), made before the first release: make a new desk and import into it"
    case .noLook:
      "an agent's login reads only what its line in the audit names: look first, outside of any transaction"
    }
  }
}
