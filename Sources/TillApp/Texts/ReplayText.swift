import Core

/// Texts of a replay of recorded requests.
enum ReplayText {
  static func isAbsentHere(_ path: String, isKnown: Bool) -> Words {
    isKnown
      ? "\(path) is in the recording, absent here" : "\(path) is in the recording, absent here: Till does not know it"
  }
}
