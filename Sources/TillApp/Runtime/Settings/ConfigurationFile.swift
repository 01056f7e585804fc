import Core
import Dashboard
import TerminalUI

/// The configuration file: `till/config.json5` in the XDG configuration directory.
///
/// It is JSON5, so that an older `config.json` is one too and is read where the other is not there. What it says is
/// refused as a whole when one name or value of it is wrong, with line, column and the remedy.
package struct ConfigurationFile: Sendable {
  /// Where it is, or would be.
  package let path: String
  /// Whether it is there.
  package let isThere: Bool
  /// Its contents.
  let members: JSONObject
  private let document: JSON5Document?

  /// No file.
  init() { (path, isThere, members, document) = ("", false, [:], nil) }

  /// Reads the file that the environment leads to.
  ///
  /// - Throws: A `CommandError` (exit 2) for one that cannot be read.
  package init(environment: (String) -> String? = Environment.value) throws(CommandError) {
    let folder = Self.configurationHome(environment) + "/till/"
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

  /// The XDG configuration directory: relative values are ignored, as the specification says.
  private static func configurationHome(_ environment: (String) -> String?) -> String {
    if let path = environment("XDG_CONFIG_HOME"), path.hasPrefix("/") { return path }
    return (environment("HOME") ?? Environment.home) + "/.config"
  }

  private static func refusal(_ path: String, _ text: String) -> CommandError {
    CommandError(.usage, "\(safeText(path)): \(safeText(text, limit: 600))")
  }

  /// The refusal of what stands at a place, with its line and column.
  func refusal(at place: String, _ reason: String) -> CommandError {
    let error = JSONError(.invalidValue, reason, path: place)
    return Self.refusal(path, (document?.located(error) ?? error).description)
  }

  /// The line of a member, such as `start.pane`.
  func line(of place: String) -> Int? { document?.position(of: place).line }
}

extension ConfigurationFile {
  /// The members that the file may have, with those of the objects in it; nil for names of the person's own.
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

  /// The object that a member is.
  func object(_ name: String) throws(CommandError) -> JSONObject? {
    do throws(JSONError) { return try members.object(name) } catch {
      throw refusal(at: error.path, error.message)
    }
  }

  /// The file's value for a setting.
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

  /// The keys that the file chooses.
  ///
  /// - Throws: A `CommandError` (exit 2) that names action, key and line.
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

  /// The path of a member of `keys`, as an error writes it: a name with a dot in it in brackets.
  private static func place(ofKeys name: String) -> String {
    JSONError(.invalidValue, "", path: "").below(name).below("keys").path
  }

  /// A key as a person writes it: `b`, `<Ctrl-G>` or `Ctrl-G`.
  private static func key(_ text: String) -> Key? {
    let script = text.count == 1 && text != "<" ? text : text == "<" ? "<lt>" : text.hasPrefix("<") ? text : "<\(text)>"
    guard let keys = try? Key.parse(script: script), keys.count == 1 else { return nil }
    return keys[0]
  }
}
