import Core

/// Why something that the desk holds or is given cannot be read.
enum EvidenceFaultText {
  static var noBytes: Words { "no bytes" }
  static func deskOfEarlierForm(_ version: Int) -> Words {
    "this desk has an old format (\(version)) from before the "
      + "first release; create a new desk and import into it"
  }
  static var noLook: Words {
    "an agent's login can only read what its audit entry names; record the look first, outside a transaction"
  }
}
