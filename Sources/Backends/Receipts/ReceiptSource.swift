/// Where receipts come from: files, as an app writes them, and whoever can have an app refresh its own.
package struct ReceiptSource: Sendable {
  /// The bytes under a name; nil where there are none yet.
  let read: @Sendable (String) -> [UInt8]?
  /// Asks the app for a fresh receipt under a name; nil where nobody can.
  let refresh: ReceiptBackend.Refresh?
  /// What the device has of a receipt's history already: the date of the newest receipt, in milliseconds.
  let lastSeen: @Sendable (String) -> Int64?

  package init(
    read: @escaping @Sendable (String) -> [UInt8]?,
    refresh: ReceiptBackend.Refresh? = nil,
    lastSeen: @escaping @Sendable (String) -> Int64? = { _ in nil }
  ) {
    self.read = read
    self.refresh = refresh
    self.lastSeen = lastSeen
  }
}
