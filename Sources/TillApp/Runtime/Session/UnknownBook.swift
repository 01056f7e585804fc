package import AppStoreModel
import Core

/// The record of unknown values in App Store Server API answers: a file beside the device store, for `till doctor`.
package struct UnknownBook: Sendable {
  private static let writing = Mutex(())

  private let path: String

  /// Opens the record.
  ///
  /// - Parameter directory: The directory of the device's files.
  package init(in directory: String) { path = directory + "/unknown-answers.json" }

  /// Returns each unknown name, with its count and its first date.
  package func names() -> [UnknownName] {
    guard let bytes = try? Files.read(path), case .object(let book)? = try? JSONValue(parsing: bytes) else { return [] }
    return book.compactMap { name, value in
      guard let entry = value.objectValue, let count = entry["count"]?.numberValue?.int64,
        let first = entry["first"]?.numberValue?.int64
      else { return nil }
      return UnknownName(name: name, count: Int(clamping: count), first: Timestamp(milliseconds: first))
    }
  }

  /// Counts the unknown names of an answer; a failed write is ignored.
  func note(_ names: [String], at date: Timestamp) {
    Self.writing.withLock { _ in
      var known = Dictionary(self.names().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      for name in names {
        known[name, default: UnknownName(name: name, count: 0, first: date)].count += 1
      }
      var book: JSONObject = [:]
      for (name, entry) in known.sorted(by: { $0.key < $1.key }) {
        book.append(name, ["count": .number(entry.count), "first": .number(entry.first.milliseconds)])
      }
      try? Files.write(JSONValue.object(book).serializedBytes(), to: path)
    }
  }
}
