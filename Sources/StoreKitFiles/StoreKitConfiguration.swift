package import StrictJSON

/// Xcode's StoreKit configuration file, versions 1.0 to 5.0: what an app sells, and the settings of its test store.
///
/// Apple publishes no schema, so the whole JSON is kept, members nobody knows too; the typed values are views of it.
/// What depends on the format is decided by the members that are there, because some files of version 3.0 already have
/// those of 5.0.
package struct StoreKitConfiguration: Hashable, Sendable {
  /// A version of the format.
  package struct Version: Hashable, Sendable, CustomStringConvertible {
    /// The number before the point.
    package let major: Int
    /// The number after the point.
    package let minor: Int

    /// Such as `4.0`.
    package var description: String { "\(major).\(minor)" }
  }

  /// The exact bytes it was read from.
  package let source: [UInt8]
  /// Everything in the file, in its order.
  package let json: JSONObject
  /// The version that the file says it has.
  package let version: Version
  /// The identifier of the configuration; older files have none.
  package let identifier: String?
  /// Every product of all three lists, in the order of the file; ids differ.
  package let products: [ConfiguredProduct]
  /// The subscription groups in the order of the file; ids differ.
  package let groups: [ConfiguredGroup]
  /// The settings of the test store.
  package let settings: ConfigurationSettings
  /// What was read although it is odd, a safe line each, without the name of the file.
  package let warnings: [String]

  /// Whether the text ends in a line feed, as Xcode writes it; an exact writer leaves a missing one missing.
  package var endsWithNewline: Bool { source.last == UInt8(ascii: "\n") }

  /// The product with an id.
  package func product(id: String) -> ConfiguredProduct? { products.first { $0.id == id } }

  /// The group with an id.
  package func group(id: String) -> ConfiguredGroup? { groups.first { $0.id == id } }

  /// Reads the bytes of a file; `name` is what its errors call it.
  package init(parsing bytes: some Collection<UInt8>, name: String) throws(StoreKitFileError) {
    source = Array(bytes)
    json = try Self.root(of: source, name: name)
    do throws(JSONError) {
      var reader = ConfigurationReader()
      version = try reader.version(json)
      identifier = try json.string("identifier")
      settings = try reader.settings(json)
      groups = try reader.groups(json)
      products = try reader.products(json)
      warnings = reader.warnings
    } catch {
      throw StoreKitFileError(.invalid, file: name, error)
    }
  }

  private static func root(of bytes: [UInt8], name: String) throws(StoreKitFileError) -> JSONObject {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw StoreKitFileError(.notConfiguration, file: name, error)
    }
    guard case .object(let root) = value else {
      throw StoreKitFileError(.notConfiguration, file: name, reason: "it holds \(value.kindName), not an object")
    }
    guard case .object = root["version"], root["products"] != nil || root["subscriptionGroups"] != nil else {
      throw StoreKitFileError(
        .notConfiguration, file: name, reason: "it lacks a version and lists of products and subscription groups")
    }
    return root
  }
}
