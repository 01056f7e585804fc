import Core
import Dashboard
import TerminalUI

/// The configuration file: `till/config.json5` in the XDG configuration directory.
///
/// The format is JSON5, which includes JSON: an older `config.json` is read where there is no `config.json5`. A single
/// wrong name or value makes Till reject the whole file; the error names the line, the column and the remedy.
package struct ConfigurationFile: Sendable {
  /// The file's path, also where the file does not exist.
  package let path: String
  /// Whether the file exists.
  package let isThere: Bool
  /// The file's JSON object; empty where it does not exist.
  let members: JSONObject
  private let document: JSON5Document?

  /// Creates an empty configuration without a file.
  init() { (path, isThere, members, document) = ("", false, [:], nil) }

  /// Reads the file from the XDG configuration directory that the environment variables name.
  ///
  /// - Throws: A `CommandError` (exit 2) for an unreadable file.
  package init(environment: (String) -> String? = Environment.value) throws(CommandError) {
    let folder = Environment.baseDirectory("XDG_CONFIG_HOME", else: ".config", in: environment) + "/till/"
    let found = ["config.json5", "config.json"].map { folder + $0 }.first(where: Files.exists)
    path = found ?? folder + "config.json5"
    isThere = found != nil
    guard let found else {
      (members, document) = ([:], nil)
      return
    }
    do {
      let document = try JSON5Document(parsing: InputFile.bytes(found))
      guard case .object(let members) = document.value else {
        throw JSONError(.wrongType, OpeningText.isNoObject.text)
      }
      (self.members, self.document) = (members, document)
      try refuseUnknown()
    } catch let error as CommandError {
      throw error
    } catch {
      throw Self.refusal(found, (error as? JSONError)?.description ?? "\(error)")
    }
  }

  private static func refusal(_ path: String, _ text: String) -> CommandError {
    CommandError(.usage, "\(safeText(path)): \(safeText(text, limit: 600))")
  }

  /// Returns an error about the value at a JSON path, with its line and column.
  func refusal(at place: String, _ reason: String) -> CommandError {
    let error = JSONError(.invalidValue, reason, path: place)
    return Self.refusal(path, (document?.located(error) ?? error).description)
  }

  /// Writes values of settings to the file, which is created where it does not exist; everything else in it stays.
  ///
  /// - Returns: The path of the file.
  /// - Throws: A `CommandError` when the file has a mistake, or cannot be written.
  static func write(
    _ values: [(setting: Setting, value: String)], environment: (String) -> String? = Environment.value
  ) throws(CommandError) -> String {
    // The person may have changed the file since Till started.
    let file = try ConfigurationFile(environment: environment)
    do {
      var bytes = try file.isThere ? InputFile.bytes(file.path) : Array("{}\n".utf8)
      for (setting, value) in values {
        bytes = try JSON5Document(parsing: bytes).bytes(
          setting: [setting.group, setting.ownName].compactMap { $0 },
          to: setting.kind == .flag ? .bool(value == "true") : .string(value))
      }
      // A link in a folder of one's own, as people keep such files, stays a link.
      try Files.makeFolder(Files.folder(of: file.path))
      try Files.write(bytes, to: SafeFile.resolved(file.path) ?? file.path)
    } catch {
      throw CommandError(
        .failed, say("\(safeText(file.path)) could not be written: \(CommandError(explaining: error).message)"))
    }
    return file.path
  }

  /// Returns the line number of the value at a JSON path, such as `start.pane`.
  func line(of place: String) -> Int? { document?.position(of: place).line }
}

extension ConfigurationFile {
  /// The allowed top-level names, each with the allowed names inside it; nil where any inner name is allowed.
  private static let known: [(name: String, members: [String]?)] = {
    var known = Setting.all.filter { $0.group == nil }.map { (name: $0.name, members: [String]?.none) }
    for name in ["$schema", "keys", "profiles"] { known.append((name, nil)) }
    for group in Setting.groups {
      known.append((group, Setting.all.filter { $0.group == group }.map(\.ownName)))
    }
    return known
  }()

