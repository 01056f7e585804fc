import Texts

/// What is wrong with what a device holds.
enum StoreText {
  static func columnsDiffer(_ id: String) -> Words { "the columns of transaction \(id) differ from what was signed" }
}
