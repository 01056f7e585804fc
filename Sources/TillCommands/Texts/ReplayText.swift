import Texts

/// What a replay of recorded requests says.
enum ReplayText {
  static func isAbsentHere(_ path: String, isKnown: Bool) -> Words {
    isKnown ? "\(path) recorded, absent here" : "\(path) recorded, absent here: nothing here knows it"
  }
}
