import StrictJSON

extension StoreKitConfiguration {
  /// The file as Xcode would save it; a file that Xcode saved comes out byte for byte.
  ///
  /// A final line feed that was missing stays missing.
  package var xcodeBytes: [UInt8] { bytes(of: json) }

  /// The file with other settings, as Xcode would save it.
  ///
  /// Members that already say so stay as they are, absent ones that would say the default stay absent, and with nothing
  /// to change the bytes are those that were read.
  package func bytes(with settings: ConfigurationSettings) -> [UInt8] {
    let changes = self.settings.changes(to: settings)
    guard !changes.isEmpty else { return source }
    var members = json["settings"]?.objectValue ?? [:]
    for (name, value) in changes { members = members.replacing(name, value) }
    return bytes(of: json.replacing("settings", .object(members)))
  }

  private func bytes(of json: JSONObject) -> [UInt8] {
    var writer = XcodeWriter()
    writer.append(.object(json))
    return writer.bytes + (endsWithNewline ? [UInt8(ascii: "\n")] : [])
  }
}

extension ConfigurationSettings {
  /// The members that have to change, with their new values.
  fileprivate func changes(to other: ConfigurationSettings) -> [(name: String, value: JSONValue)] {
    var changes: [(name: String, value: JSONValue)] = []
    func compare<Value: Equatable>(_ name: String, _ path: KeyPath<Self, Value>, _ json: (Value) -> JSONValue) {
      guard self[keyPath: path] != other[keyPath: path] else { return }
      changes.append((name, json(other[keyPath: path])))
    }
    compare("_storefront", \.storefront) { .string($0) }
    compare("_locale", \.locale) { .string($0) }
    compare("_timeRate", \.timeRate) { .number(JSONNumber(Int64($0))) }
    compare("_failTransactionsEnabled", \.failsTransactions) { .bool($0) }
    compare("_askToBuyEnabled", \.asksToBuy) { .bool($0) }
    compare("_billingIssuesEnabled", \.interruptsPurchases) { .bool($0) }
    compare("_billingGracePeriodEnabled", \.hasBillingGracePeriod) { .bool($0) }
    compare("_renewalBillingIssuesEnabled", \.failsRenewals) { .bool($0) }
    compare("_disableDialogs", \.disablesDialogs) { .bool($0) }
    return changes
  }
}

extension JSONObject {
  /// The object with a member replaced where it stands, or added at the end.
  fileprivate func replacing(_ name: String, _ value: JSONValue) -> JSONObject {
    var result: JSONObject = [:]
    var isThere = false
    for member in self {
      isThere = isThere || member.name == name
      result.append(member.name, member.name == name ? value : member.value)
    }
    if !isThere { result.append(name, value) }
    return result
  }
}
