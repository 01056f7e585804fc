import Core

/// Texts about damage in a device's store.
enum StoreText {
  static func columnsDiffer(_ id: String) -> Words {
    "the columns of transaction \(id) differ from the signed "
      + "data"
  }
}
