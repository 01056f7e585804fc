import Core

/// The settings of a real backend: from an option, else the environment, else a profile of the configuration file.
///
/// `profiles: {default: {key: FILE, keyId: ID, issuer: UUID, bundleId: ID, secret: FILE}}`. Keys and secrets are named
/// by their files, so that the configuration holds none. What opens a store (`backend`, `store`, `environment`) stands
/// there too, and counts as if it had been given as an option.
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
      throw CommandError(.usage, say("unknown profile “\(safeText(name))”: \(safeText(file)) does not exist"))
    }
    let profiles = try configuration.object("profiles") ?? [:]
    let profile = profiles[name ?? "default"]?.objectValue
    guard profile != nil || name == nil else {
      let known = Language.series(profiles.names.map { safeText($0) })
      throw CommandError(
        .usage, say("unknown profile “\(safeText(file))” in \(safeText(name ?? "")); use \(known)"))
    }
    members = profile ?? [:]
  }

  /// A setting; nil if no source gives it.
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

  /// The settings that all three places accept, by their names in a profile.
  enum Setting: String, CaseIterable {
    case key, keyId, issuer, bundleId, secret
    /// The options to open a store with.
    case backend, store, environment

    /// The settings that count as options.
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

  /// The text of the key or secret in a file that a setting names.
  func requiredSecret(_ setting: Setting, _ what: String) throws -> String {
    try InputFile.secret(required(setting, what))
  }
}

extension StoreOptions {
  /// An option's value; a secret is never given there, where others could read it.
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
