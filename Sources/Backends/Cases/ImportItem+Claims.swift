package import Purchasing
import SignedData
package import StoreModel
import StrictJSON

extension ImportItem {
  /// For which app and environment it says that it is; nobody vouches for it.
  package var claims: (bundleId: String, environment: StoreEnvironment)? {
    switch content {
    case .signed(let jws):
      guard let bytes = try? CompactJWS(jws.utf8).payload(), case .object(let payload) = try? JSONValue(parsing: bytes)
      else { return nil }
      let holder = payload["data"]?.objectValue ?? payload
      guard let bundleId = holder["bundleId"]?.stringValue,
        let environment = (holder["environment"] ?? holder["receiptType"])?.stringValue
      else { return nil }
      return (bundleId, StoreEnvironment(rawValue: environment))
    case .told(_, let transaction, _), .refused(_, let transaction, _):
      guard let bundleId = transaction.bundleId, let environment = transaction.environment else { return nil }
      return (bundleId, environment)
    }
  }
}
