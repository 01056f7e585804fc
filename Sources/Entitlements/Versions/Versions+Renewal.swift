package import StoreModel
import StrictJSON

extension Versions {
  /// Whether one renewal information counts rather than another of the same original transaction id and environment:
  /// the newest `signedDate`, then the greater payload bytes.
  package static func supersedes(_ version: RenewalInfo, over other: RenewalInfo) -> Bool {
    let date = version.signedDate.orEarliest
    let otherDate = other.signedDate.orEarliest
    if date != otherDate { return date > otherDate }
    if version == other { return false }
    return JSONValue.object(other.json).serializedBytes()
      .lexicographicallyPrecedes(JSONValue.object(version.json).serializedBytes())
  }
}
