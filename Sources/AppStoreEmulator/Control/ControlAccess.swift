import StoreModel
import Texts

/// Who may play the App Store through the control API: this machine alone, unless there is a token to show.
struct ControlAccess: Sendable {
  /// What every request must then show (`Authorization: Bearer TOKEN`).
  let token: String?

  /// Why a request may not; nil where it may.
  func refusal(of head: HTTPRequestHead) -> (status: Int, error: StoreError)? {
    guard let token else {
      let isHere = head.client.hasPrefix("127.") || head.client == "::1"
      return isHere
        ? nil
        : (
          403,
          StoreError(
            .purchaseNotAllowed,
            EmulatorText.controlApiIsForThis.text)
        )
    }
    let shown = head.field("authorization").map { Array($0.utf8) } ?? []
    return Self.areEqual(shown, Array("Bearer \(token)".utf8))
      ? nil
      : (401, StoreError(.purchaseNotAllowed, EmulatorText.controlTokenIsMissing.text))
  }

  /// Compares in a time that does not depend on where two texts differ.
  private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
  }
}
