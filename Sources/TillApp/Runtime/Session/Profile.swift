import Core

/// The settings of a real backend: from an option, else the environment, else a profile of the configuration file.
///
/// `profiles: {default: {key: FILE, keyId: ID, issuer: UUID, bundleId: ID, secret: FILE}}`. A profile names keys and
/// secrets by their files, so that the configuration file contains no secret. A profile can also have `backend`,
/// `store` and `environment`, which count as if they were options.
struct Profile {
  private let options: StoreOptions
  private let environment: @Sendable (String) -> String?
  private let members: JSONObject
  /// The configuration file, for messages.
  let file: String

  /// Reads the chosen profile from the configuration file.
  ///
  /// - Throws: A `CommandError` (exit 2) for a configuration that cannot be read or has no such profile.
  init(_ options: StoreOptions, environment: @escaping @Sendable (String) -> String? = Environment.value) throws {
    self.options = options
    self.environment = environment
    let configuration = try ConfigurationFile(environment: environment)
    file = configuration.path
    members = try configuration.profile(
      named: options.profile ?? environment("TILL_PROFILE") ?? configuration.value(of: .profile))
  }

  /// Returns a setting's value; nil if no source gives one.
  func value(_ setting: Setting) -> String? {
    options.value(setting) ?? environment(setting.variable) ?? members[setting.rawValue]?.stringValue
  }

  /// Returns a required setting's value.
  ///
  /// - Throws: A `CommandError` (exit 2) that names the three places where it can be set.
  func required(_ setting: Setting, _ what: String) throws -> String {
    if let value = value(setting) { return value }
    throw CommandError(
      .usage,
      say(
        "this backend needs \(what): give --\(setting.option), set \(setting.variable), or write it to "
          + "\(safeText(file))"
      ))
  }

  /// The settings that all three places accept, by their names in a profile.
  enum Setting: String, CaseIterable {
    case key, keyId, issuer, bundleId, secret
    /// The settings that say which store to open.
    case backend, store, environment

    /// The settings that count as if they were options.
    static let opening: [Setting] = [.backend, .store, .environment]

    /// The setting's name as an option.
    var option: String {
      switch self {
      case .keyId: "key-id"
      case .bundleId: "bundle-id"
      case .key, .issuer, .secret, .backend, .store, .environment: rawValue
      }
    }

    /// The setting's environment variable.
    var variable: String { "TILL_" + option.uppercased().replacing("-", with: "_") }
  }
}

extension StoreOptions {
  /// Returns an option's value; a secret is never an option, because other users can read the command line.
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
