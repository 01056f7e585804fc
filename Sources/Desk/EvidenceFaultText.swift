import Texts

/// Why something that the desk holds or is given cannot be read.
enum EvidenceFaultText {
  static var noBytes: Words { "no bytes" }
  static func deskOfEarlierForm(_ version: Int) -> Words {
    "a desk of an earlier form (\(version)), made before the first release: make a new desk and import into it"
  }
  static var noLook: Words {
    "an agent's login reads only what its line in the audit names: look first, outside of any transaction"
  }
}