  private func refuseUnknown() throws(CommandError) {
    try refuse(members, "", Self.known.map(\.name))
    for (name, allowed) in Self.known {
      if let allowed { try refuse(object(name) ?? [:], name + ".", allowed) }
    }
    for (name, value) in try object("profiles") ?? [:] {
      let place = "profiles." + name
      guard case .object(let profile) = value else { throw refusal(at: place, OpeningText.isNoObject.text) }
      try refuse(profile, place + ".", Profile.Setting.allCases.map(\.rawValue))
      for (member, value) in profile where value.stringValue == nil {
        throw refusal(at: place + "." + member, say("must be a text"))
      }
    }
  }

  private func refuse(_ object: JSONObject, _ prefix: String, _ allowed: [String]) throws(CommandError) {
    for name in object.names where !allowed.contains(name) {
      throw refusal(at: prefix + name, SettingText.noSetting(near: nearest(to: name, among: allowed), allowed).text)
    }
  }

  /// Returns the JSON object with a name; nil where the file has none.
  func object(_ name: String) throws(CommandError) -> JSONObject? {
    do throws(JSONError) { return try members.object(name) } catch {
      throw refusal(at: error.path, error.message)
    }
  }

  /// Returns the members of a profile; without a name those of the default one, which may be missing.
  ///
  /// - Throws: A `CommandError` (exit 2) for a name that the file lacks.
  func profile(named name: String?) throws(CommandError) -> JSONObject {
    let profiles = try object("profiles") ?? [:]
    if let profile = profiles[name ?? "default"]?.objectValue { return profile }
    guard let name else { return [:] }
    guard !profiles.isEmpty else {
      throw CommandError(.usage, say("unknown profile “\(safeText(name))”; \(safeText(path)) has no profiles"))
    }
    let known = Language.series(profiles.names.map { safeText($0) })
    throw CommandError(.usage, say("unknown profile “\(safeText(name))” in \(safeText(path)); use \(known)"))
  }

  /// Returns the file's value for a setting; nil where it has none.
  func value(of setting: Setting) throws(CommandError) -> String? {
    let holder = if let group = setting.group { try object(group) ?? [:] } else { members }
    let member = holder[setting.ownName]
    switch (member, setting.kind) {
    case (nil, _), (.null, _): return nil
    case (.bool(let value), .flag): return value ? "true" : "false"
    case (.string(let text), .choice), (.string(let text), .name), (.string(let text), .list),
      (.string(let text), .language):
      if let value = setting.value(of: text) { return value }
      throw refusal(at: setting.name, SettingText.noValue(safeText(text), of: setting).text)
    case (.some, _): throw refusal(at: setting.name, SettingText.noValue(nil, of: setting).text)
    }
  }

  /// Reads the keys that the file assigns.
  ///
  /// - Throws: A `CommandError` (exit 2) that names the action, the key and the line.
  func keyMap() throws(CommandError) -> KeyMap {
    var choices: [KeyMap.Choice] = []
    for (name, value) in try object("keys") ?? [:] {
      let texts = value.stringValue.map { [$0] } ?? value.arrayValue?.compactMap(\.stringValue) ?? []
      guard !texts.isEmpty, value.arrayValue.map({ $0.count == texts.count }) ?? true else {
        throw refusal(
          at: Self.place(ofKeys: name), say("must be a key or a list of keys, such as \"b\" or [\"q\", \"<Ctrl-Q>\"]"))
      }
      var keys: [Key] = []
      for text in texts {
        guard let key = Self.key(text) else {
          throw refusal(
            at: Self.place(ofKeys: name),
            say(
              "has an unknown key \(safeText(text, limit: 40)); use one character, or a name such as <Enter>, "
                + "<F5> or <Ctrl-G>"
            ))
        }
        keys.append(key)
      }
      choices.append(KeyMap.Choice(name, keys))
    }
    do throws(KeyMap.Refusal) { return try KeyMap(choices) } catch {
      throw refusal(at: Self.place(ofKeys: error.name), error.reason)
    }
  }

  /// Returns the JSON path of an entry of `keys` as errors write it: a name with a dot is in brackets.
  private static func place(ofKeys name: String) -> String {
    JSONError(.invalidValue, "", path: "").below(name).below("keys").path
  }

  /// Parses a key as a person writes it: `b`, `<Ctrl-G>` or `Ctrl-G`.
  private static func key(_ text: String) -> Key? {
    let script = text.count == 1 && text != "<" ? text : text == "<" ? "<lt>" : text.hasPrefix("<") ? text : "<\(text)>"
    guard let keys = try? Key.parse(script: script), keys.count == 1 else { return nil }
    return keys[0]
  }
}
