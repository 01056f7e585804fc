import Foundation
import SafeText
import StrictJSON

/// What a real backend is opened with: from an option, else the environment, else a profile of the configuration file.
///
/// The file is `till/config.json` in the XDG configuration directory:
/// `{"profiles": {"default": {"key": FILE, "keyId": ID, "issuer": UUID, "bundleId": ID, "secret": FILE}}}`. Keys and
/// secrets are named by their files, so that the configuration holds none.
struct Profile {
  private let options: Arguments
  private let environment: [String: String]
  private let members: JSONObject
  /// The configuration file, for messages.
  let file: String

  /// - Throws: A `CommandError` (exit 2) for a configuration that cannot be read or has no such profile.
  init(_ options: Arguments, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    self.options = options
    self.environment = environment
    file = Self.configurationHome(environment) + "/till/config.json"
    let name = options["profile"] ?? environment["TILL_PROFILE"]
    guard FileManager.default.fileExists(atPath: file) else {
      if let name {
        throw CommandError(.usage, "there is no profile \(safeText(name)): \(safeText(file)) is not there")
      }
      members = JSONObject()
      return
    }
    do {
      guard case .object(let configuration) = try JSONValue(parsing: InputFile.bytes(file)) else {
        throw JSONError.invalid("config.json", "is no object")
      }
      let profiles = try configuration.object("profiles") ?? JSONObject()
      let profile = try profiles.object(name ?? "default")
      guard profile != nil || name == nil else {
        let known = profiles.names.map { safeText($0) }.joined(separator: ", ")
        throw CommandError(.usage, "\(safeText(file)) has no profile \(safeText(name ?? "")): it has \(known)")
      }
      members = profile ?? JSONObject()
    } catch let error as JSONError {
      throw CommandError(.usage, "\(safeText(file)): \(safeText(error.description))")
    }
  }

  /// A setting; nil where nobody says it.
  ///
  /// - Parameter option: Its name as an option; `key-id` is `TILL_KEY_ID` in the environment, `keyId` in a profile.
  func value(_ option: String) throws -> String? {
    if let value = options[option] { return value }
    let variable = "TILL_" + option.uppercased().replacing("-", with: "_")
    if let value = environment[variable], !value.isEmpty { return value }
    let words = option.split(separator: "-")
    let member = words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    do {
      return try members.string(member)
    } catch {
      throw CommandError(.usage, "\(safeText(file)): \(safeText(error.description))")
    }
  }

  /// A setting that has to be there.
  ///
  /// - Throws: A `CommandError` (exit 2) that names the three places.
  func required(_ option: String, _ what: String) throws -> String {
    if let value = try value(option) { return value }
    let variable = "TILL_" + option.uppercased().replacing("-", with: "_")
    throw CommandError(
      .usage, "this backend needs \(what): give --\(option), set \(variable), or write it to \(safeText(file))")
  }

  /// The text of a file that a setting names.
  func requiredFile(_ option: String, _ what: String) throws -> String {
    String(decoding: try InputFile.bytes(required(option, what)), as: UTF8.self)
  }

  /// The XDG configuration directory: relative values are ignored, as the specification says.
  private static func configurationHome(_ environment: [String: String]) -> String {
    if let path = environment["XDG_CONFIG_HOME"], path.hasPrefix("/") { return path }
    return (environment["HOME"] ?? NSHomeDirectory()) + "/.config"
  }
}
