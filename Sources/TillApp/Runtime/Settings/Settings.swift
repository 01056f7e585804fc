package import Core
package import Dashboard
package import TerminalUI

/// The person's settings in this run, each with its source.
package struct Settings: Sendable {
  /// The source of a value; the first source in this order that has a value wins.
  package enum Source: Hashable, Sendable {
    case option(String), environment(String), file(line: Int), standard
    /// It was changed on the screen.
    case screen
  }

  /// A value and its source.
  package struct Entry: Hashable, Sendable {
    package let value: String
    package let source: Source
  }

  /// The configuration file.
  package let file: ConfigurationFile
  /// The key bindings.
  package let keys: KeyMap
  private var entries: [Setting: Entry]
  /// The names of the profiles.
  package let profileNames: [String]
  /// The members of the active profile.
  private let profile: JSONObject

  /// Creates the default settings.
  package init() { (file, keys, entries, profileNames, profile) = (ConfigurationFile(), KeyMap(), [:], [], [:]) }

  /// Reads the settings of this run.
  ///
  /// - Parameter option: Returns the value of the option with a name; nil where the command line lacks it.
  /// - Throws: A `UsageError` or `CommandError` (exit 2) that names the option, the variable, or the file, line and
  ///   key.
  package init(
    environment: (String) -> String? = Environment.value, option: (String) -> String?
  ) throws {
    file = try ConfigurationFile(environment: environment)
    keys = try file.keyMap()
    profileNames = try file.object("profiles")?.names ?? []
    var entries: [Setting: Entry] = [:]
    for setting in Setting.all {
      // The file's value is validated even where an option or variable overrides it.
      let written = try file.value(of: setting)
      if let name = setting.option, let text = option(name) {
        entries[setting] = Entry(value: try Self.value(text, of: setting, "--" + name), source: .option("--" + name))
      } else if let text = environment(setting.variable) {
        entries[setting] = Entry(
          value: try Self.value(text, of: setting, setting.variable), source: .environment(setting.variable))
      } else if let written {
        entries[setting] = Entry(value: written, source: .file(line: file.line(of: setting.name) ?? 1))
      }
    }
    self.entries = entries
    profile = try file.profile(named: entries[.profile]?.value)
  }

  private static func value(_ text: String, of setting: Setting, _ place: String) throws(UsageError) -> String {
    // A switch without a value means yes.
    if let value = setting.value(of: setting.kind == .flag && text.isEmpty ? "true" : text) { return value }
    throw UsageError("\(place) \(SettingText.noValue(safeText(text), of: setting))")
  }

  /// Changes a setting for this run.
  mutating func set(_ setting: Setting, to value: String) {
    entries[setting] = Entry(value: value, source: .screen)
  }

  /// Returns the effective value and its source.
  package subscript(setting: Setting) -> Entry {
    entries[setting] ?? Entry(value: setting.standard, source: .standard)
  }

  /// Returns whether a flag is on.
  package func isOn(_ setting: Setting) -> Bool { self[setting].value == "true" }

  /// The colours of the dashboard.
  package var palette: TerminalUI.Palette {
    TerminalUI.Palette.themes.first { $0.name == self[.theme].value }?.palette ?? .terminal
  }

  /// The first view of the dashboard.
  package var layout: StartLayout {
    StartLayout(
      pane: Pane(rawValue: self[.startPane].value) ?? .products, tab: Tab(rawValue: self[.startList].value) ?? .refunds,
      isZoomed: isOn(.startZoom),
      columns: Dictionary(
        uniqueKeysWithValues: Tab.allCases.map { tab in
          let names = self[.columns(of: tab)].value.split(separator: ",").map(String.init)
          return (tab, names.compactMap { Columns.Field(rawValue: $0) })
        }
      ).filter { !$0.value.isEmpty }, showsKeystrokes: isOn(.keystrokes))
  }

  /// Returns the active profile's store options, by their names.
  ///
  /// - Throws: A `CommandError` (exit 2) for an `exec:` backend where other users can write the configuration file or
  ///   the program.
  package func profileOptions() throws(CommandError) -> [(name: String, value: String)] {
    if let backend = profile[Profile.Setting.backend.rawValue]?.stringValue, backend.hasPrefix("exec:") {
      let program = String(backend.dropFirst("exec:".count))
      for path in [file.path, program] {
        try FileTrust.check(path, for: say("exec:\(safeText(program)) of the configuration file"))
      }
    }
    return Profile.Setting.opening.compactMap { setting in
      profile[setting.rawValue]?.stringValue.map { (setting.option, $0) }
    }
  }
}

extension Settings {
  /// The JSON Schema (2020-12) of the configuration file, for editors and other programs.
  package static var schema: JSONObject {
    var members: JSONObject = ["$schema": ["type": "string"]]
    for setting in Setting.all where setting.group == nil { members.append(setting.name, .object(setting.schema)) }
    for group in Setting.groups {
      var inner: JSONObject = [:]
      for setting in Setting.all where setting.group == group {
        inner.append(setting.ownName, .object(setting.schema))
      }
      members.append(group, .object(object(inner)))
    }
    let key: JSONValue = [
      "anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"], "minItems": 1]]
    ]
    var keys: JSONObject = [:]
    for entry in ActionTable.entries {
      for name in [entry.action.rawValue] + entry.scopes.map({ "\($0.rawValue).\(entry.action.rawValue)" }) {
        keys.append(name, key)
      }
    }
    members.append("keys", .object(object(keys)))
    var profile: JSONObject = [:]
    for setting in Profile.Setting.allCases { profile.append(setting.rawValue, ["type": "string"]) }
    members.append("profiles", ["type": "object", "additionalProperties": .object(object(profile))])
    var schema: JSONObject = ["$schema": "https://json-schema.org/draft/2020-12/schema", "title": "till/config.json5"]
    for (name, value) in object(members) { schema.append(name, value) }
    return schema
  }

  private static func object(_ members: JSONObject) -> JSONObject {
    ["type": "object", "additionalProperties": false, "properties": .object(members)]
  }
}

extension Setting {
  fileprivate var schema: JSONObject {
    var schema: JSONObject = ["description": .string(summary.text)]
    switch kind {
    case .choice(let words):
      schema.append("enum", .array(words.map { .string($0) }))
      schema.append("default", .string(standard))
    case .flag:
      schema.append("type", "boolean")
      schema.append("default", .bool(standard == "true"))
    case .name, .list, .language:
      schema.append("type", "string")
      schema.append("default", .string(standard))
    }
    return schema
  }
}
