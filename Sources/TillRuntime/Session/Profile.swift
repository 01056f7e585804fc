import SafeText
import StrictJSON
import Texts

/// What a real backend is opened with: from an option, else the environment, else a profile of the configuration file.
///
/// The file is `till/config.json` in the XDG configuration directory:
/// `{"profiles": {"default": {"key": FILE, "keyId": ID, "issuer": UUID, "bundleId": ID, "secret": FILE}}}`. Keys and
/// secrets are named by their files, so that the configuration holds none.
struct Profile {
  private let options: StoreOptions
  private let environment: @Sendable (String) -> String?
  private let members: JSONObject
  /// The configuration file, for messages.
  let file: String

  /// - Throws: A `CommandError` (exit 2) for a configuration that cannot be read or has no such profile.
  init(_ options: StoreOptions, environment: @escaping @Sendable (String) -> String? = Environment.value) throws {
    self.options = options
    self.environment = environment
    file = Self.configurationHome(environment) + "/till/config.json"
    let name = options.profile ?? environment("TILL_PROFILE")
    guard Files.exists(file) else {
      if let name {
        throw CommandError(.usage, OpeningText.noProfileFile(name: safeText(name), file: safeText(file)).text)
      }
      members = JSONObject()
      return
    }
    do {
      guard case .object(let configuration) = try JSONValue(parsing: InputFile.bytes(file)) else {
        throw JSONError.invalid("config.json", OpeningText.isNoObject.text)
      }
      let profiles = try configuration.object("profiles") ?? JSONObject()
      let profile = try profiles.object(name ?? "default")
      guard profile != nil || name == nil else {
        let known = profiles.names.map { safeText($0) }.joined(separator: ", ")
        throw CommandError(
          .usage, OpeningText.noProfile(file: safeText(file), name: safeText(name ?? ""), known: known).text)
      }
      members = profile ?? JSONObject()
    } catch let error as JSONError {
      throw CommandError(.usage, "\(safeText(file)): \(safeText(error.description))")
    }
  }

  /// A setting; nil where nobody says it.
  ///
  func value(_ setting: Setting) throws -> String? {
    if let value = options.value(setting) { return value }
    if let value = environment(setting.variable) { return value }
    do {
      return try members.string(setting.rawValue)
    } catch {
      throw CommandError(.usage, "\(safeText(file)): \(safeText(error.description))")
    }
  }

  /// A setting that has to be there.
  ///
  /// - Throws: A `CommandError` (exit 2) that names the three places.
  func required(_ setting: Setting, _ what: String) throws -> String {
    if let value = try value(setting) { return value }
    throw CommandError(
      .usage,
      OpeningText.backendNeeds(what: what, option: setting.option, variable: setting.variable, file: safeText(file))
        .text)
  }

  /// What can be said in all three places, by its name in a profile.
  enum Setting: String {
    case key, keyId, issuer, bundleId, secret

    /// Its name as an option.
    var option: String {
      switch self {
      case .keyId: "key-id"
      case .bundleId: "bundle-id"
      case .key, .issuer, .secret: rawValue
      }
    }

    /// Its name in the environment.
    var variable: String { "TILL_" + option.uppercased().replacing("-", with: "_") }
  }

  /// The text of a file that a setting names.
  func requiredFile(_ setting: Setting, _ what: String) throws -> String {
    String(decoding: try InputFile.bytes(required(setting, what)), as: UTF8.self)
  }

  /// The XDG configuration directory: relative values are ignored, as the specification says.
  private static func configurationHome(_ environment: (String) -> String?) -> String {
    if let path = environment("XDG_CONFIG_HOME"), path.hasPrefix("/") { return path }
    return (environment("HOME") ?? Environment.home) + "/.config"
  }
}

extension StoreOptions {
  /// What an option says; a secret is never said there, where others could read it.
  fileprivate func value(_ setting: Profile.Setting) -> String? {
    switch setting {
    case .key: key
    case .keyId: keyId
    case .issuer: issuer
    case .bundleId: bundleId
    case .secret: nil
    }
  }
}
