import SafeText
import StrictJSON
import Texts

/// What a real backend is opened with: from an option, else the environment, else a profile of the configuration file.
///
/// `profiles: {default: {key: FILE, keyId: ID, issuer: UUID, bundleId: ID, secret: FILE}}`. Keys and secrets are named by
/// their files, so that the configuration holds none. What opens a store (`backend`, `store`, `environment`) stands there
/// too, and counts as if it had been given as an option.
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
    let configuration = try ConfigurationFile(environment: environment)
    file = configuration.path
    let name = try options.profile ?? environment("TILL_PROFILE") ?? configuration.value(of: .profile)
    if let name, !configuration.isThere {
      throw CommandError(.usage, say("there is no profile \(safeText(name)): \(safeText(file)) is not there"))
    }
    let profiles = try configuration.object("profiles") ?? [:]
    let profile = profiles[name ?? "default"]?.objectValue
    guard profile != nil || name == nil else {
      let known = profiles.names.map { safeText($0) }.joined(separator: ", ")
      throw CommandError(
        .usage, say("\(safeText(file)) has no profile \(safeText(name ?? "")): it has \(known)"))
    }
    members = profile ?? [:]
  }

  /// A setting; nil where nobody says it.
  func value(_ setting: Setting) -> String? {
    options.value(setting) ?? environment(setting.variable) ?? members[setting.rawValue]?.stringValue
  }

  /// A setting that has to be there.
  ///
  /// - Throws: A `CommandError` (exit 2) that names the three places.
  func required(_ setting: Setting, _ what: String) throws -> String {
    if let value = value(setting) { return value }
    throw CommandError(
      .usage,
      say(
        "this backend needs \(what): give --\(setting.option), set \(setting.variable), or write it to "
          + "\(safeText(file))"
      ))
  }

  /// What can be said in all three places, by its name in a profile.
  enum Setting: String, CaseIterable {
    case key, keyId, issuer, bundleId, secret
    /// What a store is opened with.
    case backend, store, environment

    /// What of it counts as if it were an option.
    static let opening: [Setting] = [.backend, .store, .environment]

    /// Its name as an option.
    var option: String {
      switch self {
      case .keyId: "key-id"
      case .bundleId: "bundle-id"
      case .key, .issuer, .secret, .backend, .store, .environment: rawValue
      }
    }

    /// Its name in the environment.
    var variable: String { "TILL_" + option.uppercased().replacing("-", with: "_") }
  }

  /// The text of a file that a setting names.
  func requiredFile(_ setting: Setting, _ what: String) throws -> String {
    String(decoding: try InputFile.bytes(required(setting, what)), as: UTF8.self)
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
    case .backend: backend
    case .store: directory
    case .environment: environment
    }
  }
}
